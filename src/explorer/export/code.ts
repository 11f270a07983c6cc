/** Writes a view's request as code for use in programs, which reads all rows of the listing. */

import { CSV_FORMAT, FORMAT, MAX_PAGE_SIZE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import { withParameters } from '../address/address.ts';
import type { CodeStep } from './code-step.ts';

export interface Code {
  readonly title: string;
  readonly text: string;
  /** The lines of a further step. */
  readonly tinted?: string;
  /** The response format that the code requests. */
  readonly reads: 'csv' | 'json';
}

/** JSON strings are also valid in Python. */
const quoted = (text: string): string => JSON.stringify(text);

const readEntries = (url: string): string => `import requests

url, entries = ${quoted(url)}, []
while url:
    answer = requests.get(url)
    answer.raise_for_status()
    page = answer.json()
    entries += page["results"]
    url = page["next"]
`;

/** Each CSV response has one page of rows; its Link header gives the next page. */
const readTable = (url: string): string => `import io

import pandas as pd
import requests

url, pages = ${quoted(url)}, []
while url:
    answer = requests.get(url)
    answer.raise_for_status()
    pages.append(pd.read_csv(io.StringIO(answer.text)))
    url = answer.links.get("next", {}).get("url")
table = pd.concat(pages, ignore_index=True)
`;

/** The URL of a request; `baseUrl` has no trailing slash. */
const apiUrl = (target: string, baseUrl: string): string => `${baseUrl}/${API_ROOT}/${target}`;

const LARGE = { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(MAX_PAGE_SIZE) };

/** The URL of the first page, with the maximum page size. */
export const jsonUrl = (target: string, baseUrl: string): string => apiUrl(withParameters(target, LARGE), baseUrl);

export const csvUrl = (target: string, baseUrl: string): string =>
  apiUrl(withParameters(target, { ...LARGE, [FORMAT.name]: CSV_FORMAT }), baseUrl);

/**
 * Code for a request such as `event-versions?release=GWTC`. `rows` is the number of rows. `step` is what the code does with
 * the rows then; its lines are tinted.
 */
export function makeCode(target: string, baseUrl: string, rows: number, step?: CodeStep | null): readonly Code[] {
  const csv = csvUrl(target, baseUrl);
  // Reading more rows than fit on one page takes several requests.
  const pandas = rows > MAX_PAGE_SIZE ? readTable(csv) : `import pandas as pd\n\ntable = pd.read_csv(${quoted(csv)})\n`;
  const codes: readonly Code[] = [
    { title: 'pandas', reads: 'csv', text: pandas, ...(step && { tinted: step.pandas }) },
    {
      title: 'Python',
      reads: 'json',
      text: readEntries(jsonUrl(target, baseUrl)),
      ...(step && { tinted: step.python }),
    },
  ];
  // The address alone would give other rows.
  return step ? codes : [...codes, { title: 'API address', reads: 'json', text: apiUrl(target, baseUrl) }];
}

/** A file to save. */
export interface NamedFile {
  /** Without an extension. */
  readonly name: string;
  readonly format: 'CSV' | 'Parquet' | 'JSON';
}

export const fileName = ({ name, format }: NamedFile): string => `${name}.${format.toLowerCase()}`;

/** Code that reads the saved file, for hosts that only serve files. */
export const readSavedFile = (file: NamedFile): Omit<Code, 'reads'> => ({
  title: 'Saved file',
  text: `import pandas as pd\n\ntable = pd.read_${file.format.toLowerCase()}(${quoted(fileName(file))})\n`,
});
