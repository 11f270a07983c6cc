/**
 * Marks human-readable text: titles, descriptions, meanings. Builds put it into OPTIONS bodies, the OpenAPI document and the docs. Request
 * handlers read the results from packs, so scripts/bundle-edge.ts removes this text from their bundles. Pure.
 */

/** Joins the parts of a sentence. Not a template literal, because the bundler would keep it in case its values have side effects. */
export const prose = (...parts: readonly (string | number)[]): string => parts.join('');
