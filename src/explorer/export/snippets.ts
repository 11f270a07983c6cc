/** A view and its request for use elsewhere: links, curl, Python, a citation. For a listing, the code fetches all of its pages. Pure. */

import { CSV_FORMAT, FORMAT, MAX_PAGE_SIZE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import { withParameters } from '../address/address.ts';

/** Quotes a string for a shell. Within single quotes only the quote itself is special. */
const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** JSON strings are valid Python strings. */
const pythonText = (text: string): string => JSON.stringify(text);

interface Snippet {
  readonly title: string;
  readonly text: string;
}

/** For a request such as `event-versions?lastver=true`. `baseUrl` has no trailing slash; `page` is the URL of the view. */
export function snippetsOf(target: string, baseUrl: string, page: string): readonly Snippet[] {
  const urlOf = (changes: Readonly<Record<string, string>>) =>
    `${baseUrl}/${API_ROOT}/${withParameters(target, changes)}`;
  const large = { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(MAX_PAGE_SIZE) };
  const csv = { ...large, [FORMAT.name]: CSV_FORMAT };
  return [
    { title: 'Page', text: page },
    { title: 'API', text: urlOf({}) },
    { title: 'curl', text: `curl ${shellWord(urlOf(large))}` },
    {
      title: 'Python',
      text: `import requests

url, entries = ${pythonText(urlOf(large))}, []
while url:
    answer = requests.get(url)
    answer.raise_for_status()
    page = answer.json()
    entries += page["results"]
    url = page["next"]
`,
    },
    {
      title: 'pandas',
      text: `import io

import pandas as pd
import requests

url, pages = ${pythonText(urlOf(csv))}, []
while url:
    answer = requests.get(url)
    answer.raise_for_status()
    pages.append(pd.read_csv(io.StringIO(answer.text)))
    url = answer.links.get("next", {}).get("url")
table = pd.concat(pages, ignore_index=True)
`,
    },
  ];
}

/** For the request of a record. */
export function recordSnippetsOf(target: string, baseUrl: string, page: string): readonly Snippet[] {
  const url = `${baseUrl}/${API_ROOT}/${target}`;
  const python = `import requests

answer = requests.get(${pythonText(url)})
answer.raise_for_status()
record = answer.json()
`;
  return [
    { title: 'Page', text: page },
    { title: 'API', text: url },
    { title: 'curl', text: `curl ${shellWord(url)}` },
    { title: 'Python', text: python },
  ];
}

/** What a citation of an event version names. */
export interface Cited {
  readonly shortName: string;
  readonly name: string;
  readonly version: number;
  readonly catalog: string;
  readonly doi?: string;
}

/** A BibTeX entry for an event version in its catalog. It has what the catalogue knows; authors and year are the catalog's. */
export function bibTexOf({ shortName, name, version, catalog, doi }: Cited, page: string): Snippet {
  const members = {
    title: `{${name}, version ${version}}`,
    howpublished: `{${catalog}}`,
    ...(doi && { doi: `{${doi.replace('https://doi.org/', '')}}` }),
    url: `{${page}}`,
  };
  const lines = Object.entries(members).map(([member, value]) => `  ${member} = ${value},\n`);
  return { title: 'BibTeX', text: `@misc{${shortName},\n${lines.join('')}}\n` };
}
