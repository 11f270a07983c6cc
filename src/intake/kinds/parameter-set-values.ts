/**
 * Import of the values of parameter sets into `event-versions/<catalog>.yaml`. In: one row for each value: name, version, set, parameter,
 * best; optional upper_error, lower_error, is_upper_limit, is_lower_limit (true, false), and unit, which must be the parameter's. The set
 * must exist.
 */
import type { RawValue } from '../../catalogue/files/raw.ts';
import type { Catalogue, EventVersion } from '../../catalogue/types.ts';
import { isSameUnit } from '../../catalogue/units.ts';
import { suggestFix } from '../../report/did-you-mean.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, NUMBER, REQUIRED_NUMBER, REQUIRED_TEXT, TEXT } from '../csv/columns.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { labelOfSet, planSets, SET_ALIASES, SET_COLUMNS, type SetFacts, type SetIds } from './parameter-sets.ts';

type RowValues = SetIds & RawValue & { readonly parameter: string; readonly unit?: string };

const FLAG = choice({ true: true, false: null });

/** A value as a set with this value alone, and its unit if the row has one. */
interface ValueFacts extends SetFacts {
  readonly parameter: string;
  readonly unit: string | undefined;
}

export const parameterSetValues: ImportKindDefinition<ValueFacts, RowValues> = {
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
  read: ({ name, version, set, parameter, unit, ...value }) => ({
    facts: {
      shortName: `${name}-v${version ?? ''}`,
      set: { name: set, parameters: { [parameter]: value } },
      parameter,
      unit,
    },
  }),
  plan: planSets<ValueFacts>(
    (facts) => `${labelOfSet(facts)} ${facts.parameter}`,
    (facts, version, catalogue) => [setFinding(facts.set.name, version), unitFinding(facts, catalogue)],
  ),
};

function setFinding(name: string, { parameterSets }: EventVersion): Finding | null {
  const names = parameterSets.map((set) => set.name);
  if (names.includes(name)) return null;
  const fix = suggestFix(name, names, 'import the set first, or correct its name');
  return { code: 'D137', message: `the event version has no parameter set "${name}"`, fix };
}

/** A finding if the given unit is not that of the parameter, if this is known. */
function unitFinding(
  { parameter, unit: given }: ValueFacts,
  { parameters, otherParameters }: Catalogue,
): Finding | null {
  const unit = [...parameters, ...otherParameters].find(({ name }) => name === parameter)?.unit;
  if (given === undefined || unit === undefined || isSameUnit(unit, given)) return null;
  const fix = unit === '' ? 'leave it empty: the parameter has no dimension' : `convert the value to ${unit}`;
  return { code: 'D113', message: `unit cannot be "${given}"`, fix };
}
