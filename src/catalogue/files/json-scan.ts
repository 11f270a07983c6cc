/**
 * Finds positions in one line of JSON: the first syntax error, duplicate keys, and the offsets of keys and values. Pure.
 *
 * In: the text. Out: 0-based offsets. Only used for lines that `JSON.parse` or ajv has rejected.
 */
import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { DataPath } from './yaml-file.ts';

/** Maximum nesting, more than any record has: hostile input could exhaust the parser's stack. */
const MAX_DEPTH = 51;

export interface JsonPlaces {
  /** Offset of the first syntax error, or null. */
  readonly errorAt: number | null;
  /** Offset of the value at a path, or of its key. If the path does not exist, offset of the nearest enclosing value. */
  offsetOf(path: DataPath, onKey: boolean): number;
  /** Duplicate keys with their offsets. */
  readonly repeatedKeys: readonly { readonly key: string; readonly offset: number }[];
}

/** Scans a text. Excessive nesting is reported as a syntax error at the position where it starts. */
export function scanJson(text: string): JsonPlaces {
  const tooDeepAt = findTooDeep(text);
  if (tooDeepAt !== null) return { errorAt: tooDeepAt, offsetOf: () => 0, repeatedKeys: [] };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const offsetOf = (path: DataPath, onKey: boolean): number => {
    let node = tree;
    let offset = 0;
    for (const [depth, step] of path.entries()) {
      const parent: Node | undefined = node;
      const property = parent?.type === 'object' ? propertyOf(parent, String(step)) : undefined;
      node = parent?.type === 'array' ? parent.children?.[Number(step)] : property?.children?.[1];
      if (!node) break;
      // An element of a list has no key: the list stands for it.
      offset = (onKey && depth === path.length - 1 ? (property ?? parent ?? node) : node).offset;
    }
    return offset;
  };
  return { errorAt: errors[0]?.offset ?? null, offsetOf, repeatedKeys: tree ? [...repeatedKeysOf(tree)] : [] };
}

/** The properties of an object by key, because the library would search all of them for each problem. */
const knownProperties = new WeakMap<Node, ReadonlyMap<string, Node>>();

function propertyOf(object: Node, key: string): Node | undefined {
  let properties = knownProperties.get(object);
  if (properties === undefined) {
    properties = new Map(object.children?.map((property) => [String(property.children?.[0]?.value), property]));
    knownProperties.set(object, properties);
  }
  return properties.get(key);
}

/** Offset of the bracket that exceeds the maximum nesting, or null. */
function findTooDeep(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const sign = text.charAt(offset);
    if (sign === ']' || sign === '}') depth--;
    if ((sign === '[' || sign === '{') && ++depth > MAX_DEPTH) return offset;
  }
  return null;
}

function* repeatedKeysOf({ type, children = [] }: Node): Generator<{ key: string; offset: number }> {
  const seen = new Set<string>();
  for (const child of children) {
    if (type === 'object') {
      const key = String(child.children?.[0]?.value);
      if (seen.has(key)) yield { key, offset: child.offset };
      seen.add(key);
    }
    yield* repeatedKeysOf(child);
  }
}
