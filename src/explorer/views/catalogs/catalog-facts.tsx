/** The number of events in a catalog. */

import type { Catalog } from '../../../core/contract/wire.ts';
import { hrefOf } from '../../address/address.ts';
import { catalogTarget } from '../../address/event-requests.ts';
import type { Client } from '../../client/site-client.ts';
import { countSelected } from '../../event-data/injections.ts';
import { CountLink } from '../../widgets/count-link.tsx';

export interface CountedCatalog extends Catalog {
  readonly events: number;
  readonly injections: number;
}

export const countCatalog = async (catalog: Catalog, client: Client): Promise<CountedCatalog> => ({
  ...catalog,
  ...(await countSelected(client, catalogTarget(catalog.name))),
});

/** Injections are listed, but not counted; they are named in a catalog without events. */
export function CatalogEventsLink({ catalog: { name, events, injections } }: { readonly catalog: CountedCatalog }) {
  const href = hrefOf(catalogTarget(name));
  return (
    <>
      <CountLink total={events} noun="event" href={href} />
      {events === 0 && injections > 0 && (
        <>
          , <CountLink total={injections} noun="blind injection" href={href} />
        </>
      )}
    </>
  );
}
