/** Checks names beyond their schemas, because names become path segments. */

import type { ProblemCode } from '../report/problem-codes.ts';
import type { Finding } from '../report/problems.ts';
import { findMisspelt, suggestFix } from './suggest-fix.ts';

/** Names that entries may refer to; null if the file that defines them could not be read. */
export interface KnownNames {
  readonly detectors: readonly string[] | null;
  readonly runs: readonly string[] | null;
  readonly catalogs: readonly string[] | null;
  /** The catalogs that consist of other catalogs. */
  readonly cumulative: readonly string[] | null;
  readonly parameters: readonly string[] | null;
  /** Parameters that occur only in parameter sets. */
  readonly otherParameters: readonly string[] | null;
}

type NamedKind = 'a catalog' | 'a dataset' | 'a flag' | 'a run' | 'a version' | 'an alias' | 'an event';

const RESERVED_WORDS = ['_', 'all', 'last'];

/** Words that cannot be names, in lower case: they are used in paths or have a meaning in filters (docs/errors.md, D121). */
const RESERVED: Readonly<Record<NamedKind, readonly string[]>> = {
  'a catalog': [...RESERVED_WORDS, 'allevents', 'event', 'query'],
  'a dataset': [...RESERVED_WORDS, 'history'],
  'a flag': [],
  'a run': ['history'],
  'a version': RESERVED_WORDS,
  'an alias': RESERVED_WORDS,
  'an event': RESERVED_WORDS,
};

/**
 * Extensions that names must not have. Records and listings are stored in files such as `X.json`, so a folder with such a name could
 * collide with a file.
 */
const FILE_ENDING = /\.(?:json|gz|br)$/i;

/**
 * Names that Windows reserves for devices, with or without an extension, and names that end in a dot, which Windows removes. A site or data
 * folder that contains such a name could not be copied to Windows. Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const UNUSABLE_ON_WINDOWS = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)|\.$/i;

/** A finding if a name cannot be part of a path because paths, the site's files or Windows already use it for something else. */
export function reservedNameFinding(kind: NamedKind, name: string): Finding | null {
  const reason = reasonAgainst(kind, name);
  if (reason === null) return null;
  const message = `${kind} cannot be named "${name}", because ${reason}`;
  return { code: 'D121', message, fix: 'choose another name' };
}

function reasonAgainst(kind: NamedKind, name: string): string | null {
  if (RESERVED[kind].includes(name.toLowerCase())) return 'paths use this word';
  if (FILE_ENDING.test(name)) return 'files of the site have this extension';
  return UNUSABLE_ON_WINDOWS.test(name) ? 'Windows cannot store a file or folder with this name' : null;
}

/** True for a code such as `H1`. */
export const isDetectorCode = (text: string): boolean => /^[A-Z][0-9]$/.test(text);

/** A finding if `name` is unknown. Returns null if `known` is null, because the names could not be read. */
export function unknownNameFinding(
  code: ProblemCode,
  kind: string,
  name: string,
  known: readonly string[] | null,
  definedIn: string,
): Finding | null {
  if (known === null || known.includes(name)) return null;
  const fields = known.length === 0 ? FIELDS[kind] : undefined;
  const added = fields === undefined ? `add it to ${definedIn}` : `add it to ${definedIn}, with ${fields}`;
  // Two parameters with similar names have different values.
  const find = kind === 'parameter' ? findMisspelt : undefined;
  return { code, message: `unknown ${kind} "${name}"`, fix: suggestFix(name, known, `${added}, or correct it`, find) };
}

/** A record's required fields besides its name, for hints. */
const FIELDS: Readonly<Record<string, string>> = {
  run: 'gps_start and gps_end',
  catalog: 'a description',
  parameter: 'unit and description',
};

/** Describes the location of a name, such as `runs.yaml:4`; only called when a message needs it. */
type DescribePlace = () => string;

/**
 * Detects duplicate names, and names that differ only in case, which some file systems and hosts treat as the same path. Use one register
 * per kind of name; `place` describes the location of the name, for the message about a duplicate.
 */
export class NameRegister {
  readonly #kind: string;
  readonly #places = new Map<string, { name: string; place: DescribePlace }>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Adds a name. Returns a finding if the name already exists in a different case, or in the same case unless it `mayRepeat`. */
  add(name: string, place: DescribePlace, mayRepeat = false): Finding | null {
    const key = name.toLowerCase();
    const first = this.#places.get(key);
    if (!first) this.#places.set(key, { name, place });
    if (!first || (mayRepeat && first.name === name)) return null;
    if (first.name === name) {
      const message = `${this.#kind} ${name} is given twice, first at ${first.place()}`;
      return { code: 'D130', message, fix: 'keep one of the two' };
    }
    const message = `${this.#kind} ${name} differs from ${first.name} (${first.place()}) only in case`;
    return { code: 'D122', message, fix: 'use one spelling, or another name' };
  }
}
