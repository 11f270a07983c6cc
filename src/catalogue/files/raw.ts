/**
 * The values of the input files, generated from their schemas. Names and units are as in the files. The catalogue holds values of
 * parameters as they are, and the rest as types of `types.ts`.
 */

export type * from '../../../schemas/data-files.d.ts';
