/** Reads values in a service's responses, which can have any type; the check of the merged data reports wrong types. */

/** The service sends this for missing text. */
const NOT_AVAILABLE = 'na';

/** A value as a string; empty if the value is missing. Objects become JSON, which the import's checks reject and show. */
export function stringOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

/** A value as a string; undefined if the string is empty. */
export const optionalText = (value: unknown): string | undefined => stringOf(value) || undefined;

/** The name of a default parameter, which the service also writes with hyphens. Other parameters keep their names. */
export const defaultParameterName = (value: unknown): string => stringOf(value).replaceAll('-', '_');

/** A value as a string; undefined if the string is empty or the placeholder for missing text. */
export function availableText(value: unknown): string | undefined {
  const text = optionalText(value);
  return text === NOT_AVAILABLE ? undefined : text;
}

/** A number; undefined if the value is missing. Other values are returned as strings. */
export function numberOf(value: unknown): number | string | undefined {
  // Adding 0 turns -0 into 0, because a data file would show the sign.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : optionalText(value);
}

/** The values in a list as strings, without empty strings; undefined if no strings remain. */
export function nonEmptyTexts(value: unknown): string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value]).map(stringOf).filter((text) => text !== '');
  return texts.length > 0 ? texts : undefined;
}

/** The strings in a list. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
