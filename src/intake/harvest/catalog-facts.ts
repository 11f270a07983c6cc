/** Converts the catalogs of a service to facts of an import. Pure. */
import type { OwnedCatalog } from '../kinds/catalogs.ts';
import { recordOf } from '../merge/merge-record.ts';
import { availableText, givenBy, type Sink, stringOf, textOf } from './entry-facts.ts';
import { nameOf, type ServiceContent } from './service-content.ts';

export function catalogFacts({ catalogs, cumulative }: ServiceContent, { given }: Sink<OwnedCatalog>): void {
  const names = catalogs.map(nameOf);
  const members = [...cumulative].map(([name, versions]) => {
    const of = new Set(versions.map(({ value }) => String(value.catalog)));
    return { name, of: names.filter((one) => one !== name && of.has(one)) };
  });
  for (const entry of catalogs) {
    const { name, description, doi } = entry.value;
    const owners = members.filter(({ of }) => of.includes(nameOf(entry))).map((owner) => owner.name);
    const catalog = recordOf<OwnedCatalog['catalog']>({
      name: stringOf(name),
      description: availableText(description),
      doi: textOf(doi),
    });
    given.push(givenBy(entry, { catalog, owners, isCumulative: false }));
  }
}
