/**
 * Lists of files to download, as text. In: strain files from the API. Out: input for a download program, one file after another
 * in the same order, each line terminated. Pure.
 *
 * Sources: `wget --input-file` reads one URL per line (GNU Wget manual, "Logging and Input File Options"); `aria2c --input-file`
 * reads options for a URL from the following lines that start with a space (aria2 manual, "Input File").
 */

import { lastSegment } from '../../address/address.ts';

export interface ListFormat {
  readonly name: string;
  /** File name of the list. */
  readonly file: string;
  /** Command that downloads the files, to be run in the list's folder; empty if the list is for any program. */
  readonly command: string;
  line(url: string): string;
}

const plain = (url: string): string => `${url}\n`;

export const LIST_FORMATS: readonly ListFormat[] = [
  { name: 'URLs', file: 'strain-files.txt', command: '', line: plain },
  { name: 'wget', file: 'strain-files.txt', command: 'wget --continue --input-file=strain-files.txt', line: plain },
  {
    name: 'aria2',
    file: 'strain-files.aria2.txt',
    command: 'aria2c --continue --input-file=strain-files.aria2.txt',
    line: (url) => `${url}\n  out=${lastSegment(url)}\n`,
  },
];

export function downloadList(urls: readonly string[], { line }: ListFormat): string {
  return urls.map(line).join('');
}
