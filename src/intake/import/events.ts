/**
 * Import of facts of events into `events.yaml`. In: rows with name; optional grace_id, run, aliases (`A|B`). The event must have a
 * version; aliases are added to the existing ones.
 */
import { checkEvent, EventIds } from '../../catalogue/check-events.ts';
import type { RawEvent } from '../../catalogue/files/raw.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { listCell, textCell } from './cells.ts';
import { recordOf } from './merge-record.ts';
import type { RecordKind } from './merge-records.ts';
import { recordImport } from './record-import.ts';
import { newTopDocument } from './yaml-writer.ts';

/** The layout of events. */
export const eventKind: RecordKind<RawEvent> = {
  keyOf: ({ name }) => name,
  fields: ['name', 'grace_id', 'grace_id_source', 'run', 'aliases'],
  growing: ['aliases'],
  listIn: () => ['events'],
  newDocument: () => newTopDocument('events', 'What is on record of events as a whole.', { events: [] }),
};

export const events = recordImport<RawEvent>({
  unit: 'events',
  columns: () => ({ required: ['name'], optional: ['grace_id', 'run', 'aliases'] }),
  kind: eventKind,
  existing: ({ inputs }) => inputs.all.filter((path) => path === inputs.top.events),
  read: (row) => ({
    facts: recordOf<RawEvent>({
      name: row.cell('name'),
      grace_id: textCell(row.cell('grace_id')),
      run: textCell(row.cell('run')),
      aliases: listCell(row.cell('aliases')),
    }),
  }),
  records: ({ catalogue, known, inputs }) => {
    const ids = new EventIds(catalogue.eventVersions);
    for (const { name, aliases } of catalogue.events) for (const alias of aliases) ids.addAlias(alias, name);
    return ({ facts: record }) => {
      const check = (event: RawEvent) => {
        const findings = checkSchema('events', event, 'event');
        return findings.length > 0 ? findings : checkEvent(event, known, ids);
      };
      return { label: record.name, path: inputs.top.events, record, check };
    };
  },
});
