/** Loads what the search knows: events with all their names, catalogs, runs and words. */

import { groupBy } from '../../core/base/group-by.ts';
import type { EventDetail, EventEntry } from '../../core/contract/wire.ts';
import { recordTarget } from '../address/address.ts';
import { catalogTarget } from '../address/event-requests.ts';
import type { Client } from '../client/site-client.ts';
import { mainCatalog, startTarget } from '../client/start-target.ts';
import { MASSES } from '../event-data/binaries.ts';
import { loadRows } from '../event-data/load-rows.ts';
import { type EventRow, pickVersions } from '../event-data/rows.ts';
import { type Interval, spanOf } from '../strain-data/interval.ts';
import { countText, dayText, joinText } from '../text/format.ts';
import { SNR } from '../text/parameter-names.ts';
import { valueText } from '../text/values.ts';
import { countDuring, countFound, type Found, find, type SearchEvent, type SearchSource } from './find.ts';
import type { NamedHit } from './hits.ts';
import { listWords } from './words.ts';

/** `98.4 + 57.2 M☉ · SNR 14.3`. */
function describeRow({ values }: EventRow): string {
  const best = (name: string) => {
    const value = values.get(name);
    return value && valueText(value).best;
  };
  const masses = MASSES.map(best);
  const snr = best(SNR);
  return joinText([!masses.includes(undefined) && `${masses.join(' + ')} M☉`, snr && `SNR ${snr}`], ' · ');
}

/** An event's hit leads to the version whose values it shows (`row`). `catalogs` lists the catalogs that have the event. */
function eventHit({ name, aliases, grace_id }: EventDetail, row: EventRow, catalogs: readonly string[]): SearchEvent {
  const others = [...new Set([...aliases.slice(1), ...(grace_id === null ? [] : [grace_id])])];
  return {
    title: name,
    names: [name, ...others],
    about: others.join(' · '),
    end: describeRow(row),
    type: row.type,
    address: { target: recordTarget('event-versions', row.id), settings: {} },
    gps: row.entry.gps,
    catalogs,
  };
}

const catalogHit = (name: string, events: readonly SearchEvent[]): NamedHit => ({
  title: name,
  names: [name],
  about: '',
  end: countText(countFound(events.filter(({ catalogs }) => catalogs.includes(name))), 'event'),
  address: { target: catalogTarget(name), settings: {} },
});

function runHit(name: string, span: Interval, source: Pick<SearchSource, 'events' | 'main'>): NamedHit & Interval {
  return {
    ...span,
    title: name,
    names: [name],
    about: `${dayText(span.start)} to ${dayText(span.stop)}`,
    end: countDuring(span, source),
    address: { target: recordTarget('runs', name), settings: {} },
  };
}

/** Loads the catalogue, and returns the function that finds what a text means. */
export async function openSearch(client: Client): Promise<(text: string) => Found> {
  const { release } = client;
  const start = startTarget(release);
  const main = mainCatalog(release);
  const { vocabulary } = release.data;
  const [{ all, runs, find: findRows }, entries] = await Promise.all([
    loadRows(client),
    client.entries<EventEntry>('events'),
  ]);
  const details = await Promise.all(entries.map(({ name }) => client.json<EventDetail>(recordTarget('events', name))));
  const members = vocabulary.catalogs.flatMap((catalog) =>
    findRows(catalogTarget(catalog)).map((row) => ({ catalog, row })),
  );
  const catalogsOf = groupBy(members, ({ row }) => row.entry.name);
  // The version in the main catalog, or else the newest one with values.
  const ofMain = members.filter(({ catalog }) => catalog === main).map(({ row }) => row);
  const shown = new Map([...pickVersions(all), ...ofMain].map((row) => [row.entry.name, row]));
  const found = details.flatMap((detail): SearchEvent | [] => {
    const row = shown.get(detail.name);
    const own = (catalogsOf.get(detail.name) ?? []).map(({ catalog }) => catalog);
    return row === undefined ? [] : eventHit(detail, row, own);
  });
  const events = found.toSorted((a, b) => a.gps - b.gps);
  const source: SearchSource = {
    events,
    catalogs: vocabulary.catalogs.map((name) => catalogHit(name, events)),
    runs: runs.map((run) => runHit(run.name, spanOf(run), { events, main })),
    words: listWords(vocabulary, start),
    start,
    main,
  };
  return (text) => find(text, source);
}
