/** What the cases of the listings share: expectations about entries, and refusals of one value. Pure. */

import { allParameters, DEFAULT_PAGE_SIZE, type Listing, type Parameter } from '../contract/listings.ts';
import { invalidValue } from '../contract/refusals.ts';
import type { Expectation } from './case.ts';
import { differ, isRefusal } from './expect.ts';

/** Names and order of an object's members; `optional` may be left out. */
export const members = (entry: object, expected: readonly string[], optional = ''): string | null =>
  differ('members', Object.keys(entry), optional in entry ? expected : expected.filter((name) => name !== optional));

export const pageSize = DEFAULT_PAGE_SIZE;

/** The refusal of a value that a parameter does not have. */
export function refusedValue(listing: Listing, name: string): Expectation {
  const { codec } = parameterOf(listing, name);
  return isRefusal(invalidValue(name, codec.expected, codec.allowed));
}

export function parameterOf(listing: Listing, name: string): Parameter {
  return allParameters(listing).find((parameter) => parameter.name === name) as Parameter;
}
