/**
 * Explains syntax errors of YAML. In: a text, the first error that `yaml` reports, and its line. Out: a finding and where it belongs, or
 * null if nothing better can be said than what `yaml` says. Pure.
 *
 * `yaml` describes the grammar ("Implicit keys need to be on a single line") and often points at a line after the mistake.
 */
import type { YAMLError } from 'yaml';
import type { Finding } from './problems.ts';

/** Line and column are 1-based. */
export interface SyntaxFinding {
  readonly line: number;
  readonly column: number;
  readonly finding: Finding;
}

interface Text {
  readonly lines: readonly string[];
  /** 1-based line of the error. */
  readonly line: number;
  readonly fault: Pick<YAMLError, 'code' | 'message'>;
}

type Explain = (text: Text) => SyntaxFinding | null;

const at = (line: number, column: number, message: string, fix: string): SyntaxFinding => ({
  ...{ line, column },
  finding: { code: 'D107', message, fix },
});

/** The first result for the line of the error, or one of the lines above it. */
function nearby({ lines, line }: Text, explain: (text: string, line: number) => SyntaxFinding | null) {
  for (const number of [line, line - 1, line - 2]) {
    const found = number > 0 ? explain(lines[number - 1] ?? '', number) : null;
    if (found) return found;
  }
  return null;
}

const mergeConflict: Explain = ({ lines }) => {
  const index = lines.findIndex((text) => /^(?:<{7}|={7}|>{7})(?: |$)/.test(text));
  const fix = 'keep what is right of both sides, and remove the lines with <<<<<<<, ======= and >>>>>>>';
  return index < 0 ? null : at(index + 1, 1, 'a merge conflict is not resolved', fix);
};

const invisibleCharacter: Explain = (text) =>
  nearby(text, (content, line) => {
    const index = content.search(/[\u00a0\u2000-\u200d\u202f\u3000\ufeff]/);
    if (index < 0) return null;
    const code = content.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0');
    const message = `the character U+${code} looks like a space, but is not one`;
    return at(line, index + 1, message, 'replace it with a space');
  });

/** YAML needs a space after a colon and after a hyphen. */
const noSpace: Explain = (text) =>
  nearby(text, (content, line) => {
    const [, indent = '', key, value] = /^(\s*(?:- )?)(\w+):([^\s/:][^:]*)$/.exec(content) ?? [];
    if (key !== undefined) {
      const fix = `write "${key}: ${value?.trim()}"`;
      return at(line, indent.length + 1, `no space after the colon of "${key}"`, fix);
    }
    const [, before = '', item] = /^( *)-(\w+):/.exec(content) ?? [];
    if (item === undefined) return null;
    return at(line, before.length + 1, `no space after the hyphen before "${item}"`, `write "- ${item}:"`);
  });

const unclosedQuote: Explain = ({ lines, fault }) => {
  if (!fault.message.startsWith('Missing closing')) return null;
  for (const [index, text] of lines.entries()) {
    const [, before = '', quote] = /^((?:[^"'#]*[ [{])?)(["'])(?:(?!\2).)*$/.exec(text) ?? [];
    if (quote !== undefined)
      return at(index + 1, before.length + 1, `${quote} is not closed`, `add ${quote} after the value`);
  }
  return null;
};

/** Index of the last bracket in a line that is still open at its end, or -1. Brackets in quotes count too: they are rare. */
function openBracket(text: string): number {
  const open: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/[[\]{}]/g)) {
    if ('[{'.includes(sign)) open.push(index);
    else open.pop();
  }
  return open.at(-1) ?? -1;
}

const brackets: Explain = (text) => {
  const { line, fault } = text;
  const { code, message } = fault;
  if (/end with a [\]}]$/.test(message)) {
    return nearby(text, (content, number) => {
      const index = openBracket(content);
      const [open, close] = content[index] === '[' ? ['[', ']'] : ['{', '}'];
      return index < 0 ? null : at(number, index + 1, `"${open}" is not closed`, `add "${close}"`);
    });
  }
  const content = text.lines[line - 1] ?? '';
  if (code === 'BLOCK_IN_FLOW') {
    const [, before = '', key] = /^(.*?[\w.+-]) +([\w-]+): /.exec(content) ?? [];
    if (key !== undefined) return at(line, before.length + 1, `no comma before "${key}"`, `write ", ${key}: "`);
  }
  const [, extra] = /^Unexpected flow-\w+-end token .*"([\]}])"$/.exec(message.trim()) ?? [];
  if (extra === undefined) return null;
  const column = content.lastIndexOf(extra) + 1;
  return at(line, column, `"${extra}" closes nothing`, 'remove it, or add the opening bracket');
};

