/**
 * Rules that names obey beyond their schemas, because they become path segments. In: names. Out: findings. Pure.
 */
import { suggest } from './files/did-you-mean.ts';
import type { Finding, ProblemCode } from './files/problems.ts';

/** What entries may refer to; null where the file that defines the names could not be read. */
export interface KnownNames {
  readonly detectors: readonly string[] | null;
  readonly runs: readonly string[] | null;
  readonly catalogs: readonly string[] | null;
  /** The catalogs that are made of others. */
  readonly cumulative: readonly string[] | null;
  readonly parameters: readonly string[] | null;
}

/** Segments that stand for "no filter" in the paths of page files, whatever their case. */
const RESERVED = new Set(['_', 'all', 'last']);

/** What names of files end in, so that a folder with such a name could take the place of a file. */
const FILE_ENDING = /\.(?:json|gz|br)$/i;

/** A finding where a name ends as the files of a site do: the record `X` is in `X.json`, the listings below `X.json` are too. */
export function fileNameFinding(kind: string, name: string): Finding | null {
  if (!FILE_ENDING.test(name)) return null;
  const message = `${kind} cannot be named "${name}", files of the site have this extension`;
  return { code: 'D121', message, fix: 'choose another name' };
}

/** A finding where the name of a catalog, event or dataset is a word that paths use themselves, or could be that of a file. */
export function reservedNameFinding(kind: string, name: string): Finding | null {
  if (!RESERVED.has(name.toLowerCase())) return fileNameFinding(kind, name);
  const message = `${kind} cannot be named "${name}", paths use this word`;
  return { code: 'D121', message, fix: 'choose another name' };
}

/** A finding where `name` is not among the known ones; none where these could not be read (null). */
export function unknownNameFinding(
  code: ProblemCode,
  kind: string,
  name: string,
  known: readonly string[] | null,
  definedIn: string,
): Finding | null {
  if (known === null || known.includes(name)) return null;
  return {
    code,
    message: `unknown ${kind} "${name}"`,
    fix: suggest(name, known, `add it to ${definedIn}, or correct it`),
  };
}

/** Says where a name stands, such as `runs.yaml:4`; only called when a message needs it. */
type Place = () => string;

/**
 * Notices names given twice, and names that differ by case alone: some file systems and hosts take these for the same path.
 * One register a kind of name; `place` says where the name stands, for the message about the second one.
 */
export class NameRegister {
  readonly #kind: string;
  readonly #places = new Map<string, { name: string; place: Place }>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Adds a name. Out: a finding where it was there, in this or another case. */
  add(name: string, place: Place): Finding | null {
    const key = name.toLowerCase();
    const first = this.#places.get(key);
    if (!first) {
      this.#places.set(key, { name, place });
      return null;
    }
    if (first.name === name) {
      const message = `${this.#kind} ${name} is given twice, first at ${first.place()}`;
      return { code: 'D130', message, fix: 'keep one of the two' };
    }
    return this.#caseFinding(name, first);
  }

  /** Like `add`, for names that may come again: only a difference in case is a finding. */
  addAgain(name: string, place: Place): Finding | null {
    const key = name.toLowerCase();
    const first = this.#places.get(key);
    if (!first) this.#places.set(key, { name, place });
    return first && first.name !== name ? this.#caseFinding(name, first) : null;
  }

  #caseFinding(name: string, first: { name: string; place: Place }): Finding {
    const message = `${this.#kind} ${name} differs from ${first.name} (${first.place()}) by case alone`;
    return { code: 'D122', message, fix: 'use one spelling, or another name' };
  }
}
