/**
 * Import of the bulk strain files that the older interface lists for event versions without files of their own, into
 * `event-versions/<catalog>.yaml`. In: one row for each version and detector: event, version, detector; optional gps_start_4096 (s), which
 * must be the start of the file that holds the event, because the data only name the detectors. Detectors are added to the existing ones.
 */
import { shortNameOf } from '../../catalogue/check-event-versions.ts';
import { unknownVersionFinding } from '../../catalogue/check-events.ts';
import { STRAIN_FILE_DURATION_S } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import { NUMBER, named, REQUIRED_TEXT, REQUIRED_VERSION } from '../csv/columns.ts';
import { addNames, recordOf } from '../merge/merge-record.ts';
import { planRecords } from '../merge/record-merger.ts';
import { checkVersion, type EventRecord, VERSION_LAYOUT } from './event-versions.ts';
import type { ImportKindDefinition } from './import-kind.ts';

interface BulkFile {
  readonly name: string;
  readonly version: unknown;
  readonly detector: string;
  readonly gpsStart: unknown;
}

export const eventBulkFiles: ImportKindDefinition<BulkFile> = {
  unit: 'bulk files',
  columns: {
    event: named('name', REQUIRED_TEXT),
    version: REQUIRED_VERSION,
    detector: REQUIRED_TEXT,
    gps_start_4096: named('gpsStart', NUMBER),
  },
  aliases: { catalog: null, run: null, prefix_16k: null, prefix_4k: null, known_from: null, note: null },
  plan: planRecords<EventRecord, BulkFile>(
    { ...VERSION_LAYOUT, growing: { bulk_detectors: addNames } },
    ({ known, catalogue }) => {
      const versions = new Map(catalogue.eventVersions.map((version) => [shortNameOf(version), version]));
      return ({ facts: { name, version, detector, gpsStart } }) => {
        const shortName = `${name}-v${version}`;
        const found = versions.get(shortName);
        const wrong = found ? startFinding(gpsStart, found.gps) : unknownVersionFinding(shortName);
        const record = recordOf<Partial<EventRecord>>({ name, version, bulk_detectors: [detector] }) as EventRecord;
        const check = (merged: EventRecord) => checkVersion(merged, known);
        const label = `${shortName} ${detector}`;
        return { label, name: found?.catalog ?? null, record, findings: wrong ? [wrong] : [], check };
      };
    },
  ),
};

function startFinding(start: unknown, gps: number): Finding | null {
  const expected = Math.floor(gps / STRAIN_FILE_DURATION_S) * STRAIN_FILE_DURATION_S;
  if (start === undefined || start === expected) return null;
  const message = `the file that starts at ${start} does not hold the event, whose GPS time is ${gps}`;
  return { code: 'D113', message, fix: `write ${expected}, or leave the cell empty` };
}
