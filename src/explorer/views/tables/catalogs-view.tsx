/** The catalogs in which event versions are published, with the number of events in each. */

import { EVENT_VERSION } from '../../../core/collections/event-versions.ts';
import type { Catalog, EventEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import type { Core } from '../../host/site-client.ts';
import { countNames } from '../../text/injections.ts';
import { doiLink, Facts } from '../../widgets/facts.tsx';
import { CountLink } from './record-facts.tsx';
import { createRecordsView } from './records-view.tsx';

type CountedCatalog = Catalog & { readonly events: number | null };

/** The number of events in a catalog; an event with several versions counts once. Null if the index is not loaded. Injections are not counted. */
function countEventsIn(catalog: string, release: Release): number | null {
  const index = release.loaded('event-versions');
  if (index === undefined) return null;
  const rows = Array.from({ length: index.count }, (_, position) => index.rowAt(position));
  const own = rows.filter((row) => row.names(EVENT_VERSION.catalogs).includes(catalog));
  return countNames(own.map((row) => ({ name: row.text(EVENT_VERSION.name) })));
}

/** The same number, from the API's list of the catalog's events. */
const countListed = async (catalog: string, core: Core): Promise<number> =>
  countNames(await core.entries<EventEntry>(`${recordTarget('catalogs', catalog)}/events`));

const eventsTarget = ({ name }: Catalog): string => `event-versions?release=${name}`;

const EventsLink = (catalog: CountedCatalog) => (
  <CountLink total={catalog.events} noun="event" href={hrefOf(eventsTarget(catalog))} />
);

export default createRecordsView<Catalog, 'events'>({
  collection: 'catalogs',
  title: 'Catalogs',
  lead: 'Where events were published, in the order of the data. A cumulative catalog lists each event once, in the highest version among its members.',
  counts: ({ name }, core) => ({ events: countEventsIn(name, core.release) ?? countListed(name, core) }),
  columns: [
    { title: 'Catalog', cell: ({ name }) => <a href={hrefOf(recordTarget('catalogs', name))}>{name}</a> },
    { title: 'Events', class: 'number', cell: EventsLink },
    { title: 'Description', class: 'prose', cell: ({ description }) => description },
    { title: 'DOI', cell: ({ doi }) => doiLink(doi) },
  ],
  eventsOf: (catalog) => ((catalog.events ?? 0) > 0 ? eventsTarget(catalog) : null),
  describe: ({ description }) => description,
  Page: ({ record }) => <Facts facts={{ DOI: doiLink(record.doi), Events: EventsLink(record) }} />,
});
