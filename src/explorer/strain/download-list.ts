/**
 * Lists of files to download, as text. In: strain files as the API lists them. Out: what a download program reads, one file after
 * another in their order, with a line end after each. Pure.
 *
 * Sources: `wget --input-file` reads one URL a line (GNU Wget manual, "Logging and Input File Options"); `aria2c --input-file`
 * takes options of a URL in the lines below it that begin with a blank (aria2 manual, "Input File").
 */

/** Formats of the bulk strain files, by the member of an entry that has the URL. */
export const FILE_FORMATS = { HDF5: 'hdf5_url', GWF: 'gwf_url' } as const;
export type FileFormat = keyof typeof FILE_FORMATS;

/** The last segment of a URL's path: the name under which the file is saved. */
export function fileNameOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

export interface ListFormat {
  readonly name: string;
  /** Name of the list when it is saved. */
  readonly file: string;
  /** Command that downloads the files, run in the folder of the list; empty if the list is for any program. */
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
    line: (url) => `${url}\n  out=${fileNameOf(url)}\n`,
  },
];

export function downloadList(urls: readonly string[], { line }: ListFormat): string {
  return urls.map(line).join('');
}
