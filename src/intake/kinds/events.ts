/**
 * Import of facts of events into `events.yaml`. In: rows with name; optional grace_id, run, aliases (`A|B`). The event must have a
 * version; aliases are added to the existing ones.
 */
import { checkEvent, EventIds } from '../../catalogue/check-events.ts';
import type { RawEvent } from '../../catalogue/files/raw.ts';
import { listCell, textCell } from '../csv/cells.ts';
import { addNames, recordOf } from '../merge/merge-record.ts';
import { checkRecord, planRecords } from '../merge/plan-records.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

const LAYOUT = yamlLayout<RawEvent>({
  file: 'events',
  keyOf: ({ name }) => name,
  fields: ['name', 'grace_id', 'grace_id_source', 'run', 'aliases'],
  growing: { aliases: addNames },
});

export const events: ImportKindDefinition<RawEvent> = {
  unit: 'events',
  columns: () => ({ required: ['name'], optional: ['grace_id', 'run', 'aliases'] }),
  read: (row) => ({
    facts: recordOf<RawEvent>({
      name: row.cell('name'),
      grace_id: textCell(row.cell('grace_id')),
      run: textCell(row.cell('run')),
      aliases: listCell(row.cell('aliases')),
    }),
  }),
  plan: planRecords(LAYOUT, ({ catalogue, known }) => {
    const ids = new EventIds(catalogue.eventVersions);
    for (const { name, aliases } of catalogue.events) for (const alias of aliases) ids.addAlias(alias, name);
    return ({ facts: record }) => {
      const check = (event: RawEvent) => checkRecord('events', 'event', event, () => checkEvent(event, known, ids));
      return { label: record.name, record, check };
    };
  }),
};
