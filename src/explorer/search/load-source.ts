/** Loads what the search knows: events with all their names, catalogs, runs and words. */

import { groupBy } from '../../core/base/group-by.ts';
import type { EventDetail, EventEntry, EventVersionEntry } from '../../core/contract/wire.ts';
import { parametersOf, recordTarget } from '../address/address.ts';
import { MASSES } from '../event-data/binaries.ts';
import { loadCatalogue } from '../event-data/load-rows.ts';
import { type EventRow, pickVersions } from '../event-data/rows.ts';
import type { Core } from '../host/site-client.ts';
import { startTarget } from '../host/start-target.ts';
import { spanOf } from '../strain-data/interval.ts';
import { valueText } from '../text/values.ts';
import { type Found, find, type SearchEvent, type SearchSource } from './find.ts';
import { findWords, listWords } from './words.ts';

/** `98.4 + 57.2 M☉ · SNR 14.3`. */
function describeRow({ values }: EventRow): string {
  const best = (name: string) => {
    const value = values.get(name);
    return value && valueText(value).best;
  };
  const masses = MASSES.map(best);
  const snr = best('network_matched_filter_snr');
  return [masses.every((mass) => mass !== undefined) && `${masses.join(' + ')} M☉`, snr && `SNR ${snr}`]
    .filter((part) => part)
    .join(' · ');
}

async function loadSource(core: Core): Promise<SearchSource> {
  const { release } = core;
  const start = startTarget(release);
  const main = parametersOf(start).get('release') ?? '';
  const [{ all, runs }, entries, ofMain] = await Promise.all([
    loadCatalogue(core),
    core.entries<EventEntry>('events'),
    main === '' ? [] : core.entries<EventVersionEntry>(start),
  ]);
  const details = await Promise.all(entries.map(({ name }) => core.json<EventDetail>(recordTarget('events', name))));
  const mainIds = new Set(ofMain.map(({ shortName }) => shortName));
  // The version in the main catalog, or else the newest one with values.
  const shown = [...pickVersions(all), ...all.filter(({ id }) => mainIds.has(id))];
  const rows = new Map(shown.map((row) => [row.entry.name, row]));
  const catalogs = groupBy(all, ({ entry }) => entry.name);
  const events = details.flatMap(({ name, aliases, grace_id }): readonly SearchEvent[] => {
    const row = rows.get(name);
    if (row === undefined) return [];
    const own = (catalogs.get(name) ?? []).map(({ entry }) => entry.catalog);
    return [
      {
        name,
        aliases: [...new Set([...aliases.slice(1), ...(grace_id === null ? [] : [grace_id])])],
        gps: row.entry.gps,
        type: row.type,
        about: describeRow(row),
        catalogs: mainIds.has(row.id) ? [...own, main] : own,
      },
    ];
  });
  const { vocabulary } = release.data;
  const words = listWords(vocabulary, start);
  return {
    events: events.toSorted((a, b) => a.gps - b.gps),
    catalogs: vocabulary.catalogs,
    runs: runs.map((run) => ({ name: run.name, ...spanOf(run) })),
    main,
    findWords: (text) => (text === '' ? words : findWords(text, words, vocabulary)),
  };
}

/** What the search finds for a text; with `isWhole`, all events and not only the first. */
export type Search = (text: string, isWhole: boolean) => Found;

export async function openSearch(core: Core): Promise<Search> {
  const source = await loadSource(core);
  return (text, isWhole) => find(text, source, isWhole);
}
