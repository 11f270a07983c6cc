/**
 * Merges what a CSV row says into an event version that is there. Pure.
 *
 * What the row does not say is kept. A value that the entry lacks is added; one that it has and that differs is a change.
 * Errors and limits belong to their best value: where `best` changes, the whole parameter value is replaced.
 */
import type { RawEventVersion, RawValue } from '../files/raw.ts';
import type { EventRow } from './event-rows.ts';

/** One value to write; `old` undefined is an addition, `value` undefined a removal. */
export interface Change {
  readonly path: readonly string[];
  readonly old: unknown;
  readonly value: unknown;
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join() === [...b].sort().join();

/** Changes that make `old` agree with the row; empty where it does. */
export function mergeEvent(old: RawEventVersion, row: EventRow): Change[] {
  const { event } = row;
  const changes: Change[] = [];
  if (event.gps !== old.gps) changes.push({ path: ['gps'], old: old.gps, value: event.gps });
  if (event.doi !== undefined && event.doi !== old.doi) {
    changes.push({ path: ['doi'], old: old.doi, value: event.doi });
  }
  if (!sameList(event.detectors, old.detectors)) {
    changes.push({ path: ['detectors'], old: old.detectors, value: event.detectors });
  }
  const source = row.hasRecordedDetectors ? undefined : (event.detectors_source ?? old.detectors_source);
  if (source !== old.detectors_source) {
    changes.push({ path: ['detectors_source'], old: old.detectors_source, value: source });
  }
  for (const [name, value] of Object.entries(event.parameters ?? {})) {
    const before = old.parameters?.[name];
    changes.push(...mergeValue(name, before, value));
  }
  return changes;
}

function mergeValue(name: string, old: RawValue | undefined, value: RawValue): Change[] {
  const path = ['parameters', name];
  if (old === undefined || old.best !== value.best) return [{ path, old, value }];
  return Object.entries(value).flatMap(([field, given]) => {
    const before = old[field as keyof RawValue] ?? undefined;
    // A flag that is false and one that is not there are the same.
    const isSame = before === given || (given === false && before === undefined);
    return isSame ? [] : [{ path: [...path, field], old: before === false ? undefined : before, value: given }];
  });
}
