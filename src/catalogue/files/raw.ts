/**
 * Types for the values in input files, generated from their schemas. Names and units are as in the files. The catalogue keeps parameter
 * values unchanged, and uses the types in `types.ts` for everything else.
 */

export type * from '../../../schemas/data-files.d.ts';
