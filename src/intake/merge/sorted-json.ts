/** Identifies values by text. */
import { isMapping } from '../../catalogue/files/mapping.ts';

/** A value as JSON with sorted members: two values have the same text if they differ only in the order of members. */
export const sortedJson = (value: unknown): string =>
  // Most values are numbers and strings, for which this is faster.
  typeof value === 'object' ? JSON.stringify(value, withSortedMembers) : JSON.stringify(value);

const withSortedMembers = (_: string, value: unknown): unknown =>
  isMapping(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
