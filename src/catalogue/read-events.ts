/**
 * Reads `events.yaml` and `event-strain-files/<catalog>.yaml`, which both refer to event versions. `versions` is null if some event
 * versions could not be read.
 */

import type { DataPath } from '../report/problems.ts';
import { shortNameOf } from './check-event-versions.ts';
import {
  catalogOfVersionsFinding,
  checkEvent,
  checkEventStrainFiles,
  EventIds,
  missingVersionsFinding,
} from './check-events.ts';
import type { RawEventStrainFiles, RawEventStrainFilesOfCatalog, RawEvents } from './files/raw.ts';
import { type KnownNames, NameRegister } from './names.ts';
import { type ReadContext, readFolder, readTop, report, reportName, stem } from './read-folder.ts';
import type { EventFacts, EventStrainFiles, EventVersion } from './types.ts';

/** Reads the facts in `events.yaml`; empty if there is no such file. */
export function readEventFacts(
  context: ReadContext,
  known: KnownNames,
  versions: readonly EventVersion[] | null,
): EventFacts[] {
  const file = readTop<RawEvents>(context, 'events');
  if (!file) return [];
  const ids = versions && new EventIds(versions);
  const names = new NameRegister('event');
  return file.value.events.map((raw, index) => {
    const at: DataPath = ['events', index];
    reportName(context, names, file, [...at, 'name'], raw.name);
    report(context, file, at, checkEvent(raw, known, ids));
    return { name: raw.name, graceId: raw.grace_id ?? null, run: raw.run ?? null, aliases: raw.aliases ?? [] };
  });
}

/** Reads the starts of the event strain files of all catalogs. */
export function readEventStrainFiles(
  context: ReadContext,
  known: KnownNames,
  versions: readonly EventVersion[] | null,
): EventStrainFiles[] {
  const catalogs = versions && new Map(versions.map((version) => [shortNameOf(version), version.catalog]));
  const all: EventStrainFiles[] = [];
  const checkName = (catalog: string) => catalogOfVersionsFinding(catalog, known);
  const files = readFolder<RawEventStrainFilesOfCatalog>(context, 'event-strain-files', 'catalog', checkName);
  for (const { file, isNameConfirmed } of files) {
    const { catalog } = file.value;
    const isCheckable = catalogs !== null && isNameConfirmed;
    const isMissing = isCheckable && !context.inputs.folders['event-versions'].some((path) => stem(path) === catalog);
    if (isMissing) report(context, file, ['catalog'], missingVersionsFinding(catalog));
    const catalogOfVersion = isCheckable && !isMissing ? catalogs : null;
    const seen = new NameRegister('entry');
    for (const [index, raw] of file.value.event_strain_files.entries()) {
      const at: DataPath = ['event_strain_files', index];
      report(context, file, at, checkEventStrainFiles(raw, catalog, known, catalogOfVersion));
      reportName(context, seen, file, at, `${shortNameOf(raw)} ${raw.detector}`);
      all.push(toEventStrainFiles(raw));
    }
  }
  return all;
}

function toEventStrainFiles(raw: RawEventStrainFiles): EventStrainFiles {
  const { name, version, detector } = raw;
  const starts = { 32: raw.gps_start_32, 2048: raw.gps_start_2048, 4096: raw.gps_start_4096 };
  const filePrefixes = { 16: raw.file_prefix_16kHz, 4: raw.file_prefix_4kHz };
  return { name, version, detector, starts: given(starts), filePrefixes: given(filePrefixes) };
}

/** The entries that have a value. */
function given<T>(values: Readonly<Record<number, T | undefined>>): Record<number, T> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, T] => entry[1] !== undefined));
}
