/**
 * Describes content of a service that the data format cannot express. In: values with their places. Out: problems and warnings,
 * whose place is the URL of the response with a JSON pointer as its fragment. Pure, except that it reads the response schemas.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Problem } from '../../report/problems.ts';
import type { Place, Rejected } from '../merge/plan.ts';
import type { Found } from './service.ts';

/** The place of a value, or of a member of it. */
export function placeOf({ url, pointer }: Found, member = ''): Place {
  const whole = `${pointer}${member === '' ? '' : `/${member}`}`;
  return { file: whole === '' ? url : `${url}#${whole}`, line: 1, column: 1 };
}

/** The fix of warnings that only inform. */
export const NO_ACTION = 'no action needed';

/** The fix of entries that the data format cannot express. */
export const LINKS_ARE_DERIVED = 'not possible, because the data format derives all links';

/** A warning about content that is read although something is unusual. */
export function serviceWarning(found: Found, member: string, message: string, fix: string): Problem {
  return { ...placeOf(found, member), code: 'W211', message, fix };
}

/** An entry that is left out; `label` names its record. */
export function rejectedEntry(found: Found, member: string, label: string, message: string, fix: string): Rejected {
  return { place: placeOf(found, member), label, findings: [{ code: 'D180', message, fix }] };
}

/** Additional members of the real service that are known, and not needed. */
const WITHOUT_USE: ReadonlySet<string> = new Set([
  // Of a parameter: the number of decimals on a page.
  'decimal_places',
  // Of a dataset; `npoints` divided by `duration` is its sample rate.
  'frame_type',
  'npoints',
  'duration',
  'npoints_QI',
  'data_quality_bits',
  'injection_bits',
]);

const SCHEMAS = new URL('../../../schemas/responses/', import.meta.url);

/** Names of all members in the response schemas of a collection, at any depth. */
function membersOf(collection: string): Set<string> {
  const names = new Set(WITHOUT_USE);
  for (const file of readdirSync(SCHEMAS).filter((name) => name.startsWith(`${collection}-`))) {
    JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8'), (key, value) => {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
      return value;
    });
  }
  return names;
}

/** Finds members that the contract does not define, each name once in a collection. */
export class MemberCheck {
  /** The names that are known or already reported, by collection. */
  readonly #known = new Map<string, Set<string>>();

  check(collection: string, found: Found): Problem[] {
    const known = this.#known.get(collection) ?? membersOf(collection);
    this.#known.set(collection, known);
    const warnings: Problem[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, one] of Object.entries(value)) {
        const at = path === '' ? name : `${path}/${name}`;
        if (Array.isArray(value) || known.has(name)) {
          look(one, at);
          continue;
        }
        known.add(name);
        const message = `${collection.replaceAll('-', ' ')} have a member "${name}", which the data format does not support`;
        warnings.push(serviceWarning(found, at, message, NO_ACTION));
      }
    };
    look(found.value, '');
    return warnings;
  }
}
