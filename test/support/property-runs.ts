/**
 * The number of runs of a property, or of faults at random moments. PROPERTY_RUNS_PERCENT makes them fewer for mutation tests, which run
 * the same properties thousands of times, and more for `npm run long -- crash` and `npm run long -- fuzz`.
 */

const percent = Number(process.env.PROPERTY_RUNS_PERCENT ?? 100);

export const propertyRuns = (usual: number): number => Math.ceil((usual * percent) / 100);
