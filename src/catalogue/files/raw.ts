/**
 * The values of the input files, before they become the types of `types.ts`: generated from their schemas. Units as in `types.ts`; the
 * names are those of the files.
 */

export type * from '../../../schemas/data-files.d.ts';
