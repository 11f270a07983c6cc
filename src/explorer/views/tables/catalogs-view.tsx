/** Catalogs, in which event versions are published, with the number of their event versions. */

import type { Catalog } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { type Column, CountLink, doiLink, Facts, RecordTable } from '../../parts/records.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { ItsEvents } from './its-events.tsx';
import { countOf, Page } from './page.tsx';

interface CountedCatalog extends Catalog {
  /** Number of event versions. */
  readonly versions: number;
}

const withCount = async (core: Core, catalog: Catalog): Promise<CountedCatalog> => ({
  ...catalog,
  versions: await countOf(core, `catalogs/${catalog.name}/events`),
});

const eventsOf = ({ name }: Catalog): string => `event-versions?release=${name}`;

const VersionsLink = (catalog: CountedCatalog) => (
  <CountLink total={catalog.versions} noun="version" href={`#/${eventsOf(catalog)}`} />
);

const COLUMNS: readonly Column<CountedCatalog>[] = [
  { title: 'Catalog', cell: ({ name }) => <a href={`#/catalogs/${name}`}>{name}</a> },
  { title: 'Event versions', cell: VersionsLink },
  { title: 'Description', kind: 'prose', cell: ({ description }) => description },
  { title: 'DOI', cell: ({ doi }) => doiLink(doi) },
];

function OneCatalog({ catalog, ...props }: ViewProps & { readonly catalog: CountedCatalog }) {
  return (
    <>
      <p class="lead">{catalog.description}</p>
      <Facts facts={{ 'Event versions': VersionsLink(catalog), DOI: doiLink(catalog.doi) }} />
      {catalog.versions > 0 && <ItsEvents {...props} target={eventsOf(catalog)} />}
    </>
  );
}

const LEAD =
  'Releases of event versions. A cumulative catalog has, of each event among its members, the highest version.';

export default function CatalogsView(props: ViewProps) {
  const { core, address } = props;
  const [, name] = segmentsOf(address.target);
  if (name === undefined) {
    const load = async () => Promise.all((await core.entries<Catalog>('catalogs')).map((one) => withCount(core, one)));
    const draw = (all: readonly CountedCatalog[]) => (
      <RecordTable label="Catalogs" columns={COLUMNS} records={all} keyOf={({ name }) => name} />
    );
    return <Page key="catalogs" {...props} {...{ load, draw }} title="Catalogs" lead={LEAD} />;
  }
  const path = pathOf(address.target);
  const load = async () => withCount(core, await core.json<Catalog>(path));
  const draw = (catalog: CountedCatalog) => <OneCatalog {...props} catalog={catalog} />;
  const isReadyLater = ({ versions }: CountedCatalog) => versions > 0;
  return <Page key={path} {...props} {...{ load, draw, isReadyLater }} title={name} />;
}
