/** Part 2 of the sheet: saves the rows that a request returns as files, and links to files of the whole catalogue. */

import { PARQUET_TYPE } from '../../core/contract/downloads.ts';
import { CSV_TYPE, JSON_TYPE } from '../../core/contract/headers.ts';
import type { CsvEntry } from '../../core/listing/csv.ts';
import { pathOf } from '../address/address.ts';
import { useCore } from '../host/context.ts';
import { joinCsvPages } from '../host/pages.ts';
import { describeSite, nameLicense } from '../host/site-facts.ts';
import { countText, sizeText } from '../text/format.ts';
import { SaveButtons } from '../widgets/save.tsx';
import type { SheetContent } from './sheet-content.ts';

interface DownloadProps {
  readonly target: string;
  readonly content: SheetContent;
}

/** The name for saved files, without an extension. */
export const nameFile = (target: string): string => pathOf(target).replaceAll('/', '-');

/** The members of all entries, in order of first appearance. */
const listMembers = (entries: readonly CsvEntry[]): string[] => [
  ...new Set(entries.flatMap((one) => Object.keys(one))),
];

function WholeFiles() {
  const { baseUrl, data } = useCore().release;
  const files = Object.entries(data.downloads).sort();
  if (files.length === 0) return null;
  return (
    <details class="downloads">
      <summary>The whole catalogue, and lists of all strain files</summary>
      <ul>
        {files.map(([path, { size }]) => (
          <li key={path}>
            <a href={`${baseUrl}/${path}`} download>
              {path.slice(path.lastIndexOf('/') + 1)}
            </a>{' '}
            <span class="unit">{sizeText(size)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Download({ target, content }: DownloadProps) {
  const core = useCore();
  const name = nameFile(target);
  const isRecord = content.rows === null;
  const { license } = describeSite();
  const json = {
    title: 'JSON',
    name: `${name}.json`,
    type: JSON_TYPE,
    make: async () => `${JSON.stringify(await (isRecord ? core.json(target) : core.entries(target)), null, 1)}\n`,
  };
  const csv = { title: 'CSV', name: `${name}.csv`, type: CSV_TYPE, make: () => joinCsvPages(core, target) };
  const parquet = {
    title: 'Parquet',
    name: `${name}.parquet`,
    type: PARQUET_TYPE,
    make: async () => {
      const [{ makeParquet }, entries] = await Promise.all([import('./parquet.ts'), core.entries<CsvEntry>(target)]);
      return makeParquet(entries, listMembers(entries), core.release.data.vocabulary.parameters);
    },
  };
  return (
    <section aria-labelledby="download">
      <h3 id="download">2. Download</h3>
      <p class="note">
        {isRecord ? 'The record' : countText(content.rows ?? 0, 'row')}, full precision
        {license && `, licence ${nameLicense(license)}`}.
      </p>
      <SaveButtons files={isRecord ? [json] : [csv, parquet, json]} />
      <WholeFiles />
    </section>
  );
}
