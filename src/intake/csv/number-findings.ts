/** Explains cells that are not numbers. No fix changes the meaning of a value. */
import { isRepresentable } from '../../catalogue/files/number-text.ts';
import type { Finding } from '../../report/problems.ts';
import { distances, isInterval } from '../values/intervals.ts';
import { isSameUnit } from '../values/units.ts';
import { ENDINGS } from './columns.ts';
import { type DecimalMark, inMark } from './decimal-mark.ts';

/** A cell for a value, an upper or a lower error. */
export interface NumberCell {
  readonly column: string;
  /** The text in the file. */
  readonly text: string;
  /** The text with decimal points. */
  readonly numeral: string;
  readonly mark: DecimalMark;
  /** The column that marks limits. */
  readonly limit: string;
  /** The parameter's unit. */
  readonly unit: string;
}

/** A fault of a cell: what it is, and the fix. */
type Fault = readonly [what: string, fix: string];

/** A finding for a cell that is not a number. Cells with the same fault share a topic. */
export function numberFinding(cell: NumberCell): Finding {
  const faults = FAULTS.map((explain) => explain(cell));
  const n = faults.findIndex((fault) => fault !== null);
  const [what, fix] = faults[n] ?? ['but a number is expected', 'write a number, such as 35 or 1e-7, without its unit'];
  const message = `${cell.column} is "${cell.text}", ${what}`;
  return { code: 'D112', message, fix, topic: `${cell.column} ${n} ${what}` };
}

/** A number with either decimal mark. */
const MARKED = String.raw`[-+\u2212]?(?:\d+(?:[.,]\d+)?|[.,]\d+)`;
const form = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'i');

const POWER = form(
  String.raw`\$?(${MARKED})\s*(?:x|\*|·|×|\\times|\\cdot)\s*10\s*(?:\^|\*\*)?\s*\{?([-+\u2212]?\d+)\}?\$?`,
);
const FORTRAN = form(String.raw`(${MARKED})d([-+\u2212]?\d+)`);
const WITH_UNIT = form(String.raw`(${MARKED}(?:e[-+]?\d+)?)\s*([a-z\u2609\u2299%][\w^/\u2609\u2299-]*)`);
const INTERVAL = form(String.raw`(${MARKED})\s*[[(]\s*(${MARKED})\s*(?:[,;]|to|\s)\s*(${MARKED})\s*[\])]`);
const CONCISE = form(String.raw`(${MARKED})\s*\((\d+(?:[.,]\d+)?)\)`);
const MONTH = '(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*';
const DATE = form(
  String.raw`\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{1,2}\.?[ -]?${MONTH}\.?(?:[ -]?\d+)?|${MONTH}\.?[ -]?\d+`,
);

const FAULTS: readonly ((cell: NumberCell) => Fault | null)[] = [
  ({ numeral }) => {
    const plain = numeral.replaceAll('\u2212', '-');
    if (!form(`${MARKED}(?:e[-+]?\\d+)?`).test(plain) || isRepresentable(plain)) return null;
    const isSmall = Number(plain) === 0;
    const fix = isSmall ? 'write 0 if that is precise enough, or leave the cell empty' : 'leave the cell empty';
    return [`too ${isSmall ? 'small' : 'large'} for a number of 64 bits`, fix];
  },
  ({ text }) => {
    const [, factor, exponent = ''] = POWER.exec(text) ?? FORTRAN.exec(text) ?? [];
    const fix = `write ${factor}e${exponent.replace('\u2212', '-')}`;
    return factor === undefined ? null : ['a power of ten in another notation', fix];
  },
  ({ text }) =>
    DATE.test(text)
      ? ['a date', 'look up the number, which a spreadsheet has changed, and write it into a cell formatted as text']
      : null,
  ({ text, unit }) => {
    const [, number, given = ''] = WITH_UNIT.exec(text) ?? [];
    if (number === undefined) return null;
    const what = `a number with the unit "${given}"`;
    if (isSameUnit(unit, given)) return [what, `write ${number}, without the unit`];
    if (unit === '') return [what, 'remove the unit if the number is right: the parameter has no dimension'];
    return [what, `convert it to ${unit}, and write it without a unit`];
  },
  ({ text, limit }) =>
    /^[<>]/.test(text)
      ? [
          'but a number is expected',
          `write the number here, and "${text.startsWith('<') ? 'upper' : 'lower'}" in ${limit}`,
        ]
      : null,
  ({ numeral, mark }) => {
    const [best = Number.NaN, low = 0, high = 0] = (INTERVAL.exec(numeral) ?? []).slice(1).map(Number);
    if (!isInterval(best, high, low)) return null;
    const { upper, lower } = distances(best, high, low);
    return ['a value with the ends of an interval', `write ${inMark(`${best} +${upper}/${lower}`, mark)}`];
  },
  ({ numeral, mark }) => {
    const [, value, digits = ''] = CONCISE.exec(numeral) ?? [];
    if (value === undefined) return null;
    const places = value.split('.')[1]?.length ?? 0;
    const size = digits.includes('.') ? digits : (Number(digits) / 10 ** places).toFixed(places);
    const fix = `write ${inMark(`${value} \u00b1 ${size}`, mark)} if the brackets hold its error`;
    return ['a value with an error in brackets', fix];
  },
  ({ text }) => {
    const plain = text
      .replace(/^[\u2010-\u2015\uff0d]\s*(?=[\d.,])/, '-')
      .replace(/(?<=\d)[\s'\u2019](?=\d{3}(?!\d))/g, '');
    const stripped = plain.replace(/^([-+]?)0+(?=\d)/, '$1');
    return stripped !== text && form(MARKED).test(stripped) ? ['but a number is expected', `write ${stripped}`] : null;
  },
  ({ text }) =>
    /^[-+]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/.test(text)
      ? ['a number with thousands separators', 'write it without thousands separators']
      : null,
  ({ text }) =>
    /^(nan|n\/?a|null|none|inf|infinity|-+|\u2013|\u2014|\.+|\?)$/i.test(text)
      ? ['but a number is expected', 'leave the cell empty if there is no value']
      : null,
  ({ text }) =>
    /\d\s*[([{]?\s*[-+\u2212\u00b1^_\\[(]/.test(text)
      ? [
          'but a number is expected',
          `write the errors into the columns ${ENDINGS.upper_error} and ${ENDINGS.lower_error}`,
        ]
      : null,
];
