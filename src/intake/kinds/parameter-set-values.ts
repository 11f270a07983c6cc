/**
 * Import of the values of parameter sets into `event-versions/<catalog>.yaml`. In: one row for each value: name, version, set, parameter,
 * best; optional upper_error, lower_error, is_upper_limit, is_lower_limit (true, false), and unit, which must be the parameter's. The set
 * must exist.
 */
import type { RawValue } from '../../catalogue/files/raw.ts';
import { isSameUnit } from '../../catalogue/units.ts';
import { suggestFix } from '../../report/did-you-mean.ts';
import type { Finding } from '../../report/problems.ts';
import { choiceFinding, numberCell } from '../csv/cells.ts';
import type { CsvRow } from '../csv/read-csv.ts';
import { recordOf } from '../merge/merge-record.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { labelOf, planSets, SET_COLUMNS, type SetFacts } from './parameter-sets.ts';

const LIMITS = ['is_upper_limit', 'is_lower_limit'] as const;
const FLAGS = new Map([
  ['true', true],
  ['false', null],
]);

export const parameterSetValues: ImportKindDefinition<SetFacts> = {
  unit: 'values',
  columns: () => ({
    required: ['name', 'version', 'set', 'parameter', 'best'],
    optional: ['unit', 'upper_error', 'lower_error', ...LIMITS],
    aliases: new Map<string, string | null>(SET_COLUMNS),
  }),
  read: (row, { catalogue }) => {
    const parameter = row.cell('parameter');
    const unit = [...catalogue.parameters, ...catalogue.otherParameters].find(({ name }) => name === parameter)?.unit;
    const value = recordOf<RawValue>({
      best: numberCell(row.cell('best')),
      upper_error: numberCell(row.cell('upper_error')),
      lower_error: numberCell(row.cell('lower_error')),
      is_upper_limit: FLAGS.get(row.cell('is_upper_limit')),
      is_lower_limit: FLAGS.get(row.cell('is_lower_limit')),
    });
    const wrong = [
      ...LIMITS.map((column) => choiceFinding(row, column, [...FLAGS.keys(), ''])),
      unitFinding(row, unit),
    ];
    const shortName = `${row.cell('name')}-v${row.cell('version')}`;
    const set = { name: row.cell('set'), parameters: { [parameter]: value } };
    return { facts: { shortName, set }, findings: wrong.filter((one) => one !== null) };
  },
  plan: planSets(labelOfValue, ({ name }, { parameterSets }) => {
    const names = parameterSets.map((set) => set.name);
    if (names.includes(name)) return null;
    const fix = suggestFix(name, names, 'import the set first, or correct its name');
    return { code: 'D137', message: `the event version has no parameter set "${name}"`, fix };
  }),
};

function labelOfValue(facts: SetFacts): string {
  return `${labelOf(facts)} ${Object.keys(facts.set.parameters ?? {})}`;
}

/** A finding if the cell has another unit than the parameter, which is undefined if it is unknown. */
function unitFinding(row: CsvRow, unit: string | undefined): Finding | null {
  const given = row.cell('unit');
  if (given === '' || unit === undefined || given === unit || isSameUnit(unit, given)) return null;
  const fix = unit === '' ? 'leave it empty: the parameter has no dimension' : `convert the value to ${unit}`;
  return { code: 'D113', message: `unit cannot be "${given}"`, fix };
}
