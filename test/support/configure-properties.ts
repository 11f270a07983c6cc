/**
 * Runs for each test file: properties are tried `propertyRuns(100)` times, unless they set another number, and always with the same values.
 * `SEED` chooses other values.
 */

import fc from 'fast-check';
import { propertyRuns } from './property-runs.ts';

fc.configureGlobal({ numRuns: propertyRuns(100), seed: Number(process.env.SEED ?? 1) });
