/**
 * Marks a text for people: titles, descriptions, meanings. Builds put them into OPTIONS bodies, the OpenAPI document and the docs. Request
 * handlers read those from packs, so scripts/bundle-edge.ts leaves the texts out of their bundles. Pure.
 */

export const text = (sentence: string): string => sentence;
