/** Reads a JSON file for an import. Returns the value and the places of its parts, or problems. */

import { type DataFile, TextPlaces } from '../../catalogue/files/data-file.ts';
import { findJsonError, findRepeatedKeys, offsetInJson } from '../../catalogue/files/json-text.ts';
import { isRepresentable, lostDigitsFinding } from '../../catalogue/files/number-text.ts';
import { MAX_EDITED_MIB, readTextFile } from '../../catalogue/files/text-file.ts';
import { type Finding, failed, placeOfFile, type Reading, toProblem } from '../../report/problems.ts';

export function readJson(path: string): Reading<DataFile> {
  const read = readTextFile(path, undefined, { allowBom: true, maxMiB: MAX_EDITED_MIB });
  if (read.value === null) return read;
  const text = read.value;
  if (text.trim() === '') {
    return failed([
      toProblem({ code: 'D105', message: 'the file is empty', fix: 'give a catalog' }, placeOfFile(path)),
    ]);
  }
  const lines = new TextPlaces(path, text);
  const value = parsed(text);
  if (value === undefined) {
    const offset = findJsonError(text);
    return failed([toProblem(syntaxFinding(text, offset), lines.at(offset))]);
  }
  const repeated = findRepeatedKeys(text, value);
  if (repeated.length > 0) return failed(repeated.map(([offset, finding]) => toProblem(finding, lines.at(offset))));
  const lost = lostNumbers(text);
  if (lost.length > 0) return failed(lost.map(([finding, offset]) => toProblem(finding, lines.at(offset))));
  const place: DataFile['place'] = (at, onKey = false) => lines.at(offsetInJson(text, at, onKey));
  return { value: { path, text, value, place }, problems: [] };
}

/** Strings and numbers; a time is matched with its key. */
const TOKENS = /("gps"\s*:\s*)?(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|"(?:[^"\\]|\\.)*"/g;

/** Findings, with offsets, for numbers whose value is not what their text says: too small or too large, or a time without its seconds. */
function lostNumbers(text: string): (readonly [Finding, number])[] {
  return [...text.matchAll(TOKENS)].flatMap(({ index, 1: key, 2: number }) => {
    if (number === undefined) return [];
    const message = `${number} is too ${Number(number) === 0 ? 'small' : 'large'} for a number of 64 bits`;
    const unusable: Finding = { code: 'D114', message, fix: 'write 0 if that is precise enough, or leave it out' };
    const finding = isRepresentable(number) ? key && lostDigitsFinding(number) : unusable;
    return finding ? [[finding, index + (key?.length ?? 0)] as const] : [];
  });
}

/** The parsed value; undefined if the text is not valid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function syntaxFinding(text: string, offset: number): Finding {
  const code = 'D150';
  if (!/^\s*[[{]/.test(text)) {
    const message = 'this is not JSON, but a community catalog is expected';
    return {
      code,
      message,
      fix: 'for a CSV file, name the kind of its rows, such as event-versions',
    };
  }
  // Python writes NaN and Infinity, which are not valid JSON.
  const wrong = /^-?(NaN|Infinity)/.exec(text.slice(offset))?.[0];
  if (wrong)
    return { code, message: `not valid JSON: ${wrong} is not a number`, fix: 'write null, or leave out the member' };
  const [, number] = /^[\u2010-\u2015\u2212](\d[\d.]*)/.exec(text.slice(offset)) ?? [];
  if (number)
    return { code, message: 'not valid JSON: this is no minus sign', fix: `write it with a hyphen: -${number}` };
  return {
    code,
    message: 'not valid JSON here',
    fix: 'check quotes, commas and brackets of this line and the one above',
  };
}
