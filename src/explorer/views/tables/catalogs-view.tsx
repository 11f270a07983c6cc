/** Catalogs, in which event versions are published, with the number of their event versions. */

import type { Catalog } from '../../../core/contract/wire.ts';
import { CountLink, doiLink, Facts } from '../../parts/records.tsx';
import { EventsOf } from './events-of.tsx';
import { countEntries, createRecordsView } from './records-view.tsx';

interface CountedCatalog extends Catalog {
  /** Number of event versions. */
  readonly versions: number;
}

const eventsTarget = ({ name }: Catalog): string => `event-versions?release=${name}`;

const VersionsLink = (catalog: CountedCatalog) => (
  <CountLink total={catalog.versions} noun="version" href={`#/${eventsTarget(catalog)}`} />
);

export default createRecordsView<CountedCatalog>({
  collection: 'catalogs',
  title: 'Catalogs',
  lead: 'Releases of event versions. A cumulative catalog has, of each event among its members, the highest version.',
  columns: () => [
    { title: 'Catalog', cell: ({ name }) => <a href={`#/catalogs/${name}`}>{name}</a> },
    { title: 'Event versions', cell: VersionsLink },
    { title: 'Description', kind: 'prose', cell: ({ description }) => description },
    { title: 'DOI', cell: ({ doi }) => doiLink(doi) },
  ],
  complete: async (core, catalog) => ({
    ...catalog,
    versions: await countEntries(core, `catalogs/${catalog.name}/events`),
  }),
  makeTitle: (name) => name,
  isReadyLater: ({ versions }) => versions > 0,
  Page: ({ record, ...props }) => (
    <>
      <p class="lead">{record.description}</p>
      <Facts facts={{ 'Event versions': VersionsLink(record), DOI: doiLink(record.doi) }} />
      {record.versions > 0 && <EventsOf {...props} target={eventsTarget(record)} />}
    </>
  ),
});
