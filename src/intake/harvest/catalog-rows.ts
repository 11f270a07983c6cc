/** Converts the catalogs of a service to rows of an import. Pure. */
import { type Harvested, nameOf } from './harvested.ts';
import { type RowSink, rowOf, textOf } from './row.ts';

export function catalogRows({ catalogs, cumulative }: Harvested, { rows }: RowSink): void {
  const names = catalogs.map(nameOf);
  const members = [...cumulative].map(([name, versions]) => {
    const of = new Set(versions.map(({ value }) => String(value.catalog)));
    return { name, of: names.filter((one) => one !== name && of.has(one)) };
  });
  for (const catalog of catalogs) {
    const { name, description, doi } = catalog.value;
    const owners = members.filter(({ of }) => of.includes(nameOf(catalog))).map((owner) => owner.name);
    rows.push(rowOf(catalog, { name, description: textOf(description), doi, member_of: owners }));
  }
}
