/**
 * Finds data that are valid but implausible, mostly because of typing mistakes. Paths in the warnings are relative to the entry.
 *
 * Bounds come from physics: masses, distances and redshifts are not negative, probabilities lie between 0 and 1, and effective spins
 * between -1 and 1.
 */

import { gpsFromUtc, utcFromGps } from '../core/base/gps-time.ts';
import { eventVersionId } from '../core/contract/ids.ts';
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import { countOf } from '../report/count.ts';
import type { DataPath, Finding } from '../report/problems.ts';
import { gpsStopOf } from './blocks.ts';
import { inconsistentValues, isLimit, pathsWithin, preferredSets } from './check-consistency.ts';
import { roundTime } from './files/number-text.ts';
import type {
  EventVersion,
  ObservingRun,
  ParameterValue,
  ParameterValues,
  StrainDataset,
  TimelinesFile,
} from './types.ts';

/** Minimum and maximum for each parameter. */
const BOUNDS: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  mass_1_source: [0, Infinity],
  mass_2_source: [0, Infinity],
  total_mass_source: [0, Infinity],
  chirp_mass: [0, Infinity],
  chirp_mass_source: [0, Infinity],
  final_mass_source: [0, Infinity],
  luminosity_distance: [0, Infinity],
  redshift: [0, Infinity],
  chi_eff: [-1, 1],
  far: [0, Infinity],
  p_astro: [0, 1],
  network_matched_filter_snr: [0, Infinity],
};

/** Pairs of parameters: the first must not exceed the second. */
const ORDERS = [
  ['W203', 'mass_2_source', 'mass_1_source', 'swap the two'],
  ['W204', 'final_mass_source', 'total_mass_source', 'correct one of the two'],
] as const;

/** All warnings about an event version; `label` names it in messages. */
export function warningsOf(event: EventVersion, label: string): Finding[] {
  const ofValues = (values: ParameterValues | undefined, within: DataPath, name: string): Finding[] => [
    ...implausibleValues(values, within, name),
    ...inconsistentValues(values, within, name),
  ];
  const sets = (event.parameter_sets ?? []).flatMap((set, index) =>
    ofValues(set.parameters, ['parameter_sets', index], `${label} in ${set.name}`),
  );
  const ofVersion = ofValues(event.parameters, [], label);
  return [...implausibleDate(event, label), ...ofVersion, ...sets, ...preferredSets(event, label)];
}

/** Date, and sometimes time, in event names: GW150914, GW190403_051519, 151008, GRB070201. */
const DATED_NAME = /^(?:GW|GRB|S)?(\d{6})(?:_(\d{6}))?(?!\d)/;
/** Names contain the event time in whole seconds, and other analyses find a slightly earlier or later time. */
const TOLERANCE_S = 2;

function implausibleDate({ name, gps }: EventVersion, label: string): Finding[] {
  const named = dateInName(name);
  if (named === undefined || isAtDate(gps, named)) return [];
  const message = `gps of ${label} is ${utcFromGps(Math.floor(gps))} UTC, but its name says ${named}`;
  return [{ at: ['gps'], code: 'W201', message, fix: 'correct the time or the name', topic: '' }];
}

/** `150914`, or `190403_051519`. */
function dateInName(name: string): string | undefined {
  const [, date, time] = DATED_NAME.exec(name) ?? [];
  return time === undefined ? date : `${date}_${time}`;
}

/** True if a GPS time has the date of a name. The tolerance also applies across midnight. */
const isAtDate = (gps: number, named: string): boolean =>
  [0, -TOLERANCE_S, -1, 1, TOLERANCE_S].some((offset) =>
    utcFromGps(Math.floor(gps) + offset)
      .replaceAll(/[-:]/g, '')
      .replace('T', '_')
      .slice(2)
      .startsWith(named),
  );

/** A finding if an event's time is in Unix seconds, which its name shows. */
export function unixTimeFinding({ name, gps }: Pick<EventVersion, 'name' | 'gps'>): Finding | null {
  const named = dateInName(name);
  if (named === undefined || !(gps > TOLERANCE_S && gps < MAX_UNIX_S) || isAtDate(gps, named)) return null;
  const meant = gpsFromUtc(new Date(Math.floor(gps) * 1000).toISOString().slice(0, 19));
  if (meant === undefined || !isAtDate(meant, named)) return null;
  const time = roundTime(meant + (gps % 1));
  const message = `gps is ${gps}, which is the time of ${name} in Unix seconds`;
  return { at: ['gps'], code: 'D113', message, fix: `write GPS seconds: ${time}`, topic: 'Unix seconds' };
}

/** The end of 2099. */
const MAX_UNIX_S = 4102444800;

