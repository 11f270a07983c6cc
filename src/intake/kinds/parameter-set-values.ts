/**
 * Import of the values of parameter sets into `event-versions/<catalog>.yaml`. In: one row for each value: name, version, set, parameter,
 * best; optional upper_error, lower_error, is_upper_limit, is_lower_limit (true, false), and unit, which must be the parameter's. The set
 * must exist.
 */
import type { RawValue } from '../../catalogue/files/raw.ts';
import { isSameUnit } from '../../catalogue/units.ts';
import { suggestFix } from '../../report/did-you-mean.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, NUMBER, REQUIRED_NUMBER, REQUIRED_TEXT, TEXT } from '../csv/columns.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { labelOfSet, planSets, SET_ALIASES, SET_COLUMNS, type SetFacts, type SetIds } from './parameter-sets.ts';

type RowValues = SetIds & RawValue & { readonly parameter: string; readonly unit?: string };

const FLAG = choice({ true: true, false: null });

export const parameterSetValues: ImportKindDefinition<SetFacts, RowValues> = {
  unit: 'values',
  columns: {
    ...SET_COLUMNS,
    parameter: REQUIRED_TEXT,
    best: REQUIRED_NUMBER,
    upper_error: NUMBER,
    lower_error: NUMBER,
    is_upper_limit: FLAG,
    is_lower_limit: FLAG,
    unit: TEXT,
  },
  aliases: SET_ALIASES,
  read: ({ name, version, set, parameter, unit: given, ...value }, { catalogue }) => {
    const known = [...catalogue.parameters, ...catalogue.otherParameters].find((one) => one.name === parameter);
    const wrong = unitFinding(given, known?.unit);
    const facts = { shortName: `${name}-v${version}`, set: { name: set, parameters: { [parameter]: value } } };
    return { facts, findings: wrong ? [wrong] : [] };
  },
  plan: planSets(labelOfValue, ({ name }, { parameterSets }) => {
    const names = parameterSets.map((set) => set.name);
    if (names.includes(name)) return null;
    const fix = suggestFix(name, names, 'import the set first, or correct its name');
    return { code: 'D137', message: `the event version has no parameter set "${name}"`, fix };
  }),
};

function labelOfValue(facts: SetFacts): string {
  return `${labelOfSet(facts)} ${Object.keys(facts.set.parameters ?? {})}`;
}

/** A finding if the given unit is not that of the parameter, which is undefined if it is unknown. */
function unitFinding(given: string | undefined, unit: string | undefined): Finding | null {
  if (given === undefined || unit === undefined || given === unit || isSameUnit(unit, given)) return null;
  const fix = unit === '' ? 'leave it empty: the parameter has no dimension' : `convert the value to ${unit}`;
  return { code: 'D113', message: `unit cannot be "${given}"`, fix };
}
