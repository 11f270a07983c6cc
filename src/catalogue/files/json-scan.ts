/**
 * Finds places in one line of JSON: the first syntax error, keys given twice, and the offsets of keys and values. Pure.
 *
 * In: the text. Out: 0-based offsets. Only used once a line is known to be wrong; `JSON.parse` and ajv say that it is.
 */
import type { DataPath } from './yaml-file.ts';

const SPACE = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON texts must not hold them.
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SIMPLE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|true(?!\w)|false(?!\w)|null(?!\w)/y;

/** Deeper nesting than any record has; keeps the recursion short on hostile input. */
const MAX_DEPTH = 50;

export interface JsonPlaces {
  /** Offset of the first character that breaks the syntax; null where there is none. */
  readonly errorAt: number | null;
  /** Offset of the value at a path, or of its key; 0 where there is none. Of a key given twice, the first. */
  offsetOf(path: DataPath, onKey: boolean): number;
  /** Keys that their object has already, with the offset of each. */
  readonly repeatedKeys: readonly { readonly key: string; readonly offset: number }[];
}

class SyntaxFault extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super(`JSON syntax at ${offset}`);
    this.offset = offset;
  }
}

export function scanJson(text: string): JsonPlaces {
  const values = new Map<string, number>();
  const keys = new Map<string, number>();
  const repeatedKeys: { key: string; offset: number }[] = [];
  let offset = 0;

  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = offset;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) offset += found.length;
    return found;
  };
  const skipSpace = (): void => void match(SPACE);
  const take = (character: string): boolean => {
    skipSpace();
    if (text[offset] !== character) return false;
    offset++;
    return true;
  };
  const expect = (character: string): void => {
    if (!take(character)) throw new SyntaxFault(offset);
  };
  const scanValue = (path: DataPath): void => {
    skipSpace();
    values.set(keyOf(path), offset);
    if (path.length > MAX_DEPTH) throw new SyntaxFault(offset);
    if (take('{')) scanMembers(path);
    else if (take('[')) scanElements(path);
    else if (match(TEXT) === null && match(SIMPLE) === null) throw new SyntaxFault(offset);
  };
  const scanMembers = (path: DataPath): void => {
    if (take('}')) return;
    do {
      skipSpace();
      const start = offset;
      const key = match(TEXT);
      if (key === null) throw new SyntaxFault(offset);
      const name = String(JSON.parse(key));
      const member = [...path, name];
      if (keys.has(keyOf(member))) repeatedKeys.push({ key: name, offset: start });
      else keys.set(keyOf(member), start);
      expect(':');
      scanValue(member);
    } while (take(','));
    expect('}');
  };
  const scanElements = (path: DataPath): void => {
    if (take(']')) return;
    let index = 0;
    do scanValue([...path, index++]);
    while (take(','));
    expect(']');
  };

  let errorAt: number | null = null;
  try {
    scanValue([]);
    skipSpace();
    if (offset < text.length) errorAt = offset;
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    errorAt = error.offset;
  }
  const offsetOf = (path: DataPath, onKey: boolean): number => {
    for (let depth = path.length; depth > 0; depth--) {
      const key = keyOf(path.slice(0, depth));
      const found = onKey && depth === path.length ? keys.get(key) : values.get(key);
      if (found !== undefined) return found;
    }
    return 0;
  };
  return { errorAt, offsetOf, repeatedKeys };
}

const keyOf = (path: DataPath): string => JSON.stringify(path);