function implausibleValues(values: ParameterValues = {}, within: DataPath, label: string): Finding[] {
  const at = pathsWithin(within);
  const single = Object.entries(values).flatMap(([name, value]) => outOfBounds(name, value, at(name), label));
  const pairs = ORDERS.flatMap(([code, less, greater, fix]): Finding[] => {
    const [a, b] = [values[less], values[greater]];
    if (!a || !b || isLimit(a) || isLimit(b) || a.best <= b.best) return [];
    const message = `${less} of ${label} is ${a.best}, greater than its ${greater} ${b.best}`;
    return [{ at: at(less), code, message, fix, topic: less }];
  });
  return [...single, ...pairs];
}

function outOfBounds(name: string, value: ParameterValue, at: DataPath, label: string): Finding[] {
  const bounds = Object.hasOwn(BOUNDS, name) ? BOUNDS[name] : undefined;
  if (!bounds) return [];
  const [least, greatest] = bounds;
  const { best, upper_error: upper, lower_error: lower } = value;
  // Checks the usual case first, because there are thousands of values. Unrounded sums are sufficient here, because rounding never moves a
  // value out of bounds.
  const reached = [best, best + (lower ?? 0), best + (upper ?? 0)];
  if (reached.every((one) => one >= least && one <= greatest)) return [];
  const range = greatest === Infinity ? `below ${least}` : `outside ${least} to ${greatest}`;
  if (best < least || best > greatest) {
    const message = `${name} of ${label} is ${best}, ${range}`;
    return [{ at: [...at, 'best'], code: 'W202', message, fix: 'correct the value', topic: name }];
  }
  const ends = [
    ['lower_error', lower ?? 0],
    ['upper_error', upper ?? 0],
  ] as const;
  return ends.flatMap(([member, error]): Finding[] => {
    // Rounded, because binary fractions are inexact.
    const end = Number((best + error).toPrecision(12));
    if (end >= least && end <= greatest) return [];
    const message = `${member} of ${name} of ${label} reaches ${end}, ${range}`;
    return [{ at: [...at, member], code: 'W205', message, fix: 'correct the error', topic: `${name} ${member}` }];
  });
}

/** A warning if an entry's event is later than the previous entry's, because files start with the latest event. */
export function outOfOrder(before: EventVersion | undefined, event: EventVersion, label: string): Finding[] {
  if (!before || event.gps <= before.gps) return [];
  const message = `${label} is later than ${eventVersionId(before.name, before.version)}, which comes before it`;
  return [{ at: ['name'], code: 'W208', message, fix: 'put the latest event first', topic: '' }];
}

/** A warning for each block that contains strain files completely outside their run. */
export function filesOutsideRun({ dataset, series }: StrainDataset, run: ObservingRun): Finding[] {
  return series.flatMap(({ detector, blocks }, index) =>
    blocks.flatMap(([first, count], position): Finding[] => {
      const stop = gpsStopOf([first, count]);
      const early = Math.min(count, Math.max(0, Math.floor((run.gps_start - first) / STRAIN_FILE_DURATION_S)));
      const late = Math.min(count, Math.max(0, Math.floor((stop - run.gps_end) / STRAIN_FILE_DURATION_S)));
      if (early + late === 0) return [];
      const files = `${countOf(early + late, 'file')} of ${detector} in ${dataset} from GPS ${first}`;
      const message = `${files} ${early + late === 1 ? 'is' : 'are'} outside run ${showRun(run)}`;
      const fix = 'correct the block, or the run in runs.yaml';
      return [{ at: ['series', index, 'blocks', position], code: 'W206', message, fix, topic: detector }];
    }),
  );
}

/** A warning for each segment that is not completely inside its run. */
export function segmentsOutsideRun({ flags }: TimelinesFile, run: ObservingRun): Finding[] {
  return flags.flatMap(({ name, segments }, index) =>
    segments.flatMap(([start, stop], position): Finding[] => {
      if (start >= run.gps_start && stop <= run.gps_end) return [];
      const message = `${name} [${start}, ${stop}) is not completely in ${showRun(run)}`;
      const fix = 'correct the segment, or the run in runs.yaml';
      return [{ at: ['flags', index, 'segments', position], code: 'W207', message, fix, topic: name }];
    }),
  );
}

const showRun = ({ name, gps_start: start, gps_end: end }: ObservingRun): string => `${name} [${start}, ${end})`;

/** A warning if a dataset has strain files but no names for its mask bits: clients cannot know what the bits mean. */
export function bitsWithoutNames({ dataset, bits = [], series }: StrainDataset): Finding[] {
  if (bits.length > 0 || series.length === 0) return [];
  const message = `the mask bits of ${dataset} have no names`;
  const fix = 'import them with "stillwave import dataset-bits", or write them into bits';
  return [{ at: ['dataset'], code: 'W209', message, fix }];
}
