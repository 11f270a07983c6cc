/** Imports facts about events into `events.yaml`. The event must have a version; aliases are added to the existing ones. */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { choice, LIST, REQUIRED_TEXT, TEXT } from '../csv/columns.ts';
import type { SourceRecord } from '../merge/records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

export const events: ImportKindDefinition = {
  noun: 'events',
  columns: {
    name: REQUIRED_TEXT,
    grace_id: TEXT,
    grace_id_source: choice({ time: 'time', record: null }),
    run: TEXT,
    aliases: LIST,
  },
  readAll: (rows) =>
    rows.map((row) => {
      const value = withoutOwnName(row);
      // A row that has only a name contains no facts.
      const records = Object.keys(value).length === 1 ? [] : [eventRecord(value)];
      return { label: String(value.name), records };
    }),
};

/** The event without its own name among the aliases. */
function withoutOwnName({ aliases, ...event }: Mapping): Mapping {
  const others = (Array.isArray(aliases) ? aliases : []).filter((alias) => alias !== event.name);
  return others.length > 0 ? { ...event, aliases: others } : event;
}

export const eventRecord = (value: Mapping): SourceRecord => ({
  kind: 'events',
  stem: '',
  list: 'events',
  value,
  label: String(value.name),
});
