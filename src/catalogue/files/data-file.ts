/**
 * A file that has been read: its value, and where each part of the value is in the text. In every format (YAML, JSON and lines of JSON),
 * only `place` deals with lines and columns.
 */
import { findFirst } from '../../core/base/binary-search.ts';
import { showCount } from '../../report/count.ts';
import type { DataPath, Finding, Place } from '../../report/problems.ts';

export interface DataFile<T = unknown> {
  readonly path: string;
  /** The text that was read; missing if the value has changed since. */
  readonly text?: string;
  readonly value: T;
  /** The place of the value at a path, or of its key. If the path does not exist, the place of its nearest existing parent. */
  place(at: DataPath, onKey?: boolean): Place;
}

/** Files by path. */
export type DataFiles = ReadonlyMap<string, DataFile>;

/** Maximum number of problems with a file's form: more problems might not fit into memory, and nobody would read them. */
export const MAX_PROBLEMS = 200_000;

/** The last problem that is reported for a file with more than `MAX_PROBLEMS`. */
export const MORE_PROBLEMS: Finding = {
  code: 'D102',
  message: `the file has more than ${showCount(MAX_PROBLEMS)} problems, the others are not shown`,
  fix: 'correct these first',
};

/** A finding about a text, and its offset there. */
export type FoundInText = readonly [offset: number, finding: Finding];

/** Finds places in a file's text, by offset or line. */
export class TextPlaces {
  readonly #file: string;
  readonly #text: string;
  /** The offsets of the lines, computed when a place is first needed. */
  #starts: readonly number[] | undefined;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  /** The place of a 0-based offset. */
  at(offset: number): Place {
    const starts = this.#lineStarts();
    const line = findFirst(starts.length, (index) => (starts[index] ?? 0) > offset);
    return this.#place(line, offset - (starts[line - 1] ?? 0) + 1);
  }

  /** The place of a line, counted from 1; `offsetIn` finds an offset in its content. */
  ofLine(line: number, offsetIn: (content: string) => number = () => 0): Place {
    return this.#place(line, offsetIn(this.#contentOf(line)) + 1);
  }

  /** True if the text has this line, and it contains only white space. */
  isBlank(line: number): boolean {
    return line <= this.#lineStarts().length && this.#contentOf(line).trim() === '';
  }

  #place(line: number, column: number): Place {
    return { file: this.#file, line, column, excerpt: excerptOf(this.#contentOf(line), column) };
  }

  #contentOf(line: number): string {
    const starts = this.#lineStarts();
    const end = starts[line];
    return this.#text.slice(starts[line - 1] ?? 0, end === undefined ? undefined : end - 1);
  }

  #lineStarts(): readonly number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    // Old spreadsheets end lines with a carriage return alone.
    for (const { index, 0: end } of this.#text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
    this.#starts = starts;
    return starts;
  }
}

const EXCERPT_LENGTH = 100;

/** Cuts a line to about 100 characters around a column, and shows tabs as arrows. Fast even for very long lines. */
export function excerptOf(line: string, column: number): string {
  const length = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = Math.max(0, Math.min(column - 1 - EXCERPT_LENGTH / 2, length - EXCERPT_LENGTH));
  const end = Math.min(start + EXCERPT_LENGTH, length);
  const shown = line.slice(start, end).replaceAll('\t', '→');
  return `${start > 0 ? '…' : ''}${shown}${end < length ? '…' : ''}`;
}
