/**
 * Finds problems in the text of a YAML file: problems that `yaml` does not report, and the first syntax error. Common syntax errors have
 * their own messages; the others keep `yaml`'s message, with a fix for its code. Findings have offsets in the text. Linear time.
 */
import { type Document, type ErrorCode, isScalar, visit, type YAMLError, type YAMLMap } from 'yaml';
import { countOf, showCount } from '../../report/count.ts';
import type { Finding } from '../../report/problems.ts';
import { type FoundInText, MAX_PROBLEMS, MORE_PROBLEMS } from './data-file.ts';

/**
 * Maximum length of a string, in characters. Matching a pattern against a much longer string can exhaust the stack, and messages repeat
 * strings.
 */
export const MAX_TEXT_LENGTH = 100_000;

/** Finds the problems in YAML text. `document` is the text as parsed by `yaml`. */
export function findInYaml(text: string, document: Document): FoundInText[] {
  return [...findInDocument(document), ...explainFirst(text, [...document.errors, ...document.warnings])];
}

/**
 * Finds problems that `yaml` does not report, or only in quadratic time. Aliases are rejected: no data file needs them, and resolving
 * aliases takes quadratic time.
 */
function findInDocument(document: Document): FoundInText[] {
  const found: FoundInText[] = [];
  const add = (range: readonly number[] | null | undefined, finding: Finding): void => {
    const offset = range?.[0] ?? 0;
    if (found.length < MAX_PROBLEMS) found.push([offset, finding]);
    else if (found.length === MAX_PROBLEMS) found.push([offset, MORE_PROBLEMS]);
  };
  visit(document, {
    Map(_, mapping) {
      for (const [offset, finding] of repeatedKeys(mapping)) add([offset], finding);
    },
    Alias(_, { range }) {
      const message = 'not valid here: aliases are not supported';
      add(range, { code: 'D107', message, fix: 'write the value out' });
    },
    Scalar(_, { value, source = '', range, type }) {
      if (type === 'PLAIN' && NO_BREAK_SPACE.test(source)) {
        add(range, NO_BREAK_SPACE_FOUND);
        return;
      }
      const length = typeof value === 'string' ? value.length : source.length;
      if (length > MAX_TEXT_LENGTH) {
        const message = `a value with ${countOf(length, 'character')} is too long`;
        add(range, { code: 'D115', message, fix: `use at most ${showCount(MAX_TEXT_LENGTH)}` });
        return;
      }
      if (typeof value !== 'number' || !/^[-+]?0[\dxo]/i.test(source)) return;
      const message = `the number ${source} can be read in more than one way`;
      const fix = `write ${value} if you mean this number, or put it in quotes if it is text`;
      add(range, { code: 'D117', message, fix });
    },
  });
  return found;
}

/** Findings about the keys that a mapping has more than once. */
export function repeatedKeys({ items }: YAMLMap): FoundInText[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ key }): FoundInText[] => {
    if (!isScalar(key)) return [];
    if (!seen.has(key.value)) {
      seen.add(key.value);
      return [];
    }
    const message = `key "${key.value}" is given twice`;
    return [[key.range?.[0] ?? 0, { code: 'D109', message, fix: 'keep one of the two' }]];
  });
}

/** Where YAML needs a space, and has a no-break space, which it reads as a letter. */
const NO_BREAK_SPACE = /^\u00a0|:\u00a0|\u00a0$/;
const NO_BREAK_SPACE_FOUND: Finding = {
  code: 'D107',
  message: 'a no-break space, which looks like a space, is part of the text here',
  fix: 'replace it with an ordinary space, or put the text in quotes',
};

type Fault = Pick<YAMLError, 'code' | 'message' | 'pos'>;

/** Errors that a key without a space after its colon can cause, because the key is then read as a string. */
const OF_TEXT_AS_KEY: readonly ErrorCode[] = [
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'BLOCK_AS_IMPLICIT_KEY',
  'UNEXPECTED_TOKEN',
  'BAD_INDENT',
];

