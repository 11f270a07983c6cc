/**
 * Describes content of a service that the data format cannot express. In: values with their places. Out: problems and warnings,
 * whose place is the URL of the response with a JSON pointer as its fragment. Pure, except that it reads the response schemas.
 */
import { readFileSync } from 'node:fs';
import { isMapping } from '../../catalogue/files/mapping.ts';
import type { Problem } from '../../report/problems.ts';
import type { Place, Rejected } from '../merge/plan.ts';
import type { Found } from './service.ts';
import type { Entry, ServiceContent } from './service-content.ts';

/** The place of a value, or of a member of it. */
export function placeOf({ url, pointer }: Found, member = ''): Place {
  const whole = `${pointer}${member === '' ? '' : `/${member}`}`;
  return { file: whole === '' ? url : `${url}#${whole}`, line: 1, column: 1 };
}

/** The fix of warnings that only inform. */
export const NO_ACTION = 'no action needed';

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

/** Finds members that the contract does not define, each one once. `schemas` are those of the responses. */
class MemberCheck {
  readonly #known: ReadonlySet<string>;
  readonly #what: string;
  readonly #seen = new Set<string>();
  readonly #warnings: Problem[];

  constructor(what: string, schemas: readonly string[], warnings: Problem[]) {
    this.#what = what;
    this.#known = new Set([...WITHOUT_USE, ...schemas.flatMap(memberNames)]);
    this.#warnings = warnings;
  }

  check(found: Found): void {
    this.#look(found, found.value, '');
  }

  #look(found: Found, value: unknown, path: string): void {
    if (Array.isArray(value)) {
      for (const [n, one] of value.entries()) if (typeof one === 'object') this.#look(found, one, `${path}/${n}`);
    } else if (isMapping(value)) {
      for (const [name, one] of Object.entries(value)) {
        if (!this.#known.has(name)) this.#warn(found, `${path}/${name}`, name);
        else if (typeof one === 'object') this.#look(found, one, `${path}/${name}`);
      }
    }
  }

  #warn(found: Found, path: string, name: string): void {
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    const message = `${this.#what} have a member "${name}", which the data format does not support`;
    this.#warnings.push(serviceWarning(found, path.slice(1), message, NO_ACTION));
  }
}

/** Warns of members that the contract does not define. */
export function warnOfUnknownMembers(found: ServiceContent): void {
  const look = (what: string, schemas: readonly string[], entries: readonly Entry[]): void => {
    const check = new MemberCheck(what, schemas, found.warnings);
    for (const entry of entries) check.check(entry);
  };
  const inner = (all: readonly { readonly inner: readonly Entry[] }[]): Entry[] => all.flatMap((one) => one.inner);
  look('runs', ['runs-page'], found.runs);
  look('catalogs', ['catalogs-page'], found.catalogs);
  look('event versions', ['event-versions-page', 'event-versions-parameters-page'], found.eventVersions);
  look('events', ['events-page', 'events-detail'], [...found.events, ...found.eventRecords.values()]);
  look('parameter sets', ['parameter-sets-page'], inner(found.parameterSets));
  look('event strain files', ['event-strain-files-page'], inner(found.eventFiles));
  look(
    'datasets',
    ['datasets-page'],
    found.datasets.map(({ entry }) => entry),
  );
  look('strain files', ['strain-files-page', 'strain-files-detail'], [...inner(found.datasets), ...found.fileRecords]);
  look(
    'timelines',
    ['timelines-page'],
    found.timelines.map(({ entry }) => entry),
  );
  look('segments', ['segments-page'], inner(found.timelines));
}

/** Names of all members in a response schema, at any depth. */
function memberNames(schema: string): string[] {
  const url = new URL(`../../../schemas/responses/${schema}.schema.json`, import.meta.url);
  const names: string[] = [];
  JSON.parse(readFileSync(url, 'utf8'), (key, value) => {
    if (key === 'properties') names.push(...Object.keys(value as object));
    return value;
  });
  return names;
}
