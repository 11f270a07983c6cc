/** Catalogs, in which event versions are published, with the number of their event versions. */

import type { Catalog } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import type { ViewProps } from '../../shell/view.ts';
import { countOf } from './load.ts';
import { CountLink, Doi, Page } from './parts.tsx';

interface CountedCatalog extends Catalog {
  /** Number of event versions. */
  readonly versions: number;
}

const withCount = async (core: Core, catalog: Catalog): Promise<CountedCatalog> => ({
  ...catalog,
  versions: await countOf(core, `catalogs/${catalog.name}/events`),
});

const eventsOf = ({ name }: Catalog): string => `#/event-versions?release=${name}`;

function CatalogsTable({ catalogs }: { readonly catalogs: readonly CountedCatalog[] }) {
  return (
    <div class="scroll">
      <table class="records">
        <thead>
          <tr>
            <th scope="col">Catalog</th>
            <th scope="col">Event versions</th>
            <th scope="col">Description</th>
            <th scope="col">DOI</th>
          </tr>
        </thead>
        <tbody>
          {catalogs.map((catalog) => (
            <tr key={catalog.name}>
              <th scope="row">
                <a href={`#/catalogs/${catalog.name}`}>{catalog.name}</a>
              </th>
              <td>
                <CountLink total={catalog.versions} noun="version" href={eventsOf(catalog)} />
              </td>
              <td class="prose">{catalog.description}</td>
              <td>
                <Doi doi={catalog.doi} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CatalogFacts({ catalog }: { readonly catalog: CountedCatalog }) {
  return (
    <>
      <p class="lead">{catalog.description}</p>
      <dl class="facts">
        <div>
          <dt>Event versions</dt>
          <dd>
            <CountLink total={catalog.versions} noun="version" href={eventsOf(catalog)} />
          </dd>
        </div>
        {catalog.doi !== null && (
          <div>
            <dt>DOI</dt>
            <dd>
              <Doi doi={catalog.doi} />
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

export default function CatalogsView(props: ViewProps) {
  const { core, address } = props;
  const [, name] = segmentsOf(address.target);
  if (name === undefined) {
    const load = async () => Promise.all((await core.entries<Catalog>('catalogs')).map((one) => withCount(core, one)));
    const lead =
      'Releases of event versions. A cumulative catalog has, of each event among its members, the highest version.';
    return (
      <Page
        key="catalogs"
        {...props}
        title="Catalogs"
        {...{ lead, load }}
        draw={(all) => <CatalogsTable catalogs={all} />}
      />
    );
  }
  const path = pathOf(address.target);
  const load = async () => withCount(core, await core.json<Catalog>(path));
  return <Page key={path} {...props} title={name} load={load} draw={(catalog) => <CatalogFacts catalog={catalog} />} />;
}
