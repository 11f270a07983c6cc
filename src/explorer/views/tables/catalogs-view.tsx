/** Catalogs, in which event versions are published, with the number of their events. */

import type { Catalog } from '../../../core/contract/wire.ts';
import { CountLink, doiLink, Facts } from '../../parts/records.tsx';
import { createRecordsView } from './records-view.tsx';

type CountedCatalog = Catalog & { readonly events: number };

const eventsTarget = ({ name }: Catalog): string => `event-versions?release=${name}`;

const EventsLink = (catalog: CountedCatalog) => (
  <CountLink total={catalog.events} noun="event" href={`#/${eventsTarget(catalog)}`} />
);

export default createRecordsView<Catalog, 'events'>({
  collection: 'catalogs',
  title: 'Catalogs',
  lead: 'Where events were published. A cumulative catalog lists each event once, in its latest version.',
  listings: ({ name }) => ({ events: `catalogs/${name}/events` }),
  columns: () => [
    { title: 'Catalog', cell: ({ name }) => <a href={`#/catalogs/${name}`}>{name}</a> },
    { title: 'Events', kind: 'number', cell: EventsLink },
    { title: 'Description', kind: 'prose', cell: ({ description }) => description },
    { title: 'DOI', cell: ({ doi }) => doiLink(doi) },
  ],
  eventsOf: (catalog) => (catalog.events > 0 ? eventsTarget(catalog) : null),
  Page: ({ record }) => (
    <>
      <p class="lead">{record.description}</p>
      <Facts facts={{ Events: EventsLink(record), DOI: doiLink(record.doi) }} />
    </>
  ),
});
