/** Catalogs, in which event versions are published, with the number of their event versions. */

import type { Catalog } from '../../../core/contract/wire.ts';
import { CountLink, doiLink, Facts } from '../../parts/records.tsx';
import { createRecordsView } from './records-view.tsx';

type CountedCatalog = Catalog & { readonly versions: number };

const eventsTarget = ({ name }: Catalog): string => `event-versions?release=${name}`;

const VersionsLink = (catalog: CountedCatalog) => (
  <CountLink total={catalog.versions} noun="version" href={`#/${eventsTarget(catalog)}`} />
);

export default createRecordsView<Catalog, 'versions'>({
  collection: 'catalogs',
  title: 'Catalogs',
  lead: 'Releases of event versions. A cumulative catalog has, of each event among its members, the highest version.',
  listings: ({ name }) => ({ versions: `catalogs/${name}/events` }),
  columns: [
    { title: 'Catalog', cell: ({ name }) => <a href={`#/catalogs/${name}`}>{name}</a> },
    { title: 'Event versions', cell: VersionsLink },
    { title: 'Description', kind: 'prose', cell: ({ description }) => description },
    { title: 'DOI', cell: ({ doi }) => doiLink(doi) },
  ],
  eventsOf: (catalog) => (catalog.versions > 0 ? eventsTarget(catalog) : null),
  Page: ({ record }) => (
    <>
      <p class="lead">{record.description}</p>
      <Facts facts={{ 'Event versions': VersionsLink(record), DOI: doiLink(record.doi) }} />
    </>
  ),
});
