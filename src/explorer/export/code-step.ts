/** The lines of code that choose, from the rows of a request, the rows that the view shows. */

import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import { type BinaryType, MASSES, NEUTRON_STAR_BELOW, NO_TYPE } from '../event-data/binaries.ts';
import { passesSettings, type RowSettings } from '../event-data/row-settings.ts';
import type { EventRow } from '../event-data/rows.ts';
import type { ShownRows } from './shown-rows.ts';

export interface CodeStep {
  /** Why the request is not enough. */
  readonly why: string;
  readonly pandas: string;
  readonly python: string;
}

/** A condition for each type, on the masses `m1` and `m2`. */
const TYPE_TESTS: Readonly<Record<BinaryType, string>> = {
  BBH: `(m2 >= ${NEUTRON_STAR_BELOW})`,
  NSBH: `(m1 >= ${NEUTRON_STAR_BELOW}) & (m2 < ${NEUTRON_STAR_BELOW})`,
  BNS: `(m1 < ${NEUTRON_STAR_BELOW})`,
};

/** Conditions on masses: for pandas, and for Python, where a mass may be None. */
function typeTests(types: NonNullable<RowSettings['types']>) {
  const hasNone = types.includes(NO_TYPE);
  const known = types.flatMap((type) => (type === NO_TYPE ? [] : `(${TYPE_TESTS[type]})`));
  const both = `m1.notna() & m2.notna() & (${known.join(' | ')})`;
  const tests = [...(hasNone ? ['m1.isna()', 'm2.isna()'] : []), ...(known.length > 0 ? [`(${both})`] : [])];
  const python = [
    ...(hasNone ? ['None in (m1, m2)'] : []),
    ...(known.length > 0 ? [`None not in (m1, m2) and (${known.join(' or ').replaceAll('&', 'and')})`] : []),
  ];
  return { pandas: tests.join(' | '), python: python.join(' or ') };
}

function typeStep(types: NonNullable<RowSettings['types']>): Omit<CodeStep, 'why'> {
  const { pandas, python } = typeTests(types);
  const [m1, m2] = MASSES;
  return {
    pandas: `m1, m2 = table.${m1}, table.${m2}\ntable = table[${pandas}]\n`,
    python: `def is_shown(entry):
    mass = {one["name"]: one["best"] for one in entry["default_parameters"]}
    m1, m2 = mass.get("${m1}"), mass.get("${m2}")
    return ${python}

entries = [one for one in entries if is_shown(one)]
`,
  };
}

function detectorStep({ detectors, only }: RowSettings): Omit<CodeStep, 'why'> {
  const set = `{${(detectors ?? []).map((name) => JSON.stringify(name)).join(', ')}}`;
  const tests = [
    ...(detectors?.length ? [(names: string) => `${set} ${only === 'these' ? '==' : '<='} set(${names})`] : []),
    ...(only === 'one' ? [(names: string) => `len(${names}) == 1`] : []),
  ];
  const test = (names: string) => tests.map((one) => one(names)).join(' and ');
  return {
    pandas: `table = table[table.detectors.map(lambda text: ${test('str(text).split("|")')})]\n`,
    python: `entries = [one for one in entries if ${test('one["detectors"]')}]\n`,
  };
}

const choosesDetectors = ({ detectors, only }: RowSettings): boolean => only === 'one' || (detectors?.length ?? 0) > 0;

/** Code that keeps the rows whose types and detectors pass the settings. */
function settingsStep(settings: RowSettings): CodeStep {
  const { types } = settings;
  const byType = types !== null && types.length > 0;
  const byDetector = choosesDetectors(settings);
  const steps = [...(byType ? [typeStep(types)] : []), ...(byDetector ? [detectorStep(settings)] : [])];
  const lacking = [...(byType ? ['type'] : []), ...(byDetector ? ['detector'] : [])].join(' and no ');
  return {
    why: `The API has no ${lacking} filter. The last line${byType ? 's make' : ' makes'} the same choice as the page.`,
    pandas: steps.map(({ pandas }) => pandas).join(''),
    python: steps.map(({ python }) => python).join(''),
  };
}

/** Code that keeps the rows with the given names. */
function namesStep(rows: readonly EventRow[]): CodeStep {
  const names = `shown = """\n${rows.map(({ id }) => id).join('\n')}\n""".split()\n`;
  return {
    why: 'The API cannot make this choice of events and versions. The last lines name the rows that the page shows.',
    pandas: `${names}table = table[table.shortName.isin(shown)]\n`,
    python: `${names}entries = [one for one in entries if one["shortName"] in shown]\n`,
  };
}

const isSame = (a: readonly EventRow[], b: readonly EventRow[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;

/** Null if the request already gives the rows that are shown. `columns`: the columns of the site's CSV of event versions. */
export function codeStep({ rows, requested, settings }: ShownRows, columns: readonly string[]): CodeStep | null {
  if (isSame(requested, rows)) return null;
  const passing = requested.filter((row) => passesSettings(row, settings));
  const canRepeat = !choosesDetectors(settings) || columns.includes(EVENT_VERSION.detectors);
  return canRepeat && isSame(passing, rows) ? settingsStep(settings) : namesStep(rows);
}
