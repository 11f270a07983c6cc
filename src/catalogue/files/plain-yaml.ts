/**
 * Parses the plain subset of YAML that data files use. In: text. Out: its value, or undefined if any line is not plain; then `yaml` parses
 * the text and decides. Pure.
 *
 * Every line has to match a small grammar, whatever it holds:
 *
 *     line    comment | { "- " } ( key ":" [ " " value ] | value )
 *     value   scalar | "[" value, value "]" | "{" key: value, key: value "}"      the last two on one line, blanks inside brackets or not
 *     scalar  JSON number | true | false | null | "quoted" or 'quoted' without escapes | words
 *
 * and indentation can nest in only one way: the value of a key at the end of a line is on deeper lines, in one column. In YAML 1.2,
 * which `yaml` reads by default, this subset has one meaning, and a test compares the two parsers on random texts. Other versions differ:
 * in YAML 1.1 `200219_201407` is a number, here it is a text.
 *
 * Decision: this reader stays beside `yaml`, although it is a second one, because reading is most of what `validate` does, and `dev` and
 * editors wait for that: with `yaml` alone (`return undefined` in `parsePlainYaml`) it takes about three times the CPU, with js-yaml 5 in
 * place of this reader half as much again (0.63 s, 0.43 s with it). `yaml` decides in every doubt, so this reader only saves time.
 */

/** Matching a much longer line with a pattern can exhaust the stack. */
const MAX_LINE_LENGTH = 100_000;
/** No record nests deeper; limits the recursion on hostile input. */
const MAX_DEPTH = 20;

const KEY = /([A-Za-z_][A-Za-z0-9_-]{0,63}):(?: |$)/y;
/** At most 15 digits before the point, so that no whole number is rounded. */
const NUMBER = '(-?(?:0|[1-9][0-9]{0,14})(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]{1,2})?)';
const QUOTED = `"([ !#-[\\]-~]*)"|'([ -&(-~]*)'`;
/**
 * Text without quotes: a letter or slash first, digits with an underscore or slash, as in names of events and units, or a date. A colon only inside a word.
 */
const words = (signs: string): string =>
  `((?:[A-Za-z/]|[0-9]+[_/]|[0-9]{4}-[0-9]{2}-(?=[0-9]))(?:[A-Za-z0-9_${signs}-]| +(?=[A-Za-z0-9_${signs}-])|:(?=[A-Za-z0-9/]))*)`;
const SIGNS = '.()/+=@^';
/** A value that takes the rest of a line, or one inside brackets, which ends at a comma. */
const LINE_SCALAR = new RegExp(`(?:${NUMBER}|${QUOTED}|${words(`${SIGNS},`)})$`, 'y');
const FLOW_SCALAR = new RegExp(`(?:${NUMBER}|${QUOTED}|${words(SIGNS)})(?= *[,\\]}])`, 'y');

const CONSTANTS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
/** Other spellings of the constants, which some YAML versions accept. */
const CONSTANT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** The text is not plain. */
class NotPlain extends Error {}

interface Line {
  readonly text: string;
  /** Where its content starts; moves forward past each "- ". */
  column: number;
}

