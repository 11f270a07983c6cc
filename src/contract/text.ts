/**
 * Marks human-readable text: titles, descriptions, meanings. Builds put it into OPTIONS bodies, the OpenAPI document and the docs. Request
 * handlers read those from packs, so scripts/bundle-edge.ts removes the texts from their bundles. Pure.
 */

export const text = (sentence: string): string => sentence;
