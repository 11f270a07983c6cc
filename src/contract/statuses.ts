/** Statuses of answers that are no refusals; those of refusals are in `refusals.ts`. */

export const OK = 200;
export const FOUND = 302;
export const NOT_MODIFIED = 304;
/** Statuses from this one on are errors. */
export const LEAST_ERROR = 400;
