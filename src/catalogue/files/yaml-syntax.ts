/**
 * Explains syntax errors of YAML. In: a text, the first error that `yaml` reports, and its line. Out: a finding and where it belongs, or
 * null if nothing better can be said than what `yaml` says. Pure.
 *
 * `yaml` describes the grammar ("Implicit keys need to be on a single line") and often points at a line after the mistake. A wrong
 * explanation is worse than none: where more than one line may be at fault, nothing is explained.
 */
import type { YAMLError } from 'yaml';
import type { Finding } from '../../report/problems.ts';
import { type Place, type Reading, readUntil } from './yaml-reading.ts';

/** Line and column are 1-based. */
export interface SyntaxFinding {
  readonly line: number;
  readonly column: number;
  readonly finding: Finding;
}

interface Text {
  readonly text: string;
  readonly lines: readonly string[];
  /** 1-based line of the error. */
  readonly line: number;
  readonly fault: Fault;
  readonly reading: Reading;
}

type Fault = Pick<YAMLError, 'code' | 'message' | 'pos'>;
type Explain = (text: Text) => SyntaxFinding | null;

const at = (line: number, column: number, message: string, fix: string): SyntaxFinding => ({
  ...{ line, column },
  finding: { code: 'D107', message, fix },
});

/** Like `at`, for an offset in the text. */
function atOffset(text: string, offset: number, message: string, fix: string): SyntaxFinding {
  const above = text.slice(0, offset).split('\n');
  return at(above.length, (above.at(-1) ?? '').length + 1, message, fix);
}

