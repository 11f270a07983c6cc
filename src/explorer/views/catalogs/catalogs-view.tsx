/** The catalogs in which event versions are published, with the number of events in each. */

import type { Catalog } from '../../../core/contract/wire.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import type { ViewProps } from '../../address/routes.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { doiLink } from '../../widgets/facts.tsx';
import { RecordFrame } from '../../widgets/record-frame.tsx';
import { type RecordColumn, RecordTable } from '../../widgets/record-table.tsx';
import { CatalogEventsLink, type CountedCatalog, countCatalog } from './catalog-facts.tsx';

const COLUMNS: readonly RecordColumn<CountedCatalog>[] = [
  { title: 'Catalog', cell: ({ name }) => <a href={hrefOf(recordTarget('catalogs', name))}>{name}</a> },
  { title: 'Events', class: 'number', cell: (catalog) => <CatalogEventsLink catalog={catalog} /> },
  { title: 'Description', class: 'prose', cell: ({ description }) => description },
  { title: 'DOI', cell: ({ doi }) => doiLink(doi) },
];

export default function CatalogsView({ address }: ViewProps) {
  const { value: all, isReady } = useLoaded('catalogs', async (client) => {
    const catalogs = await client.entries<Catalog>('catalogs');
    return Promise.all(catalogs.map((catalog) => countCatalog(catalog, client)));
  });
  const sentence =
    'Where events were published, in the order of the data. The page of a catalog has its citation. A cumulative catalog lists each event once, in the highest version among its members.';
  return (
    <RecordFrame title="Catalogs" {...{ address, sentence, isReady }}>
      {all && <RecordTable label="Catalogs" columns={COLUMNS} records={all} keyOf={({ name }) => name} />}
    </RecordFrame>
  );
}
