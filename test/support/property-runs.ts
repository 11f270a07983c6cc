/**
 * Number of runs of a property. Mutation tests run the same properties thousands of times, so test/mutation sets
 * PROPERTY_RUNS_PERCENT to a few percent.
 */

const percent = Number(process.env.PROPERTY_RUNS_PERCENT ?? 100);

/** `numRuns` for fast-check. */
export const propertyRuns = (usual: number): number => Math.ceil((usual * percent) / 100);