const withoutComment = (value: string): string => value.replace(/ #.*$/, '').trim();

const mergeConflict: Explain = ({ lines }) => {
  const index = lines.findIndex((text) => /^(?:<{7}|={7}|>{7})(?: |$)/.test(text));
  const fix = 'keep what is right of both sides, and remove the lines with <<<<<<<, ======= and >>>>>>>';
  return index < 0 ? null : at(index + 1, 1, 'a merge conflict is not resolved', fix);
};

/** Only where YAML needs a space: before a key, and after a hyphen or a colon. Elsewhere in a value these characters are valid. */
const invisibleCharacter: Explain = ({ lines, line }) => {
  const [found, before = ''] =
    /^([ -]*(?:[\w.+-]+:)? *)[\u00a0\u2000-\u200d\u202f\u3000\ufeff]/.exec(lines[line - 1] ?? '') ?? [];
  if (found === undefined) return null;
  const code = found.charCodeAt(before.length).toString(16).toUpperCase().padStart(4, '0');
  const message = `the character U+${code} looks like a space, but is not one`;
  return at(line, before.length + 1, message, 'replace it with a space');
};

/** YAML needs a space after a colon and after a hyphen. */
const noSpace: Explain = ({ lines, line }) => {
  const content = lines[line - 1] ?? '';
  const [, indent = '', key, value] = /^(\s*(?:- )?)(\w+):([^\s/:][^:]*)$/.exec(content) ?? [];
  if (key !== undefined) {
    const fix = `write "${key}: ${value?.trim()}"`;
    return at(line, indent.length + 1, `no space after the colon of "${key}"`, fix);
  }
  const [, before = '', item] = /^( *)-(\w+):/.exec(content) ?? [];
  if (item === undefined) return null;
  return at(line, before.length + 1, `no space after the hyphen before "${item}"`, `write "- ${item}:"`);
};

/** The opening quote is where the parser saw it: a search of the lines would find quotes in comments and plain text too. */
const unclosedQuote: Explain = ({ text, fault, reading }) => {
  const { offset, source } = reading.scalar ?? { offset: -1, source: '' };
  const quote = source[0] ?? '';
  if (!`"'`.includes(quote)) return null;
  const isValue = fault.message === `Missing closing ${quote}quote` && offset + source.length === fault.pos[0];
  // A key with an open quote is reported as a key without a value.
  const isKey = offset === fault.pos[0] && (source.length === 1 || !source.endsWith(quote));
  if (!isValue && !isKey) return null;
  return atOffset(text, offset, `${quote} is not closed`, `add ${quote} after the ${isKey ? 'key' : 'value'}`);
};

/** The innermost open bracket, if it is certain that it was to be closed before the error. */
function unclosedBracket({ text, fault, reading }: Text): SyntaxFinding | null {
  const bracket = reading.brackets.at(-1);
  const close = fault.message.at(-1) ?? '';
  // The bracket that closes a collection over several lines inside this one may belong to this one.
  if (!bracket || bracket.source !== (close === ']' ? '[' : '{') || bracket.isUncertain) return null;
  const content = text
    .slice(bracket.offset + 1, fault.pos[0])
    .replace(/ #.*$/gm, '')
    .trim();
  const below = text.slice(fault.pos[0], fault.pos[0] + MAX_LINE);
  // A list in brackets has no keys, and neither kind of brackets has hyphens. Other lines may belong inside and only lack indentation.
  const isOutside = (close === ']' ? /^(?:- |[\w-]+:\s)/ : /^- /).test(below);
  if (below.startsWith(close) || (!isOutside && (content === '' || content.endsWith(',')))) return null;
  return atOffset(text, bracket.offset, `"${bracket.source}" is not closed`, `add "${close}"`);
}

const brackets: Explain = ({ text, lines, line, fault }) => {
  if (fault.code === 'BLOCK_IN_FLOW') {
    const content = lines[line - 1] ?? '';
    const [, before = '', key] = /^(.*?[\w.+-]) +([\w-]+): /.exec(content) ?? [];
    if (key !== undefined) return at(line, before.length + 1, `no comma before "${key}"`, `write ", ${key}: "`);
  }
  const [, extra] = /^Unexpected flow-\w+-end token .*"([\]}])"$/.exec(fault.message.trim()) ?? [];
  if (extra === undefined) return null;
  return atOffset(text, fault.pos[0], `"${extra}" closes nothing`, 'remove it, or add the opening bracket');
};

const noColon: Explain = ({ lines, line, fault }) => {
  if (!/^Implicit (?:keys need to be on a single line|map keys need to be followed)/.test(fault.message)) return null;
  // Text of several words may go on in this line, which then is no key.
  if (/: +[^\s"'[{#]\S* +[^\s#]/.test(lines[line - 2] ?? '')) return null;
  const content = withoutComment(lines[line - 1] ?? '');
  const [, key, assigned, value = assigned] =
    /^(?:- +)*(\w+)(?: *= *([^\s=:][^:]*)| +([^\s=:]+|\[[^:]*\]))$/.exec(content) ?? [];
  if (key === undefined) return null;
  return at(line, (lines[line - 1] ?? '').indexOf(key) + 1, `no colon after "${key}"`, `write "${key}: ${value}"`);
};

const colonInValue: Explain = ({ lines, line, fault }) => {
  if (fault.code !== 'BLOCK_AS_IMPLICIT_KEY') return null;
  const [, before = '', key, value = ''] =
    /^((?: |- )*)([\w-]+): +([^\s"'[{].*: .*)$/.exec(lines[line - 1] ?? '') ?? [];
  if (key === undefined) return null;
  const message = `the value of "${key}" contains a colon and a space, which only a text in quotes can`;
  return at(line, before.length + key.length + 3, message, `write ${key}: ${JSON.stringify(withoutComment(value))}`);
};

/** The place whose column is nearest; of two, the one further in. */
function nearestPlace(places: readonly Place[], column: number): Place | undefined {
  return places.toSorted((a, b) => Math.abs(a.column - column) - Math.abs(b.column - column) || b.column - a.column)[0];
}

const listIndentation: Explain = ({ text, line, fault, reading }) => {
  const { wrong, hyphens, hyphenColumns } = reading;
  const isBelowKeys = fault.message.startsWith('A block sequence may not');
  if (isBelowKeys && hyphenColumns.size === 0) {
    const fix = 'begin every record with "- ", and indent its other lines by two more spaces';
    return at(line, 1, 'a list begins here, but the lines above are not part of it', fix);
  }
  if ((!isBelowKeys && !fault.message.startsWith('All sequence items')) || wrong?.name !== '-') return null;
  const before = nearestPlace(hyphens, wrong.column);
  if (before === undefined || before.column === wrong.column) return null;
  // Below keys, a hyphen further in than all others is more likely to be in the wrong place altogether.
  if (isBelowKeys && before.column < wrong.column) return null;
  const message = `this list element begins in column ${wrong.column}, the one before it in column ${before.column}`;
  return atOffset(text, wrong.offset, message, 'align their hyphens, if they belong to the same list');
};

const indentation: Explain = ({ text, fault, reading }) => {
  const isBelow = fault.code === 'BLOCK_AS_IMPLICIT_KEY' && !fault.message.startsWith('A block');
  const isKey = fault.message.startsWith('All mapping items') || fault.message.startsWith('Sequence item');
  const { wrong, keys } = reading;
  if ((!isBelow && !isKey) || !wrong || wrong.name === '-') return null;
  const other = nearestPlace(keys, wrong.column);
  if (other === undefined || other.column === wrong.column) return null;
  if (![wrong, other].every(({ name }) => /^[\w.+-]+$/.test(name))) return null;
  const message = `"${wrong.name}" begins in column ${wrong.column}, but "${other.name}" above it in column ${other.column}`;
  const fix = 'give both the same indentation, if they belong to the same record';
  return atOffset(text, wrong.offset, message, fix);
};

const EXPLANATIONS: readonly Explain[] = [
  mergeConflict,
  unclosedQuote,
  brackets,
  invisibleCharacter,
  noSpace,
  noColon,
  colonInValue,
  listIndentation,
  indentation,
];

/** Explains the first error of a text. `line` is 1-based. */
export function explainSyntax(text: string, line: number, fault: Fault): SyntaxFinding | null {
  const lines = text.split(/\r?\n/).map((one) => (one.length > MAX_LINE ? '' : one));
  const all = { text, lines, line: lineWithContent(lines, line), fault, reading: readUntil(text, fault.pos[0]) };
  // Such an error is noticed far from its cause: what else its line looks like says nothing.
  const isOfBracket = /end with a [\]}]$/.test(fault.message);
  for (const explain of isOfBracket ? [mergeConflict, unclosedBracket] : EXPLANATIONS) {
    const found = explain(all);
    if (found) return found;
  }
  return null;
}

/** Comments and empty lines are skipped: errors of the line below them begin there. */
function lineWithContent(lines: readonly string[], line: number): number {
  const index = lines.findIndex((text, index) => index >= line - 1 && !/^\s*(?:#|$)/.test(text));
  return index < 0 ? line : index + 1;
}

/** Longer lines are not explained: patterns would take long. */
const MAX_LINE = 1000;
