/**
 * Reads YAML up to an error: what was open there, and which keys and hyphens were before it. In: a text and an offset. Out: a reading.
 */
import { createRequire } from 'node:module';

// Loaded when it is needed, as in yaml-file.ts.
const require = createRequire(import.meta.url);

interface Token {
  readonly offset: number;
  readonly source: string;
}

interface Bracket extends Token {
  /** Offset of its line. */
  readonly lineStart: number;
  /** A collection inside it spans several lines. */
  isUncertain: boolean;
}

/** A key at the beginning of its line, or the hyphen of a list element. */
export interface Place {
  readonly offset: number;
  /** 1-based. */
  readonly column: number;
  /** `-` for a hyphen. */
  readonly name: string;
}

/** What the parser had read when it came to the error. */
export interface Reading {
  /** The last quoted or plain text that begins before the error, or at it. */
  readonly scalar: Token | null;
  /** Brackets that are open, the innermost last. */
  readonly brackets: readonly Bracket[];
  /** The last keys before the error, of its level and of each enclosing one; their columns ascend. */
  readonly keys: readonly Place[];
  /** The same for hyphens. */
  readonly hyphens: readonly Place[];
  /** Columns of all hyphens before the error. */
  readonly hyphenColumns: ReadonlySet<number>;
  /** The first key or hyphen at the error, or after it. */
  readonly wrong: Place | null;
}

/** Tokens without text: a document begins; a collection in brackets ends because the next line is not indented enough; a scalar follows. */
const [DOCUMENT, FLOW_END, SCALAR] = ['\u0002', '\u0018', '\u001f'];

/**
 * Reads a text up to the first key or hyphen from an offset on, in linear time. The lexer of `yaml` splits it, so that quotes,
 * comments and text over several lines are seen as the parser sees them.
 */
export function readUntil(text: string, end: number): Reading {
  const { Lexer } = require('yaml') as typeof import('yaml');
  const keys: Place[] = [];
  const hyphens: Place[] = [];
  const hyphenColumns = new Set<number>();
  const brackets: Bracket[] = [];
  let openAtEnd: readonly Bracket[] | null = null;
  let scalar: Token | null = null;
  let wrong: Place | null = null;
  let [offset, lineStart, lineOfKey] = [0, 0, -1];
  let isScalar = false;
  for (const source of new Lexer().lex(text)) {
    if (offset >= end) openAtEnd ??= [...brackets];
    if (!isScalar && (source === DOCUMENT || source === FLOW_END || source === SCALAR)) {
      if (source === FLOW_END) brackets.length = 0;
      isScalar = source === SCALAR;
      continue;
    }
    if (isScalar || source[0] === '"' || source[0] === "'") {
      if (offset <= end) scalar = { offset, source };
    } else if (source === '[' || source === '{') {
      brackets.push({ offset, source, lineStart, isUncertain: false });
    } else if (source === ']' || source === '}') {
      const closed = brackets.pop();
      const outer = brackets.at(-1);
      if (outer && closed?.lineStart !== lineStart) outer.isUncertain = true;
    } else if (brackets.length === 0 && source === '-') {
      const place = { offset, column: offset - lineStart + 1, name: source };
      if (offset >= end) wrong = place;
      else {
        leave(keys, place.column + 1);
        leave(hyphens, place.column);
        hyphens.push(place);
        hyphenColumns.add(place.column);
      }
    } else if (brackets.length === 0 && source === ':') {
      const isFirst = lineOfKey !== lineStart;
      // A second colon is not about indentation.
      if (!isFirst && offset >= end) break;
      if (isFirst) {
        lineOfKey = lineStart;
        const place = keyOf(text.slice(lineStart, offset), lineStart);
        if (place.offset >= end) wrong = place;
        else {
          leave(keys, place.column);
          leave(hyphens, place.column);
          keys.push(place);
        }
      }
    }
    if (wrong) break;
    const newline = source.lastIndexOf('\n');
    if (newline >= 0) lineStart = offset + newline + 1;
    isScalar = false;
    offset += source.length;
  }
  return { scalar, brackets: openAtEnd ?? brackets, keys, hyphens, hyphenColumns, wrong };
}

/** Removes the places that are indented as much as a column, or more. */
function leave(places: Place[], column: number): void {
  while ((places.at(-1)?.column ?? 0) >= column) places.pop();
}

/** The key in the part of a line before its colon. */
function keyOf(head: string, lineStart: number): Place {
  const [before = ''] = /^(?: |- )*/.exec(head) ?? [];
  const name = head
    .slice(before.length)
    .trimEnd()
    .replace(/^(["'])(.*)\1$/, '$2');
  return { offset: lineStart + before.length, column: before.length + 1, name };
}
