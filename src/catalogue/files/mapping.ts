/** Mappings, as YAML calls them, and objects, as JSON does. Pure. */

/** Values by name. */
export type Mapping = Readonly<Record<string, unknown>>;

/** True for a mapping; false for a list, and for null. */
export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
