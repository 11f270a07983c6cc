/**
 * Stores a service's answers on disk, one file each. They let the same command continue where it was interrupted, and let every other
 * harvest send conditional requests.
 *
 * `answered/` has this command's answers, which are not requested again within a day; `earlier/` has the last answers of other harvests.
 * Older answers in `answered/`, and all answers in `earlier/`, are used only for conditional requests, because the service may have changed.
 *
 * The store does not use make-fetch-happen, which does not store refusals, respects `no-store`, and answers from its cache if a request
 * fails.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../fs/hash.ts';
import { replaceFile } from '../../fs/replace-files.ts';
import type { Answer } from './answer.ts';

const FOLDERS = ['answered', 'earlier'] as const;
/** The file next to the folders that tells people the service's base URL. */
const SERVICE_FILE = 'service.txt';

/** The file next to the folders that names the command whose answers are in `answered/`. */
const COMMAND_FILE = 'command.txt';

/** How long an answer is used without asking the service again. */
const LIFETIME_MS = 24 * 3600 * 1000;

export class AnswerStore {
  readonly #folder: string;
  readonly #base: string;
  readonly #command: string;

  /**
   * `base` is the service's URL. The folder contains only this service's answers. `command` identifies the command; the answers of another
   * command become earlier ones.
   */
  constructor(folder: string, base: string, command = '') {
    this.#folder = folder;
    this.#base = base;
    this.#command = command;
    if (readOrNull(join(folder, COMMAND_FILE)) !== command) this.#keepAsEarlier();
  }

  /** This harvest's answer; null if it is missing or older than a day. */
  find(path: string): Answer | null {
    return this.#isFresh(path) ? this.#read('answered', path) : null;
  }

  /** The last answer, which may no longer be valid. */
  findOld(path: string): Answer | null {
    return this.#read('answered', path) ?? this.#read('earlier', path);
  }

  /** Stores an answer; 304 means that the last answer is still valid. Returns the valid answer. */
  add(path: string, answer: Answer): Answer {
    if (mkdirSync(join(this.#folder, 'answered'), { recursive: true }) !== undefined) {
      writeFileSync(join(this.#folder, SERVICE_FILE), `${this.#base}\n`);
      writeFileSync(join(this.#folder, COMMAND_FILE), this.#command);
    }
    if (answer.status === 304) return this.#renew(path);
    replaceFile(this.#fileOf('answered', path), JSON.stringify(answer));
    return answer;
  }

  /** Forgets the answer for a path. */
  drop(path: string): void {
    for (const name of FOLDERS) rmSync(this.#fileOf(name, path), { force: true });
  }

  /** Ends this harvest. The next one, also of the same command, finds its answers among the earlier ones. */
  finish(): void {
    rmSync(join(this.#folder, COMMAND_FILE), { force: true });
  }

  /** Replaces the earlier answers to the same requests by those in `answered/`. */
  #keepAsEarlier(): void {
    const [answered, earlier] = FOLDERS.map((name) => join(this.#folder, name)) as [string, string];
    if (!existsSync(answered)) return;
    // If this command is killed meanwhile, no command continues with the answers that are left.
    this.finish();
    mkdirSync(earlier, { recursive: true });
    for (const name of readdirSync(answered)) renameSync(join(answered, name), join(earlier, name));
    rmSync(answered, { recursive: true });
  }

  /** Removes all answers. */
  clear(): void {
    for (const name of [...FOLDERS, SERVICE_FILE, COMMAND_FILE])
      rmSync(join(this.#folder, name), { recursive: true, force: true });
  }

  /** Makes the last answer one of this harvest's answers, received now. */
  #renew(path: string): Answer {
    const answered = this.#fileOf('answered', path);
    if (this.#read('answered', path) === null) renameSync(this.#fileOf('earlier', path), answered);
    utimesSync(answered, new Date(), new Date());
    return this.#read('answered', path) as Answer;
  }

  /** Whether this harvest's answer was received within the last day. A time far in the future means that the clock was wrong. */
  #isFresh(path: string): boolean {
    const stats = statSync(this.#fileOf('answered', path), { throwIfNoEntry: false });
    return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < LIFETIME_MS;
  }

  #fileOf(folder: (typeof FOLDERS)[number], path: string): string {
    return join(this.#folder, folder, `${sha256(`${this.#base}/${path}`)}.json`);
  }

  /** Null if there is no answer, or if its file is damaged. */
  #read(folder: (typeof FOLDERS)[number], path: string): Answer | null {
    try {
      return JSON.parse(readFileSync(this.#fileOf(folder, path), 'utf8')) as Answer;
    } catch {
      return null;
    }
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
