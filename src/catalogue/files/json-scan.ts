/**
 * Finds positions in JSON text: the first syntax error, duplicate keys, and the offsets of keys and values. Offsets are 0-based. Pure.
 *
 * Statistics are scanned only if a line has problems, because scanning is slow; community catalogs are always scanned.
 */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { DataPath } from '../../report/problems.ts';

export interface JsonPlaces {
  /** Offset of the first syntax error, or null. */
  readonly errorAt: number | null;
  /** Offset of the value at a path, or of its key. If the path does not exist, the offset of the nearest enclosing value. */
  offsetOf(path: DataPath, onKey: boolean): number;
  /** Duplicate keys with their offsets. */
  readonly repeatedKeys: readonly { readonly key: string; readonly offset: number }[];
}

/** Scans JSON text. If nesting exhausts the stack, reports a syntax error at the start of the text. */
export function scanJson(text: string): JsonPlaces {
  try {
    return scan(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { errorAt: 0, offsetOf: () => 0, repeatedKeys: [] };
  }
}

function scan(text: string): JsonPlaces {
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
      // A list element has no key, so the list is used instead.
      offset = (onKey && depth === path.length - 1 ? (property ?? parent ?? node) : node).offset;
    }
    return offset;
  };
  return { errorAt: errors[0]?.offset ?? null, offsetOf, repeatedKeys: tree ? repeatedKeysOf(tree) : [] };
}

/** An object's properties by key, cached because the library would search all of them for each problem. */
const knownProperties = new WeakMap<Node, ReadonlyMap<string, Node>>();

function propertyOf(object: Node, key: string): Node | undefined {
  let properties = knownProperties.get(object);
  if (properties === undefined) {
    properties = new Map(object.children?.map((property) => [String(property.children?.[0]?.value), property]));
    knownProperties.set(object, properties);
  }
  return properties.get(key);
}

/** Adds a value's duplicate keys to those found so far. */
function repeatedKeysOf({ type, children = [] }: Node, found: { key: string; offset: number }[] = []) {
  const seen = new Set<string>();
  for (const child of children) {
    if (type === 'object') {
      const key = String(child.children?.[0]?.value);
      if (seen.has(key)) found.push({ key, offset: child.offset });
      seen.add(key);
    }
    repeatedKeysOf(child, found);
  }
  return found;
}
