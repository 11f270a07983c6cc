/**
 * Imports facts about events into `events.yaml`. Columns: name; optional grace_id, grace_id_source (time, record), run, aliases (`A|B`).
 * The event must have a version; aliases are added to the existing ones.
 */
import { checkEvent, EventIds } from '../../catalogue/check-events.ts';
import type { EventFacts } from '../../catalogue/types.ts';
import { choice, LIST, REQUIRED_TEXT, TEXT } from '../csv/csv-columns.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { recordsOf } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import type { ImportKindDefinition } from './import-kind.ts';

/** Facts about an event; null removes the source of its id. */
export type ImportedEvent = Omit<EventFacts, 'grace_id_source'> & { readonly grace_id_source?: 'time' | null };

export const events: ImportKindDefinition<ImportedEvent> = {
  unit: 'events',
  columns: {
    name: REQUIRED_TEXT,
    grace_id: TEXT,
    // If a source gives the id, an older remark that the id was matched is wrong.
    grace_id_source: choice({ time: 'time', record: null }),
    run: TEXT,
    aliases: LIST,
  },
  read: readEvent,
  file: 'events',
  list: ['events'],
  records: recordsOf<ImportedEvent, ImportedEvent>(({ catalogue, known }) => {
    const ids = new EventIds(catalogue.eventVersions);
    for (const { name, aliases = [] } of catalogue.events) for (const alias of aliases) ids.addAlias(alias, name);
    return ({ facts: record }) => {
      // A row that has only a name contains no facts.
      if (Object.keys(record).length === 1) return [];
      const check = (event: ImportedEvent) =>
        checkSchemaThen('events', 'event', event, () => checkEvent(event as EventFacts, known, ids));
      return { label: record.name, record, check };
    };
  }),
};

function readEvent({ aliases, ...event }: ImportedEvent): { facts: ImportedEvent } {
  const others = aliases?.filter((alias) => alias !== event.name);
  return { facts: recordOf<ImportedEvent>({ ...event, aliases: others?.length ? others : undefined }) };
}
