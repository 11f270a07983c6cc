/**
 * The cases in test/errors: text files that each contain several cases.
 *
 *     === D104-unknown-field               a case, with the code that it shows
 *     --- data/runs.yaml                   a file that replaces one of test/fixtures/small-data, or is added to it
 *     runs: []
 *     --- escaped data/catalogs.yaml       the same for bytes that a text file cannot show: \xNN is a byte, and only \n ends a line
 *     --- link data/timelines -> runs      a symbolic link
 *     --- folder data/runs.yaml            an empty folder
 *     --- remove data/detectors.yaml       a file or folder to leave out
 *     --- expected                         the report
 *     --- corrected --overwrite            what a reader of the report changes before importing the file again, with these options:
 *     3: 1,2,3                             line 3 of the imported file; an empty line is removed; below it, further files as above
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, smallCatalogue } from './data-folders.ts';

const ERRORS = join(ROOT, 'test/errors');

export interface ErrorCase {
  /** The text file, relative to the repository. */
  readonly source: string;
  readonly name: string;
  /** The differences from the small catalogue, in order. */
  readonly parts: readonly Part[];
  readonly expected: string;
  /** The corrections of an imported file, and the differences that come with them; empty for other cases. */
  readonly corrections: readonly Part[];
}

interface Part {
  readonly head: string;
  readonly text: string;
}

/** Splits a text at lines that begin with a mark. Returns the rest of each such line, and the lines below it. */
function sections(text: string, mark: string): Part[] {
  return `\n${text}`
    .split(`\n${mark} `)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n');
      return end < 0
        ? { head: section, text: '' }
        : { head: section.slice(0, end), text: `${section.slice(end + 1)}\n` };
    });
}

/** All cases, in the order of the files and of their cases. */
export function readErrorCases(): readonly ErrorCase[] {
  return readdirSync(ERRORS)
    .sort()
    .flatMap((file) =>
      sections(readFileSync(join(ERRORS, file), 'utf8').replace(/\n$/, ''), '===').map(({ head, text }) => {
        const all = sections(text.replace(/\n$/, ''), '---');
        const end = all.findIndex((part) => part.head === 'expected');
        const [{ text: expected } = { text: '' }, ...corrections] = all.slice(end);
        return { source: `test/errors/${file}`, name: head, parts: all.slice(0, end), expected, corrections };
      }),
    );
}

/** The text of a file with cases. */
export function formatErrorCases(cases: readonly ErrorCase[]): string {
  return cases
    .map(({ name, parts, expected, corrections }) =>
      [
        `=== ${name}\n`,
        ...[...parts, { head: 'expected', text: expected }, ...corrections].map(
          ({ head, text }) => `--- ${head}\n${text}`,
        ),
      ].join(''),
    )
    .join('');
}

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('\n', '')
      .replace(/\\(?:n|x([0-9a-f]{2}))/g, (_, hex?: string) =>
        hex ? String.fromCharCode(Number.parseInt(hex, 16)) : '\n',
      ),
    'latin1',
  );

/** Creates a folder with the small catalogue and the differences of a case. */
export function folderOf({ parts }: ErrorCase): string {
  const folder = smallCatalogue();
  applyParts(folder, parts);
  return folder;
}

/** A text with some of its lines replaced, removed or added: `3: new text`. */
export function correctLines(text: string, changes: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  for (const [, line, content = ''] of changes.matchAll(/^(\d+):(?: (.*))?$/gm)) lines[Number(line) - 1] = content;
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** Changes the files in a folder. */
export function applyParts(folder: string, parts: readonly Part[]): void {
  const at = (path: string): string => {
    const file = join(folder, path);
    rmSync(file, { recursive: true, force: true });
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  for (const { head, text } of parts) {
    const [word, path = '', , target = ''] = head.split(' ');
    if (word === 'remove') rmSync(join(folder, path), { recursive: true });
    else if (word === 'folder') mkdirSync(at(path));
    else if (word === 'link') symlinkSync(target, at(path));
    else if (word === 'escaped') writeFileSync(at(path), bytesOf(text));
    else writeFileSync(at(head), text);
  }
}
