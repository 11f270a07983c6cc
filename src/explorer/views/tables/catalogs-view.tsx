/** The catalogs in which event versions are published, with the number of events in each. */

import type { ComponentChildren } from 'preact';
import { EVENT_VERSION } from '../../../core/collections/event-versions.ts';
import type { Catalog, EventVersionEntry } from '../../../core/contract/wire.ts';
import { hrefOf, pathOf, recordTarget, segmentsOf } from '../../address/address.ts';
import { catalogTarget } from '../../address/event-requests.ts';
import type { Client } from '../../client/site-client.ts';
import { describeSite } from '../../client/site-facts.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import type { ViewProps } from '../../client/view.ts';
import { countNames } from '../../event-data/injections.ts';
import { paperText } from '../../export/citations.ts';
import { doiLink, Facts } from '../../widgets/facts.tsx';
import { type RecordColumn, RecordTable } from '../../widgets/record-table.tsx';
import { CountLink } from './record-facts.tsx';
import { EventsOf, RecordFrame } from './record-frame.tsx';

/** A catalog with the event versions in it. */
type ListedCatalog = Catalog & { readonly versions: readonly Pick<EventVersionEntry, 'name'>[] };

/** Lists a catalog's event versions: from the index if it is loaded, otherwise from the API. */
async function listVersions(catalog: Catalog, client: Client): Promise<ListedCatalog> {
  const { name } = catalog;
  const index = client.release.loaded('event-versions');
  if (index === undefined) {
    return {
      ...catalog,
      versions: await client.entries<EventVersionEntry>(`${recordTarget('catalogs', name)}/events`),
    };
  }
  const rows = Array.from({ length: index.count }, (_, position) => index.rowAt(position));
  const own = rows.filter((row) => row.names(EVENT_VERSION.catalogs).includes(name));
  return { ...catalog, versions: own.map((row) => ({ name: row.text(EVENT_VERSION.name) })) };
}

/** The number of events. Injections are listed, but not counted; they are named in a catalog without events. */
function EventsLink({ catalog: { name, versions } }: { readonly catalog: ListedCatalog }) {
  const events = countNames(versions);
  const href = hrefOf(catalogTarget(name));
  return (
    <>
      <CountLink total={events} noun="event" href={href} />
      {events === 0 && versions.length > 0 && (
        <>
          , <CountLink total={versions.length} noun="blind injection" href={href} />
        </>
      )}
    </>
  );
}

/** The link to the paper on a catalog; null if the data name none. */
function linkPaper(name: string): ComponentChildren {
  const url = describeSite().catalogs.get(name)?.paper;
  return url === undefined ? null : <a href={url}>{paperText(url)}</a>;
}

const COLUMNS: readonly RecordColumn<ListedCatalog>[] = [
  { title: 'Catalog', cell: ({ name }) => <a href={hrefOf(recordTarget('catalogs', name))}>{name}</a> },
  { title: 'Events', class: 'number', cell: (catalog) => <EventsLink catalog={catalog} /> },
  { title: 'Description', class: 'prose', cell: ({ description }) => description },
  { title: 'DOI', cell: ({ doi }) => doiLink(doi) },
];

function CatalogList({ address }: ViewProps) {
  const { value: all, isReady } = useLoaded('catalogs', async (client) => {
    const catalogs = await client.entries<Catalog>('catalogs');
    return Promise.all(catalogs.map((catalog) => listVersions(catalog, client)));
  });
  const sentence =
    'Where events were published, in the order of the data. The page of a catalog has its citation. A cumulative catalog lists each event once, in the highest version among its members.';
  return (
    <RecordFrame title="Catalogs" {...{ address, sentence, isReady }}>
      {all && <RecordTable label="Catalogs" columns={COLUMNS} records={all} keyOf={({ name }) => name} />}
    </RecordFrame>
  );
}

function CatalogPage({ address }: ViewProps) {
  const path = pathOf(address.target);
  const { value, isReady } = useLoaded(path, async (client) => listVersions(await client.json<Catalog>(path), client));
  const hasEvents = value !== null && value.versions.length > 0;
  return (
    <RecordFrame
      address={address}
      title={segmentsOf(path)[1] ?? ''}
      sentence={value?.description}
      isReady={isReady && !hasEvents}
    >
      {value && (
        <>
          <Facts
            facts={{ DOI: doiLink(value.doi), Paper: linkPaper(value.name), Events: <EventsLink catalog={value} /> }}
          />
          {hasEvents && <EventsOf address={address} target={catalogTarget(value.name)} />}
        </>
      )}
    </RecordFrame>
  );
}

/** Each path has its own page, so that it never shows the record of the previous page while it loads. */
export default function CatalogsView({ address }: ViewProps) {
  const path = pathOf(address.target);
  const View = segmentsOf(path).length === 1 ? CatalogList : CatalogPage;
  return <View key={path} address={address} />;
}
