/**
 * Stores the answers of a service on disk, so that a stopped harvest continues where it was, and the next one sends conditional
 * requests. In: answers by path. Out: the answers of this round, validators of earlier ones.
 *
 * Each answer is appended as one line of JSON; an incomplete last line is removed when the file is opened. A round consists of the
 * requests for one merge: none is sent twice. At its end the file is rewritten with the last answer of each path.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isMapping } from '../../catalogue/files/mapping.ts';
import { LEAST_ERROR, NOT_MODIFIED } from '../../core/contract/statuses.ts';
import { sha256 } from '../../fs/hash.ts';
import type { Answer, Validators } from './answer.ts';

/** The first line; files with another one are ignored. */
interface Head {
  readonly harvest: 1;
  readonly base: string;
}

/** A stored answer of status 200, 400 or 404. */
interface AnswerLine extends Validators {
  readonly path: string;
  readonly status: number;
  readonly value: unknown;
}

/** `round` starts a round; `same` is a path whose earlier answer is still valid, `dropped` one whose answer is not used again. */
type Line = AnswerLine | { readonly round: number } | { readonly same: string } | { readonly dropped: string };

/** Position of the line of an answer, and whether it belongs to this round. */
interface Known extends Validators {
  readonly status: number;
  readonly offset: number;
  readonly length: number;
  isOfRound: boolean;
}

/** An answer from the journal. */
export type StoredAnswer = Pick<Answer, 'status' | 'value' | 'bytes'>;

const CHUNK_BYTES = 1 << 20;

export class Journal {
  readonly #path: string;
  readonly #base: string;
  #file: number;
  #size = 0;
  #round = 0;
  readonly #known = new Map<string, Known>();

  /** Creates the folder if necessary. A journal belongs to one base URL. */
  constructor(folder: string, base: string) {
    mkdirSync(folder, { recursive: true });
    this.#base = base;
    this.#path = join(folder, `answers-${sha256(base).slice(0, 12)}.ndjson`);
    this.#file = openSync(this.#path, existsSync(this.#path) ? 'r+' : 'w+');
    this.#read();
  }

  /** The answer of this round. */
  find(path: string): StoredAnswer | null {
    const known = this.#known.get(path);
    return known?.isOfRound ? this.#load(known) : null;
  }

  /** The validators of the last answer of any round. */
  validatorsOf(path: string): Validators | undefined {
    return this.#known.get(path);
  }

  /** Stores an answer; 304 means that the last one is still valid. Out: the valid answer. */
  add(path: string, answer: Answer): StoredAnswer {
    const known = this.#known.get(path);
    if (answer.status === NOT_MODIFIED && known) {
      this.#append({ same: path });
      known.isOfRound = true;
      return this.#load(known);
    }
    const { status, etag, modified, value } = answer;
    const place = this.#append({ path, status, etag, modified, value });
    this.#known.set(path, { status, etag, modified, ...place, isOfRound: true });
    return answer;
  }

  /** Forgets the answer of a path. */
  drop(path: string): void {
    this.#append({ dropped: path });
    this.#known.delete(path);
  }

  /** Starts another round: all answers so far become those of an earlier one. */
  restart(): void {
    this.#append({ round: ++this.#round });
    for (const known of this.#known.values()) known.isOfRound = false;
  }

  /** Ends the round: its answers are kept as earlier ones, all others removed. */
  finish(): void {
    const kept = [...this.#known].filter(([, { isOfRound }]) => isOfRound);
    const beside = `${this.#path}.tmp`;
    const from = this.#file;
    this.#file = openSync(beside, 'w+');
    this.#size = 0;
    this.#append({ harvest: 1, base: this.#base } satisfies Head);
    this.#known.clear();
    for (const [path, known] of kept) {
      const bytes = Buffer.alloc(known.length);
      readSync(from, bytes, 0, known.length, known.offset);
      this.#known.set(path, { ...known, ...this.#write(bytes), isOfRound: false });
    }
    this.#append({ round: ++this.#round });
    closeSync(from);
    renameSync(beside, this.#path);
  }

  /** Closes the file, and removes it if it contains only refusals, or `isUseless`. */
  close(isUseless = false): void {
    closeSync(this.#file);
    if (isUseless || ![...this.#known.values()].some(({ status }) => status < LEAST_ERROR))
      rmSync(this.#path, { force: true });
  }

  #load({ offset, length }: Known): StoredAnswer {
    const bytes = Buffer.alloc(length);
    readSync(this.#file, bytes, 0, length, offset);
    const { status, value } = JSON.parse(bytes.toString('utf8')) as AnswerLine;
    return { status: status as Answer['status'], value, bytes: length };
  }

  #append(line: Line | Head): { offset: number; length: number } {
    return this.#write(Buffer.from(`${JSON.stringify(line)}\n`));
  }

  #write(bytes: Uint8Array): { offset: number; length: number } {
    const offset = this.#size;
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, offset + done);
    this.#size += bytes.length;
    return { offset, length: bytes.length };
  }

  /** Reads the existing lines, and removes an invalid rest. */
  #read(): void {
    let isFirst = true;
    for (const { offset, bytes } of linesOf(this.#file)) {
      const line = parseLine(bytes);
      if (line === null) break;
      if (isFirst && (line as unknown as Partial<Head>).harvest !== 1) break;
      isFirst = false;
      this.#size = offset + bytes.length;
      this.#take(line, offset, bytes.length);
    }
    ftruncateSync(this.#file, this.#size);
    if (isFirst) this.#append({ harvest: 1, base: this.#base } satisfies Head);
    rmSync(`${this.#path}.tmp`, { force: true });
  }

  #take(line: Line, offset: number, length: number): void {
    if ('path' in line) {
      const { path, status, etag, modified } = line;
      this.#known.set(path, { status, etag, modified, offset, length, isOfRound: true });
    } else if ('same' in line) {
      const known = this.#known.get(line.same);
      if (known) known.isOfRound = true;
    } else if ('dropped' in line) {
      this.#known.delete(line.dropped);
    } else if ('round' in line) {
      this.#round = line.round;
      for (const known of this.#known.values()) known.isOfRound = false;
    }
  }
}

function parseLine(bytes: Buffer): Line | null {
  try {
    const line: unknown = JSON.parse(bytes.toString('utf8'));
    return isMapping(line) ? (line as unknown as Line) : null;
  } catch {
    return null;
  }
}

/** Complete lines with their positions; bytes after the last newline are ignored. */
function* linesOf(file: number): Generator<{ offset: number; bytes: Buffer }> {
  const size = fstatSync(file).size;
  let rest: Buffer[] = [];
  let offset = 0;
  for (let position = 0; position < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - position));
    position += readSync(file, chunk, 0, chunk.length, position);
    let start = 0;
    for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(start, end + 1)]);
      yield { offset, bytes };
      offset += bytes.length;
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}
