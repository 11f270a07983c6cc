/**
 * Finds faults and places in JSON text. `JSON.parse` reads the text; if places in it are needed, `yaml` reads it again, which knows the
 * offset of each part, because JSON is also YAML.
 */
import { type Document, visit } from 'yaml';
import type { DataPath, Finding } from '../../report/problems.ts';
import type { FoundInText } from './data-file.ts';
import { isMapping } from './mapping.ts';
import { documentOf, offsetInYaml } from './yaml-file.ts';
import { repeatedKeys } from './yaml-findings.ts';

/** The offset of the value (or its key) at a path; if the path does not exist, the offset of the nearest enclosing value. */
export function offsetInJson(text: string, at: DataPath, onKey: boolean): number {
  const document = parse(text);
  return document ? offsetInYaml(document, at, onKey) : 0;
}

/** The document; null if it is nested too deeply for `yaml`. */
function parse(text: string): Document | null {
  try {
    return documentOf(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const JSON_SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

/** The offset of the first syntax error in a text that `JSON.parse` rejects. */
export function findJsonError(text: string): number {
  const document = parse(text);
  if (!document) return 0;
  let first = text.length;
  for (const { pos } of [...document.errors, ...document.warnings]) first = Math.min(first, pos[0]);
  // YAML allows more than JSON: text without quotes, and a comma before a closing bracket.
  visit(document, {
    Scalar(_, { type, source = '', range }) {
      const isJson = type === 'QUOTE_DOUBLE' || (type === 'PLAIN' && JSON_SCALAR.test(source));
      if (!isJson && range) first = Math.min(first, range[0]);
    },
  });
  const comma = /,\s*[\]}]/.exec(text);
  return comma ? Math.min(first, comma.index + comma[0].length - 1) : first;
}

/** Findings about duplicate keys. `JSON.parse` keeps only the last of them. `value` is the parsed text. */
export function findRepeatedKeys(text: string, value: unknown): FoundInText[] {
  // Each key is a quote, a colon, and perhaps space between them; so a text without more of these has no duplicate key.
  if ((text.match(/"\s*:/g)?.length ?? 0) === countKeys(value)) return [];
  const found: FoundInText[] = [];
  const document = parse(text);
  if (!document) return [[0, TOO_DEEP]];
  visit(document, {
    Map(_, mapping) {
      for (const one of repeatedKeys(mapping)) found.push(one);
    },
  });
  return found;
}

const TOO_DEEP: Finding = {
  code: 'D150',
  message: 'not valid JSON: it is nested too deeply',
  fix: 'remove superfluous brackets',
};

function countKeys(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countKeys(one), 0);
  if (!isMapping(value)) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + 1 + countKeys(one), 0);
}
