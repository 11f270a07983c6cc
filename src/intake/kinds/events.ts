/**
 * Imports facts about events into `events.yaml`. Columns: name; optional grace_id, grace_id_source (time, record), run, aliases (`A|B`).
 * The event must have a version; aliases are added to the existing ones.
 */
import type { EventFacts } from '../../catalogue/types.ts';
import { choice, LIST, REQUIRED_TEXT, TEXT } from '../csv/csv-columns.ts';
import { recordOf } from '../merge/merge-values.ts';
import type { SourceRecord } from '../merge/records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

/** Facts about an event; null removes the source of its id. */
export type EventValues = Omit<EventFacts, 'grace_id_source'> & { readonly grace_id_source?: 'time' | null };

export const events: ImportKindDefinition<EventValues> = {
  unit: 'events',
  columns: {
    name: REQUIRED_TEXT,
    grace_id: TEXT,
    // If a source gives the id, an older remark that the id was matched is wrong.
    grace_id_source: choice({ time: 'time', record: null }),
    run: TEXT,
    aliases: LIST,
  },
  readAll: (all) =>
    all.map((values) => {
      const value = eventOf(values);
      // A row that has only a name contains no facts.
      const records = Object.keys(value).length === 1 ? [] : [eventRecord(value)];
      return { label: value.name, records };
    }),
};

/** The event without its own name among the aliases. */
function eventOf({ aliases, ...event }: EventValues): EventValues {
  const others = aliases?.filter((alias) => alias !== event.name);
  return recordOf<EventValues>({ ...event, aliases: others?.length ? others : undefined });
}

export const eventRecord = (value: EventValues): SourceRecord => ({
  kind: 'events',
  name: '',
  list: ['events'],
  value,
  label: value.name,
});
