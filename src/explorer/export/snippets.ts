/** A view and its request for use elsewhere: links, curl, Python, a citation. For a listing, the code fetches all of its pages. Pure. */

import { CSV_FORMAT, FORMAT, MAX_PAGE_SIZE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import type { EventVersionEntry } from '../../core/contract/wire.ts';
import { withParameters } from '../address/address.ts';

interface Snippet {
  readonly title: string;
  readonly text: string;
}

/** What a citation of an event version names. */
export type Cited = Pick<EventVersionEntry, 'shortName' | 'name' | 'version' | 'catalog' | 'doi'>;

/** Quotes a string for a shell. Within single quotes only the quote itself is special. */
const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** JSON strings are valid Python strings. */
const pythonText = (text: string): string => JSON.stringify(text);

const readRecord = (url: string): string => `import requests

answer = requests.get(${pythonText(url)})
answer.raise_for_status()
record = answer.json()
`;

const readEntries = (url: string): string => `import requests

url, entries = ${pythonText(url)}, []
while url:
    answer = requests.get(url)
    answer.raise_for_status()
    page = answer.json()
    entries += page["results"]
    url = page["next"]
`;

const readTable = (url: string): string => `import io

import pandas as pd
import requests

url, pages = ${pythonText(url)}, []
while url:
    answer = requests.get(url)
    answer.raise_for_status()
    pages.append(pd.read_csv(io.StringIO(answer.text)))
    url = answer.links.get("next", {}).get("url")
table = pd.concat(pages, ignore_index=True)
`;

/** A BibTeX entry for an event version in its catalog. It has what the catalogue knows; authors and year are the catalog's. */
function formatBibTex({ shortName, name, version, catalog, doi }: Cited, page: string): string {
  const members = {
    title: `{${name}, version ${version}}`,
    howpublished: `{${catalog}}`,
    ...(doi && { doi: `{${doi.replace('https://doi.org/', '')}}` }),
    url: `{${page}}`,
  };
  const lines = Object.entries(members).map(([member, value]) => `  ${member} = ${value},\n`);
  return `@misc{${shortName},\n${lines.join('')}}\n`;
}

/**
 * For a request such as `event-versions?lastver=true`, or that of a record, with what it can be cited as. `baseUrl` has no trailing
 * slash; `page` is the URL of the view.
 */
export function makeSnippets(target: string, baseUrl: string, page: string, cited?: Cited): readonly Snippet[] {
  const urlWith = (changes: Readonly<Record<string, string>>) =>
    `${baseUrl}/${API_ROOT}/${withParameters(target, changes)}`;
  const large = { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(MAX_PAGE_SIZE) };
  const url = urlWith(cited ? {} : large);
  return [
    { title: 'Page', text: page },
    { title: 'API', text: urlWith({}) },
    { title: 'curl', text: `curl ${shellWord(url)}` },
    { title: 'Python', text: cited ? readRecord(url) : readEntries(url) },
    cited
      ? { title: 'BibTeX', text: formatBibTex(cited, page) }
      : { title: 'pandas', text: readTable(urlWith({ ...large, [FORMAT.name]: CSV_FORMAT })) },
  ];
}
