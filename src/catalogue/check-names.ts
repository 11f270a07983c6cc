/** Checks names beyond their schemas, because names become path segments, and references to names. */

import { basename, dirname, join } from 'node:path';
import { PARAMETER_COLUMNS } from '../core/contract/parameter-forms.ts';
import type { Finding } from '../report/problems.ts';
import { stemOf } from './files/input-files.ts';
import { findMisspelt, suggestFix } from './files/suggest-fix.ts';

/** Names that entries may refer to. */
export interface KnownNames {
  readonly detectors: readonly string[];
  readonly runs: readonly string[];
  readonly catalogs: readonly string[];
  /** The catalogs that consist of other catalogs. */
  readonly cumulative: readonly string[];
  readonly parameters: readonly string[];
  /** Parameters that occur only in parameter sets. */
  readonly otherParameters: readonly string[];
}

const RESERVED_WORDS = ['_', 'all', 'last'];

/** Words that cannot be names, in lower case: they are used in paths or have a meaning in filters (docs/errors.md, D121). */
const RESERVED = {
  alias: RESERVED_WORDS,
  catalog: [...RESERVED_WORDS, 'allevents', 'event', 'query'],
  dataset: [...RESERVED_WORDS, 'history'],
  event: RESERVED_WORDS,
  flag: [],
  run: ['history'],
  version: RESERVED_WORDS,
} satisfies Readonly<Record<string, readonly string[]>>;

/** The kinds of names that other files refer to: the code for an unknown name, where names are defined, and the other fields of a first record. */
const REFERENCES = {
  catalog: { code: 'D132', definedIn: 'catalogs.yaml', fields: 'a description' },
  detector: { code: 'D133', definedIn: 'detectors.yaml', fields: null },
  event: { code: 'D136', definedIn: 'event-versions/ with its first version', fields: null },
  parameter: { code: 'D134', definedIn: 'default-parameters.yaml', fields: 'unit and description' },
  run: { code: 'D135', definedIn: 'runs.yaml', fields: 'gps_start and gps_end' },
} as const;

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
export function reservedNameFinding(kind: keyof typeof RESERVED, name: string): Finding | null {
  const reason = reasonAgainst(RESERVED[kind], name);
  if (reason === null) return null;
  const message = `${/^[ae]/.test(kind) ? 'an' : 'a'} ${kind} cannot be named "${name}", because ${reason}`;
  return { code: 'D121', message, fix: 'choose another name' };
}

function reasonAgainst(reserved: readonly string[], name: string): string | null {
  if (reserved.includes(name.toLowerCase())) return 'paths use this word';
  if (FILE_ENDING.test(name)) return 'files of the site have this extension';
  return UNUSABLE_ON_WINDOWS.test(name) ? 'Windows cannot store a file or folder with this name' : null;
}

/** True for a code such as `H1`. */
export const isDetectorCode = (text: string): boolean => /^[A-Z][0-9]$/.test(text);

/** A finding if `name` is not among the `known` names. */
export function unknownNameFinding(
  kind: keyof typeof REFERENCES,
  name: string,
  known: readonly string[],
  definedIn: string = REFERENCES[kind].definedIn,
): Finding | null {
  if (known.includes(name)) return null;
  const { code, fields } = REFERENCES[kind];
  const added = `add it to ${definedIn}${known.length > 0 || fields === null ? '' : `, with ${fields}`}`;
  // Two parameters with similar names have different values.
  const find = kind === 'parameter' ? findMisspelt : undefined;
  return { code, message: `unknown ${kind} "${name}"`, fix: suggestFix(name, known, `${added}, or correct it`, find) };
}

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

/**
 * Parameter names that have another meaning, in lower case: a range filter, import columns (a test compares them with the tables), and record
 * members in the older interfaces.
 */
const RESERVED_PARAMETERS = new Set([
  'gps_time',
  'prototype',
  ...['name', 'version', 'gps', 'catalog', 'detectors', 'bulk_detectors', 'detectors_source', 'doi'],
  ...['short_name', 'reference', 'set', 'description', 'date_added', 'pipeline', 'pipeline_type', 'waveform_family'],
  ...['data_url', 'is_preferred', 'links'],
  ...['commonname', 'gracedb_id', 'jsonurl', 'parameters', 'strain'],
]);

/** The ending of the column with a parameter's unit, which only imported tables have. */
export const UNIT_ENDING = '_unit';

/** Matches the endings of the columns with a parameter's errors, limit and unit. */
const COLUMN_ENDING = new RegExp(`(?:${[...PARAMETER_COLUMNS.filter(Boolean), UNIT_ENDING].join('|')})$`);

/** A finding if a name cannot be a parameter. `known` contains the parameters that have columns. */
export function parameterNameFinding(name: string, known: ReadonlySet<string>): Finding | null {
  const isColumn = COLUMN_ENDING.test(name) && known.has(name.replace(COLUMN_ENDING, ''));
  // In JavaScript, every object has members such as `constructor`.
  const isReserved = RESERVED_PARAMETERS.has(name.toLowerCase()) || name in Object.prototype;
  if (!isColumn && !isReserved) return null;
  const reason = name === 'gps_time' ? 'the range filter gps-time has this name' : 'the name has another meaning';
  const message = `a parameter cannot be named "${name}", because ${reason}`;
  return { code: 'D121', message, fix: 'choose another name' };
}

/**
 * Checks that a file in a folder is named after its content. `name` is the value of its member `field`, which `checkName` checks; `paths` are
 * all files in the folder.
 */
export function checkFileName(
  { path, field, name }: { readonly path: string; readonly field: string; readonly name: string },
  paths: readonly string[],
  checkName: (name: string) => Finding | null,
): Finding[] {
  const ofFile = stemOf(path);
  const wrong = checkName(name);
  if (ofFile === name) return wrong ? [wrong] : [];
  // If only the file's name is valid, the field is misspelt: report one problem, not two.
  const isMisspelt = wrong !== null && checkName(ofFile) === null;
  const message = `${field} is "${name}", but the file is named ${basename(path)}`;
  const fix = isMisspelt
    ? `write "${field}: ${ofFile}"`
    : paths.includes(join(dirname(path), `${name}.yaml`))
      ? `correct ${field}, or move the file away: ${name}.yaml exists`
      : `rename the file to ${name}.yaml, or correct ${field}`;
  return [...(wrong && !isMisspelt ? [wrong] : []), { code: 'D123', message, fix }];
}