/** Parses a text; undefined if it is not plain. Never throws. */
export function parsePlainYaml(text: string): unknown {
  try {
    const lines = text
      .split('\n')
      .map(lineOf)
      .filter((line) => !isComment(line));
    const reader = createReader(lines);
    const value = lines[0]?.column === 0 ? reader.readBlock(0) : undefined;
    return reader.isAtEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function lineOf(text: string): Line {
  if (text.length > MAX_LINE_LENGTH) throw new NotPlain();
  return { text, column: text.search(/[^ ]|$/) };
}

/** True for comments and empty lines. */
function isComment({ text, column }: Line): boolean {
  return column === text.length || (text[column] === '#' && /^[ -~]*$/.test(text));
}

function createReader(lines: readonly Line[]) {
  let next = 0;

  /** The value whose first line starts at this column; it ends before the first line that starts further left. */
  function readBlock(depth: number): unknown {
    const line = lines[next];
    if (line === undefined || depth > MAX_DEPTH) throw new NotPlain();
    if (line.text.startsWith('- ', line.column)) return readList(line.column, depth);
    KEY.lastIndex = line.column;
    if (KEY.test(line.text)) return readMapping(line.column, depth);
    next++;
    return readInline(line.text, line.column);
  }

  function readList(column: number, depth: number): unknown[] {
    const list: unknown[] = [];
    for (let line = lines[next]; line?.column === column && line.text.startsWith('- ', column); line = lines[next]) {
      line.column += 2;
      list.push(readBlock(depth + 1));
    }
    return list;
  }

  function readMapping(column: number, depth: number): object {
    const mapping: Record<string, unknown> = {};
    for (let line = lines[next]; line?.column === column; line = lines[next]) {
      const [found, key] = matchAt(KEY, line.text, column);
      if (found === undefined) throw new NotPlain();
      next++;
      if (found.endsWith(' ')) {
        setOnce(mapping, key, readInline(line.text, column + found.length));
      } else {
        const below = lines[next];
        // A key without a value means null in YAML; this is rare, so it is left to `yaml`.
        if (below === undefined || below.column <= column) throw new NotPlain();
        setOnce(mapping, key, readBlock(depth + 1));
      }
    }
    return mapping;
  }

  return { readBlock, isAtEnd: () => next === lines.length };
}

/** The value that takes the rest of a line. */
function readInline(text: string, from: number): unknown {
  const first = text[from];
  if (first !== '[' && first !== '{') return scalarOf(matchAt(LINE_SCALAR, text, from));
  let at = from;

  const take = (sign: string): boolean => {
    if (!text.startsWith(sign, at)) return false;
    at += sign.length;
    return true;
  };
  /** An opening bracket with the blanks after it, and a closing one with the blanks before it. */
  const opens = (bracket: string): boolean => {
    if (!take(bracket)) return false;
    while (take(' '));
    return true;
  };
  const closes = (bracket: string): boolean => {
    while (take(' '));
    return take(bracket);
  };
  const readFlow = (depth: number): unknown => {
    if (depth > MAX_DEPTH) throw new NotPlain();
    if (opens('[')) {
      const list: unknown[] = [];
      if (closes(']')) return list;
      do list.push(readFlow(depth + 1));
      while (take(', '));
      if (!closes(']')) throw new NotPlain();
      return list;
    }
    if (opens('{')) {
      const mapping: Record<string, unknown> = {};
      if (closes('}')) return mapping;
      do {
        const [found = '', key] = matchAt(KEY, text, at);
        at += found.length;
        setOnce(mapping, key, readFlow(depth + 1));
      } while (take(', '));
      if (!closes('}')) throw new NotPlain();
      return mapping;
    }
    const match = matchAt(FLOW_SCALAR, text, at);
    at += match[0]?.length ?? 0;
    return scalarOf(match);
  };

  const value = readFlow(0);
  if (at !== text.length) throw new NotPlain();
  return value;
}

/** The match of a sticky pattern at this offset, with its groups; empty if it does not match. */
function matchAt(pattern: RegExp, text: string, offset: number): readonly (string | undefined)[] {
  pattern.lastIndex = offset;
  return pattern.exec(text) ?? [];
}

function scalarOf([found, number, double, single, word]: readonly (string | undefined)[]): unknown {
  if (found === undefined) throw new NotPlain();
  if (number !== undefined) return Number(number);
  if (word === undefined) return double ?? single;
  if (!CONSTANT.test(word)) return word;
  if (!Object.hasOwn(CONSTANTS, word)) throw new NotPlain();
  return CONSTANTS[word];
}

/** Duplicate keys, and names of members that every object has, are left to `yaml`. */
function setOnce(mapping: Record<string, unknown>, key: string | undefined, value: unknown): void {
  if (key === undefined || key in mapping || CONSTANT.test(key)) throw new NotPlain();
  mapping[key] = value;
}
