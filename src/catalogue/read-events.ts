/** Reads `events.yaml` and `event-strain-files/<catalog>.yaml`, which both refer to event versions. */

import { eventVersionId } from '../core/contract/ids.ts';
import type { DataPath } from '../report/problems.ts';
import { catalogOfVersionsFinding } from './check-catalogs.ts';
import { checkEvent, type EventIds, missingVersionsFinding, versionFinding } from './check-events.ts';
import { type KnownNames, NameRegister, unknownNameFinding } from './check-names.ts';
import { stemOf } from './files/input-files.ts';
import { addFindings, addName, isSound, type ReadContext, readFolder, readTop } from './read-folder.ts';
import type { CatalogVersion, EventFacts, EventStrainFiles } from './types.ts';

/** Reads the facts in `events.yaml`; empty if there is no such file. */
export function readEventFacts(context: ReadContext, known: KnownNames, ids: EventIds): readonly EventFacts[] {
  const file = readTop(context, 'events');
  if (!file) return [];
  const names = new NameRegister('event');
  for (const [index, event] of file.value.events.entries()) {
    const at: DataPath = ['events', index];
    addName(context, names, file, [...at, 'name'], event.name);
    addFindings(context, file, at, checkEvent(event, known, ids));
  }
  return file.value.events;
}

/** Reads the starts of the event strain files of all catalogs. */
export function readEventStrainFiles(
  context: ReadContext,
  known: KnownNames,
  versions: readonly CatalogVersion[],
): EventStrainFiles[] {
  const catalogs = new Map(versions.map((one) => [eventVersionId(one.name, one.version), one.catalog]));
  const all: EventStrainFiles[] = [];
  const checkName = (catalog: string) => catalogOfVersionsFinding(catalog, known);
  for (const file of readFolder(context, 'event-strain-files', checkName)) {
    const { catalog } = file.value;
    // Each further finding about the catalog, also in an entry, would report the same mistake again.
    const isRight = isSound(context, file);
    const hasVersions = context.inputs.paths['event-versions'].some((path) => stemOf(path) === catalog);
    if (isRight && !hasVersions) addFindings(context, file, ['catalog'], missingVersionsFinding(catalog));
    if (!isRight || !hasVersions) context.incomplete.add('event-strain-files');
    const seen = new NameRegister('entry');
    for (const [index, raw] of file.value.event_strain_files.entries()) {
      const at: DataPath = ['event_strain_files', index];
      addFindings(context, file, [...at, 'detector'], unknownNameFinding('detector', raw.detector, known.detectors));
      if (isRight && hasVersions) addFindings(context, file, [...at, 'name'], versionFinding(raw, catalog, catalogs));
      addName(context, seen, file, at, `${eventVersionId(raw.name, raw.version)} ${raw.detector}`);
      all.push(raw);
    }
  }
  return all;
}
