/**
 * Import of facts of events into `events.yaml`. In: rows with name; optional grace_id, grace_id_source (time, record), run, aliases (`A|B`). The event must have a
 * version; aliases are added to the existing ones.
 */
import { checkEvent, EventIds } from '../../catalogue/check-events.ts';
import type { RawEvent } from '../../catalogue/files/raw.ts';
import { choice, LIST, REQUIRED_TEXT, TEXT } from '../csv/columns.ts';
import { addNames } from '../merge/merge-record.ts';
import { checkRecord, planRecords } from '../merge/record-merger.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

/** Facts about an event; null removes the source of its id. */
type EventFacts = Omit<RawEvent, 'grace_id_source'> & { readonly grace_id_source?: 'time' | null };

const LAYOUT = yamlLayout<EventFacts>({
  file: 'events',
  keyOf: ({ name }) => name,
  fields: ['name', 'grace_id', 'grace_id_source', 'run', 'aliases'],
  growing: { aliases: addNames },
});

export const events: ImportKindDefinition<EventFacts> = {
  unit: 'events',
  columns: {
    name: REQUIRED_TEXT,
    grace_id: TEXT,
    // If a source has the id, an older remark that it was matched is wrong.
    grace_id_source: choice({ time: 'time', record: null }),
    run: TEXT,
    aliases: LIST,
  },
  plan: planRecords(LAYOUT, ({ catalogue, known }) => {
    const ids = new EventIds(catalogue.eventVersions);
    for (const { name, aliases } of catalogue.events) for (const alias of aliases) ids.addAlias(alias, name);
    return ({ facts: record }) => ({
      label: record.name,
      record,
      check: (event) => checkRecord('events', 'event', event, () => checkEvent(event, known, ids)),
    });
  }),
};
