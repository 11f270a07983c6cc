/** Tells users what changes in a record: the names and values of members, and the finding for a value that may not be replaced. */
import { isMapping } from '../../catalogue/files/mapping.ts';
import type { Finding } from '../../report/problems.ts';
import type { Change } from './records.ts';

/** True for a change that only `--overwrite` allows: a value is replaced or removed. */
export const isReplacement = ({ old }: Change): boolean => old !== null;

/**
 * The changes to single members, as reports name them: without `parameters`, which is unambiguous because no parameter has the name of a
 * record's field.
 */
export const memberChanges = (changes: readonly Change[]): Change[] =>
  changes.flatMap(({ path: [field = '', ...path], ...values }) =>
    leafChanges({ path: field === 'parameters' ? path : [field, ...path], ...values }),
  );

function leafChanges({ path, old, new: next }: Change): Change[] {
  if (old !== null || !isMapping(next)) return [{ path, old, new: next }];
  return Object.entries(next).flatMap(([name, one]) => leafChanges({ path: [...path, name], old, new: one }));
}

/** A finding for a value that differs from the existing value. */
export function replacedFinding(label: string, { path, old, new: next }: Change): Finding {
  const message = `${label} ${showMember(path)}: ${formatValue(old)} -> ${formatValue(next)}`;
  return { code: 'D173', message, fix: 'run again with --overwrite if the new value is right' };
}

/** Formats a member's path: `redshift.best`. */
export const showMember = (path: readonly string[]): string => path.join('.');

/** Formats a value for a line of text; "nothing" for null. */
export const formatValue = (value: unknown): string => (value === null ? 'nothing' : JSON.stringify(value));
