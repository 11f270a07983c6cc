/**
 * Checks facts about events and event strain files beyond their schemas.
 *
 * Events can be looked up by name, short name or alias, so these form one set of ids: each must be unique, even if case is ignored.
 */

import { eventVersionId } from '../core/contract/ids.ts';
import { type Finding, placed } from '../report/problems.ts';
import { type KnownNames, reservedNameFinding, unknownNameFinding } from './check-names.ts';
import type { EventFacts, EventStrainFiles, EventVersion } from './types.ts';

type IdKind = 'name' | 'short name' | 'alias';

/** All ids that identify an event or an event version: names and short names at first, to which aliases are added. */
export class EventIds {
  /** Keyed by lower-case id. `owner` is what messages call the event or version that has the id. */
  readonly #ids = new Map<string, { id: string; kind: IdKind; owner: string }>();

  constructor(versions: Iterable<EventVersion>) {
    for (const { name, version } of versions) {
      const shortName = eventVersionId(name, version);
      this.#ids.set(shortName.toLowerCase(), { id: shortName, kind: 'short name', owner: shortName });
      const key = name.toLowerCase();
      if (this.#ids.get(key)?.kind !== 'short name') this.#ids.set(key, { id: name, kind: 'name', owner: name });
    }
  }

  /** A finding if an event's name is the short name of another event's version. */
  nameFinding(name: string): Finding | null {
    const taken = this.#ids.get(name.toLowerCase());
    if (taken?.kind !== 'short name') return null;
    const message = `event name ${name} is ${idText(taken)}`;
    return { code: 'D138', message, fix: 'choose another name' };
  }

  hasEvent(name: string): boolean {
    const found = this.#ids.get(name.toLowerCase());
    return found?.kind === 'name' && found.id === name;
  }

  eventNames(): string[] {
    return [...this.#ids.values()].filter(({ kind }) => kind === 'name').map(({ id }) => id);
  }

  /**
   * Adds an alias of an event, or the short name that a version has in its file. The owner may already have it. Returns a finding if it is
   * already a name, or another owner's short name or alias, or differs from one of these only in case.
   */
  add(kind: Exclude<IdKind, 'name'>, id: string, owner: string): Finding | null {
    const key = id.toLowerCase();
    const fix = `use another ${kind}, or remove it`;
    const taken = this.#ids.get(key);
    if (!taken) {
      this.#ids.set(key, { id, kind, owner });
      return null;
    }
    if (taken.id !== id) {
      const message = `${kind} ${id} differs from ${taken.id}, ${idText(taken)}, only in case`;
      return { code: 'D122', message, fix };
    }
    if (taken.kind === kind && taken.owner === owner) return null;
    const message = `${kind} ${id} is already ${idText(taken)}`;
    return { code: 'D138', message, fix };
  }
}

function idText({ id, kind, owner }: { id: string; kind: IdKind; owner: string }): string {
  if (kind === 'name') return 'the name of an event';
  if (id === owner) return 'the short name of an event version';
  return kind === 'alias' ? `an alias of ${owner}` : `the short name of ${owner}`;
}

export function checkEvent(event: EventFacts, known: KnownNames, ids: EventIds): Finding[] {
  const { name, run, aliases = [] } = event;
  return [
    ...placed(['name'], ids.hasEvent(name) ? null : unknownNameFinding('event', name, ids.eventNames())),
    ...placed(['run'], run === undefined ? null : unknownNameFinding('run', run, known.runs)),
    ...aliases.flatMap((alias, index) =>
      placed(['aliases', index], reservedNameFinding('alias', alias) ?? ids.add('alias', alias, name)),
    ),
  ];
}

export function unknownVersionFinding(shortName: string): Finding {
  const fix = 'add it to event-versions/ first, or correct name and version';
  return { code: 'D137', message: `unknown event version ${shortName}`, fix };
}

/** The finding for event strain files whose catalog has no event versions. */
export function missingVersionsFinding(catalog: string): Finding {
  const message = `the event versions of ${catalog} are missing: there is no event-versions/${catalog}.yaml`;
  return { code: 'D137', message, fix: 'add that file, or remove this one' };
}

/** A finding if the event version of strain files is unknown, or in another catalog. `catalogs` maps short names to catalogs. */
export function versionFinding(
  { name, version }: EventStrainFiles,
  catalog: string,
  catalogs: ReadonlyMap<string, string>,
): Finding | null {
  const shortName = eventVersionId(name, version);
  const found = catalogs.get(shortName);
  if (found === undefined) return unknownVersionFinding(shortName);
  if (found === catalog) return null;
  const message = `event version ${shortName} is in ${found}, not in ${catalog}`;
  const fix = `move the entry to catalog ${found} (event-strain-files/${found}.yaml), or correct name and version`;
  return { code: 'D137', message, fix };
}
