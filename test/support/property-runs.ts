/** How thorough the tests are. */

/** True in `npm run long -- tests`, which also runs tests that `npm test` leaves out to stay short: more faults, hosts and huge inputs. */
export const LONG = process.env.LONG === '1';

/** Hosts get one in this many requests of a check if their adapter differs little from one that passes all of them in `npm test`. */
export const EVERY = LONG ? 1 : 10;

/**
 * The number of runs of a property, or of faults at random moments. PROPERTY_RUNS_PERCENT makes them fewer for mutation tests, which run
 * the same properties thousands of times, and more for `npm run long -- crash` and `npm run long -- fuzz`.
 */

const percent = Number(process.env.PROPERTY_RUNS_PERCENT ?? 100);

export const propertyRuns = (usual: number): number => Math.ceil((usual * percent) / 100);
