/**
 * Finds event versions that are valid but implausible, mostly because of typing mistakes. Paths in the warnings are relative to the entry.
 */

import { utcFromGps } from '../core/base/gps-time.ts';
import { groupBy } from '../core/base/group-by.ts';
import { eventVersionId } from '../core/contract/ids.ts';
import { type DataPath, type Finding, placed } from '../report/problems.ts';
import type { EventVersion } from './types.ts';
import { implausibleValues } from './warn-parameters.ts';

/** The warnings about a single event version; `label` names it in messages. */
export function warningsOf(event: EventVersion, label: string): Finding[] {
  const sets = (event.parameter_sets ?? []).flatMap((set, index) =>
    placed(['parameter_sets', index], implausibleValues(set.parameters, `${label} in ${set.name}`)),
  );
  const own = implausibleValues(event.parameters, label);
  return [...implausibleDate(event, label), ...own, ...sets, ...preferredSets(event, label)];
}

/** Date, and sometimes time, in event names: GW150914, GW190403_051519, 151008, GRB070201. */
const DATED_NAME = /^(?:GW|GRB|S)?(\d{6})(?:_(\d{6}))?(?!\d)/;
/** Names contain the event time in whole seconds, and other analyses find a slightly earlier or later time. */
export const TOLERANCE_S = 2;

function implausibleDate({ name, gps }: EventVersion, label: string): Finding[] {
  const named = dateInName(name);
  if (named === undefined || isAtDate(gps, named)) return [];
  const message = `gps of ${label} is ${utcFromGps(Math.floor(gps))} UTC, but its name says ${named}`;
  return [{ at: ['gps'], code: 'W201', message, fix: 'correct the time or the name', topic: '' }];
}

/** `150914`, or `190403_051519`. */
export function dateInName(name: string): string | undefined {
  const [, date, time] = DATED_NAME.exec(name) ?? [];
  return time === undefined ? date : `${date}_${time}`;
}

/** True if a GPS time has the date of a name. The tolerance also applies across midnight. */
export const isAtDate = (gps: number, named: string): boolean =>
  [0, -TOLERANCE_S, -1, 1, TOLERANCE_S].some((offset) =>
    utcFromGps(Math.floor(gps) + offset)
      .replaceAll(/[-:]/g, '')
      .replace('T', '_')
      .slice(2)
      .startsWith(named),
  );

/** A warning if an entry's event is later than the previous entry's, because files start with the latest event. */
export function outOfOrder(before: EventVersion | undefined, event: EventVersion, label: string): Finding[] {
  if (!before || event.gps <= before.gps) return [];
  const message = `${label} is later than ${eventVersionId(before.name, before.version)}, which comes before it`;
  return [{ at: ['name'], code: 'W208', message, fix: 'put the latest event first', topic: '' }];
}

/** Warnings about each version's name and number, found by comparing all versions. */
export function oddVersions(versions: readonly EventVersion[]): Finding[][] {
  const gaps = new Map<string, Finding>();
  for (const [name, all] of groupBy(versions, (one) => one.name)) {
    const ascending = [...new Set(all.map(({ version }) => version))].sort((a, b) => a - b);
    for (const [n, version] of ascending.slice(1).entries()) {
      const finding = gapFinding(name, ascending[n] ?? 0, version);
      if (finding) gaps.set(eventVersionId(name, version), finding);
    }
  }
  const seen = new Set<string>();
  return versions.map((one) => {
    const lowerCase = seen.has(one.name) ? null : lowerCaseFinding(one.name);
    seen.add(one.name);
    return [lowerCase, gaps.get(eventVersionId(one.name, one.version)) ?? null].filter((finding) => finding !== null);
  });
}

/** Event names are in upper case; a name in lower case is often a misspelling of another event's name. */
function lowerCaseFinding(name: string): Finding | null {
  if (!/[a-z]/.test(name) || !/\d/.test(name) || name !== name.toLowerCase()) return null;
  const message = `event name ${name} is in lower case`;
  return { at: ['name'], code: 'W216', message, fix: `write ${name.toUpperCase()}`, topic: '' };
}

/** A finding if versions are missing between `before` and `version`, the next version in the data. */
function gapFinding(name: string, before: number, version: number): Finding | null {
  if (before === version - 1) return null;
  const between = before === version - 3 ? 'and' : 'to';
  const missing =
    before === version - 2 ? `version ${version - 1}` : `versions ${before + 1} ${between} ${version - 1}`;
  const message = `${name} has versions ${before} and ${version}, but not ${missing}`;
  return { at: ['version'], code: 'W214', message, fix: 'add the missing versions, or correct the number', topic: '' };
}

/** Warnings about preferred sets: several of them, and default values that differ from them. */
function preferredSets({ parameters = {}, parameter_sets: sets = [] }: EventVersion, label: string): Finding[] {
  const preferred = [...sets.entries()].filter(([, set]) => set.is_preferred === true);
  const [first, second] = preferred;
  if (!first) return [];
  if (second) {
    const message = `${label} has ${preferred.length} preferred sets: ${preferred.map(([, { name }]) => name).join(', ')}`;
    const fix = 'keep is_preferred in one of them';
    const at: DataPath = ['parameter_sets', second[0], 'is_preferred'];
    return [{ at, code: 'W212', message, fix, topic: '' }];
  }
  const [, { name: set, parameters: own = {} }] = first;
  return Object.entries(parameters).flatMap(([name, { best }]): Finding[] => {
    const other = own[name]?.best;
    if (other === undefined || other === best) return [];
    const message = `${name} of ${label} is ${best}, but ${other} in its preferred set ${set}`;
    const at: DataPath = ['parameters', name, 'best'];
    return [{ at, code: 'W213', message, fix: 'correct one of the two, or is_preferred', topic: name }];
  });
}
