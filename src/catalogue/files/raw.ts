/**
 * The values of the input files, generated from their schemas. Names and units are as in the files. The catalogue keeps values of
 * parameters unchanged, and has the types of `types.ts` for everything else.
 */

export type * from '../../../schemas/data-files.d.ts';
