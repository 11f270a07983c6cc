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
  /** Keyed by lower-case id. */
  readonly #ids = new Map<string, { id: string; kind: IdKind; event: string }>();

  constructor(versions: Iterable<EventVersion>) {
    for (const { name, version } of versions) {
      const shortName = eventVersionId(name, version);
      this.#ids.set(shortName.toLowerCase(), { id: shortName, kind: 'short name', event: name });
      const key = name.toLowerCase();
      if (this.#ids.get(key)?.kind !== 'short name') this.#ids.set(key, { id: name, kind: 'name', event: name });
    }
  }

  /** A finding if an event's name is the short name of another event's version. */
  nameFinding(name: string): Finding | null {
    const taken = this.#ids.get(name.toLowerCase());
    if (taken?.kind !== 'short name') return null;
    const message = `event name ${name} is the short name of a version of ${taken.event}`;
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
   * Adds an alias for an event or event version, which may already have this alias. Returns a finding if the alias is already a name, a
   * short name or another record's alias, or differs from one of these only in case.
   */
  addAlias(alias: string, event: string): Finding | null {
    const key = alias.toLowerCase();
    const taken = this.#ids.get(key);
    if (!taken) {
      this.#ids.set(key, { id: alias, kind: 'alias', event });
      return null;
    }
    if (taken.id !== alias) {
      const message = `alias ${alias} differs from ${taken.id}, ${idText(taken)}, only in case`;
      return { code: 'D122', message, fix: 'use another alias, or remove it' };
    }
    if (taken.kind === 'alias' && taken.event === event) return null;
    const message = `alias ${alias} is already ${idText(taken)}`;
    return { code: 'D138', message, fix: 'use another alias, or remove it' };
  }
}

function idText({ kind, event }: { kind: IdKind; event: string }): string {
  if (kind === 'name') return 'the name of an event';
  return kind === 'alias' ? `an alias of ${event}` : `the short name of a version of ${event}`;
}

/** `ids` is null if not all event versions could be read. */
export function checkEvent(event: EventFacts, known: KnownNames, ids: EventIds | null): Finding[] {
  const { name, run, aliases = [] } = event;
  const isUnknown = ids !== null && !ids.hasEvent(name);
  return [
    ...placed(['name'], isUnknown ? unknownNameFinding('event', name, ids.eventNames()) : null),
    ...placed(['run'], run === undefined ? null : unknownNameFinding('run', run, known.runs)),
    ...aliases.flatMap((alias, index) =>
      placed(['aliases', index], reservedNameFinding('alias', alias) ?? ids?.addAlias(alias, name) ?? null),
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

/** `versions` maps short names to catalogs; null if not all event versions could be read. */
export function checkEventStrainFiles(
  files: EventStrainFiles,
  catalog: string,
  known: KnownNames,
  versions: ReadonlyMap<string, string> | null,
): Finding[] {
  const unknown = unknownNameFinding('detector', files.detector, known.detectors);
  const findings = placed(['detector'], unknown);
  const shortName = eventVersionId(files.name, files.version);
  const found = versions?.get(shortName);
  if (versions && found === undefined) findings.push({ at: ['name'], ...unknownVersionFinding(shortName) });
  else if (versions && found !== catalog) {
    const message = `event version ${shortName} is in ${found}, not in ${catalog}`;
    const fix = `move the entry to event-strain-files/${found}.yaml, or correct name and version`;
    findings.push({ at: ['name'], code: 'D137', message, fix });
  }
  return findings;
}
