/** Warnings about content of a service that is read although something is unusual. */
import { responseSchemas } from '../../catalogue/response-schemas.ts';
import { type Problem, toProblem } from '../../report/problems.ts';
import { type Entry, placeOf } from './service-content.ts';

/** `member` is the part of the value that the warning is about; empty for the whole value. */
export function serviceWarning(
  found: Entry<unknown>,
  member: string,
  message: string,
  fix = 'no action needed',
): Problem {
  return toProblem({ code: 'W211', message, fix }, placeOf(found, member));
}

/** Members that the real service sends in addition to those in the contract. They are not needed, so they cause no warning. */
const WITHOUT_USE = [
  // In a parameter: the number of decimal places shown on a page.
  'decimal_places',
  // In a dataset. `npoints` divided by `duration` is its sample rate.
  'frame_type',
  'npoints',
  'duration',
  'npoints_QI',
  'data_quality_bits',
  'injection_bits',
];

/** Names of all members in a collection's response schemas, at any depth, and of members that are ignored. */
export function membersOf(collection: string): Set<string> {
  const names = new Set(WITHOUT_USE);
  const schemas = [...responseSchemas()].filter(([name]) => name.startsWith(`${collection}-`));
  // `JSON.stringify` visits every member in the schemas.
  JSON.stringify(schemas, (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    return value;
  });
  return names;
}

/** Warnings about members that the contract does not define. Adds their names to `known`, so each name is reported once. */
export function unknownMembers(collection: string, entry: Entry, known: Set<string>): Problem[] {
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
      warnings.push(serviceWarning(entry, at, message));
    }
  };
  look(entry.value, '');
  return warnings;
}
