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
  readonly parts: readonly { readonly head: string; readonly text: string }[];
  readonly expected: string;
}

/** Splits a text at lines that begin with a mark. Returns the rest of each such line, and the lines below it. */
function sections(text: string, mark: string): { head: string; text: string }[] {
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
        const parts = sections(text.replace(/\n$/, ''), '---');
        const expected = parts.pop()?.text ?? '';
        return { source: `test/errors/${file}`, name: head, parts, expected };
      }),
    );
}

/** The text of a file with cases. */
export function formatErrorCases(cases: readonly ErrorCase[]): string {
  return cases
    .map(({ name, parts, expected }) =>
      [
        `=== ${name}\n`,
        ...[...parts, { head: 'expected', text: expected }].map(({ head, text }) => `--- ${head}\n${text}`),
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
  return folder;
}
