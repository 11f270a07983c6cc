/** Defines the type of a YAML mapping or JSON object, and a test for it. */

/** Values by name. */
export type Mapping = Readonly<Record<string, unknown>>;

/** True for a mapping; false for a list or null. */
export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
