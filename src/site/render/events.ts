/** Renders events, latest first. Times are in GPS seconds. */

import { byCodeUnit } from '../../core/base/order.ts';
import { EVENT } from '../../core/collections/events.ts';
import type { EventDetail, EventEntry } from '../../core/contract/wire.ts';
import { allNames, type Event, gcnLinks, groupByEvent, renderVersions, runOf } from './event-facts.ts';
import { columnIndex, names, numbers, texts } from './index-columns.ts';
import { nestedLink, objectOf, plain, recordLink } from './json.ts';
import { type CatalogueWith, createRenderer, type RenderedEntry } from './renderer.ts';

/** Order (decision): the last version's gps descending, then name. */
function sortEvents(catalogue: CatalogueWith<'eventVersions' | 'events'>): Event[] {
  const events = [...groupByEvent(catalogue).values()];
  return events.sort((a, b) => b.last.gps - a.last.gps || byCodeUnit(a.name, b.name));
}

function renderEvent(event: Event, { runs }: CatalogueWith<'runs'>): RenderedEntry {
  const { name, grace_id: id = null, last } = event;
  const shared = { name: plain(name), aliases: plain(allNames(event)), versions: renderVersions(event) };
  const entry = objectOf<EventEntry>({
    name: shared.name,
    strain_files_url: nestedLink('events/{}/strain-files', name),
    detail_url: recordLink('events', name),
    aliases: shared.aliases,
    versions: shared.versions,
  });
  const record = objectOf<EventDetail>({
    name: shared.name,
    grace_id: plain(id),
    run: plain(runOf(event, last.gps, runs)),
    ...gcnLinks(event),
    aliases: shared.aliases,
    versions: shared.versions,
  });
  return { entry, record };
}

export const events = createRenderer(['eventVersions', 'events', 'runs'], {
  index(catalogue) {
    const sorted = sortEvents(catalogue);
    return columnIndex(sorted.length, {
      [EVENT.name]: texts(sorted.map(({ name }) => name)),
      [EVENT.aliases]: names(sorted.map(({ aliases = [] }) => aliases)),
      [EVENT.second]: numbers(sorted.map(({ last }) => Math.floor(last.gps))),
      [EVENT.run]: names(sorted.map((event) => runOf(event, event.last.gps, catalogue.runs) ?? [])),
    });
  },
  lines: (catalogue) => sortEvents(catalogue).map((event) => renderEvent(event, catalogue)),
});