const noColon: Explain = ({ lines, line, fault }) => {
  if (fault.code !== 'MULTILINE_IMPLICIT_KEY') return null;
  const [, before = '', key, value] = /^((?: |- )*)(\w+)(?: *= *| +)([^\s=:][^:]*)$/.exec(lines[line - 1] ?? '') ?? [];
  if (key === undefined) return null;
  return at(line, before.length + 1, `no colon after "${key}"`, `write "${key}: ${value?.trim()}"`);
};

const colonInValue: Explain = ({ lines, line, fault }) => {
  if (fault.code !== 'BLOCK_AS_IMPLICIT_KEY') return null;
  const [, before = '', key, value = ''] =
    /^((?: |- )*)([\w-]+): +([^\s"'[{].*: .*)$/.exec(lines[line - 1] ?? '') ?? [];
  if (key === undefined) return null;
  const message = `the value of "${key}" contains a colon and a space, which only a text in quotes can`;
  return at(line, before.length + key.length + 3, message, `write ${key}: ${JSON.stringify(value.trim())}`);
};

/** Where the content of a line starts, after spaces and hyphens of list elements; null for lines without content. */
function contentOf(text: string | undefined): { readonly column: number; readonly name: string } | null {
  const [before = '', name] = /^(?: |- )*(?:([\w-]+):)?/.exec(text ?? '') ?? [];
  const rest = text?.slice(before.length).trimStart() ?? '';
  if (text === undefined || (name === undefined && (rest === '' || rest.startsWith('#')))) return null;
  return { column: before.length - (name === undefined ? -1 : name.length), name: name ? `"${name}"` : 'this line' };
}

/** The next line with content in a direction. */
function lineWithContent(lines: readonly string[], from: number, step: 1 | -1): number | null {
  for (let number = from + step; number > 0 && number <= lines.length; number += step) {
    if (contentOf(lines[number - 1])) return number;
  }
  return null;
}

const listIndentation: Explain = ({ lines, line, fault }) => {
  if (/^A block sequence may not/.test(fault.message)) {
    const fix = 'begin every record with "- ", and indent its other lines by two more spaces';
    return at(line, 1, 'a list begins here, but the lines above are not part of it', fix);
  }
  if (!fault.message.startsWith('All sequence items')) return null;
  const column = (lines[line - 1] ?? '').indexOf('-') + 1;
  const before = lines.slice(0, line - 1).findLast((text) => /^ *- /.test(text));
  if (before === undefined) return null;
  const message = `this list element begins in column ${column}, the one before it in column ${before.indexOf('-') + 1}`;
  return at(line, column, message, 'align their hyphens');
};

const indentation: Explain = ({ lines, line, fault }) => {
  const isBelow = fault.code === 'BLOCK_AS_IMPLICIT_KEY' && !fault.message.startsWith('A block');
  if (!isBelow && fault.code !== 'BAD_INDENT' && !fault.message.startsWith('Sequence item')) return null;
  const wrong = isBelow ? lineWithContent(lines, line, 1) : line;
  const above = wrong && lineWithContent(lines, wrong, -1);
  const [here, other] = [wrong && contentOf(lines[wrong - 1]), above && contentOf(lines[above - 1])];
  if (!wrong || !here || !other || here.column === other.column) return null;
  const message = `${here.name} begins in column ${here.column}, but ${other.name} above it in column ${other.column}`;
  return at(wrong, here.column, message, 'give both the same indentation, if they belong to the same record');
};

const EXPLANATIONS: readonly Explain[] = [
  mergeConflict,
  invisibleCharacter,
  noSpace,
  unclosedQuote,
  brackets,
  noColon,
  colonInValue,
  listIndentation,
  indentation,
];

/** Explains the first error of a text. `line` is 1-based. */
export function explainSyntax(
  text: string,
  line: number,
  fault: Pick<YAMLError, 'code' | 'message'>,
): SyntaxFinding | null {
  const lines = text.split(/\r?\n/).map((one) => (one.length > MAX_LINE ? '' : one));
  for (const explain of EXPLANATIONS) {
    const found = explain({ lines, line, fault });
    if (found) return found;
  }
  return null;
}

/** Longer lines are not explained: patterns would take long. */
const MAX_LINE = 1000;