const FIXES: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'begin the lines of a record, and the hyphens of a list, in the same column, or close the bracket above',
  BAD_SCALAR_START: 'put the text in quotes',
  BAD_DQ_ESCAPE: 'use single quotes, or two backslashes',
  BLOCK_AS_IMPLICIT_KEY: 'quote a value that contains a colon, or correct the indentation of the lines around it',
  BLOCK_IN_FLOW: 'add the comma that is missing before it, or close the bracket',
  MISSING_CHAR: 'close the quote above, add the colon after the key, or correct the indentation',
  MULTILINE_IMPLICIT_KEY: 'add a colon and a space after the key, or close the quote before it',
  UNEXPECTED_TOKEN: 'remove it, or open what it closes',
};
const ANY_FIX = 'check indentation, quotes and brackets of this line and the one above';

const invalid = (message: string, fix: string): Finding => ({ code: 'D107', message, fix });

function findConflict(text: string): FoundInText | null {
  const found = /^(?:<{7}|={7}|>{7})(?: .*)?\r?$/m.exec(text);
  const fix = 'edit it to the version you want, and remove the lines with <<<<<<<, ======= and >>>>>>>';
  return found && [found.index, invalid('a merge conflict is not resolved', fix)];
}

/** Finds a tab in the indentation of the line with the error, or in a line above. */
function findTab(text: string, { code, pos }: Fault): FoundInText | null {
  const tab = /^[ -]*\t/m.exec(text);
  const isAbove = tab !== null && !text.slice(pos[0], tab.index).includes('\n');
  if (code !== 'TAB_AS_INDENT' && !isAbove) return null;
  const offset = tab ? tab.index + tab[0].length - 1 : pos[0];
  return [offset, { code: 'D108', message: 'YAML is indented with a tab', fix: 'indent with spaces' }];
}

/** Finds a key without a space after its colon, in the line with the error. */
function findGluedKey(text: string, { code, pos }: Fault): FoundInText | null {
  if (!OF_TEXT_AS_KEY.includes(code)) return null;
  const start = text.lastIndexOf('\n', pos[0] - 1) + 1;
  const line = text.slice(start, start + MAX_LINE).split(/\r?\n/)[0] ?? '';
  const [, before = '', key, value] = /^([ -]*)(\w+):([^\s/:][^:]*)$/.exec(line) ?? [];
  if (key === undefined) return null;
  const finding = invalid(`no space after the colon of "${key}"`, `write "${key}: ${value?.trim()}"`);
  return [start + before.length, finding];
}

/** `findGluedKey` reads only this many characters of a line, because matching a longer line could take a long time. */
const MAX_LINE = 1000;

/** Finds a no-break space in the line with the error, up to the error. */
function findNoBreakSpace(text: string, { pos }: Fault): FoundInText | null {
  const start = text.lastIndexOf('\n', pos[0] - 1) + 1;
  const offset = text.slice(start, pos[0] + 1).indexOf('\u00a0');
  return offset < 0 ? null : [start + offset, NO_BREAK_SPACE_FOUND];
}

function explain(text: string, { code, message, pos }: Fault): FoundInText {
  let offset = pos[0];
  // An indentation error starts at the beginning of the line.
  while (text[offset] === ' ') offset++;
  if (code === 'MULTIPLE_DOCS') {
    const finding = invalid('not valid YAML here: a second document begins', 'keep one document per file');
    return [offset, finding];
  }
  if (code === 'TAG_RESOLVE_FAILED') {
    return [offset, invalid('not valid here: tags are not supported', 'write the plain value')];
  }
  const said = message.replace(/\s+/g, ' ').trim();
  return [offset, invalid(`not valid YAML: ${said}`, FIXES[code] ?? ANY_FIX)];
}

/** Explains the first error in the text, if any; later errors often follow from it. */
function explainFirst(text: string, errors: readonly Fault[]): FoundInText[] {
  const [first] = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (first === undefined) return [];
  return [
    findConflict(text) ??
      findTab(text, first) ??
      findNoBreakSpace(text, first) ??
      findGluedKey(text, first) ??
      explain(text, first),
  ];
}
