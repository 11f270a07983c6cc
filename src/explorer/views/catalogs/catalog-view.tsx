/** One catalog: its citation, and its events. */

import type { ComponentChildren } from 'preact';
import type { Catalog } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import { catalogTarget } from '../../address/event-requests.ts';
import type { ViewProps } from '../../address/routes.ts';
import { describeSite } from '../../client/site-facts.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { paperText } from '../../export/citations.ts';
import { doiLink, Facts } from '../../widgets/facts.tsx';
import { RecordFrame } from '../../widgets/record-frame.tsx';
import { EventsOf } from '../events/events-of.tsx';
import { CatalogEventsLink, countCatalog } from './catalog-facts.tsx';

/** The link to the paper on a catalog; null if the data name none. */
function linkPaper(name: string): ComponentChildren {
  const url = describeSite().catalogs.get(name)?.paper;
  return url === undefined ? null : <a href={url}>{paperText(url)}</a>;
}

export default function CatalogView({ address }: ViewProps) {
  const path = pathOf(address.target);
  const [, name = ''] = segmentsOf(path);
  const { current: catalog, isReady } = useLoaded(path, async (client) =>
    countCatalog(await client.json<Catalog>(path), client),
  );
  const hasEvents = catalog !== null && catalog.events + catalog.injections > 0;
  return (
    <RecordFrame address={address} title={name} sentence={catalog?.description} isReady={isReady && !hasEvents}>
      {catalog && (
        <>
          <Facts
            facts={{
              DOI: doiLink(catalog.doi),
              Paper: linkPaper(name),
              Events: <CatalogEventsLink catalog={catalog} />,
            }}
          />
          {hasEvents && <EventsOf address={address} target={catalogTarget(name)} />}
        </>
      )}
    </RecordFrame>
  );
}
