/** Part 1 of the sheet: saves the rows that a request returns as files, and links to files of the whole catalogue. */

import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import { CSV_TYPE, JSON_TYPE, PARQUET_TYPE } from '../../core/contract/headers.ts';
import type { CsvEntry } from '../../core/listing/csv.ts';
import { useClient } from '../client/context.ts';
import { joinCsvPages } from '../client/pages.ts';
import { type Client, loadScript } from '../client/site-client.ts';
import { describeSite, nameLicense } from '../client/site-facts.ts';
import { countText, joinText, sizeText } from '../text/format.ts';
import { Choice } from '../widgets/controls.tsx';
import { SaveButton } from '../widgets/save.tsx';
import { fileName, type NamedFile } from './code.ts';
import { type Exported, explainColumns, listEntries, makeCsv, makeJson } from './shown-rows.ts';

/** The members of all entries, in order of first appearance. */
const listMembers = (entries: readonly CsvEntry[]): string[] => [
  ...new Set(entries.flatMap((one) => Object.keys(one))),
];

function WholeFiles() {
  const { baseUrl, data } = useClient().release;
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

type Format = NamedFile['format'];

/** The formats, with their content types. */
const FORMATS: Readonly<Record<Format, string>> = { CSV: CSV_TYPE, Parquet: PARQUET_TYPE, JSON: JSON_TYPE };

/** Makes the content of a file: of the rows of the view, or of a request. */
async function makeFile(client: Client, format: Format, { target, shown }: Exported): Promise<BlobPart> {
  const { members, vocabulary } = client.release.data;
  const { parameters } = vocabulary;
  const table = shown && listEntries(shown, members[WITH_PARAMETERS] ?? []);
  if (format === 'CSV') return table ? makeCsv(table, parameters) : joinCsvPages(client, target);
  const entries = table ? table.entries : await client.entries<CsvEntry>(target);
  if (format === 'JSON') return makeJson(entries);
  const { makeParquet } = await loadScript(import('./parquet.ts'));
  return makeParquet(entries, table?.members ?? listMembers(entries), parameters);
}

/** The release and the licence of the data. */
function sourceText({ release }: Client): string {
  const { license, date } = describeSite();
  const parts = [
    `Release ${release.data.id} of ${release.baseUrl}`,
    date && `data of ${date}`,
    license && nameLicense(license),
  ];
  return joinText(parts, ', ');
}

interface DownloadProps extends Exported {
  readonly rows: number;
  readonly file: NamedFile;
  readonly onFile: (file: NamedFile) => void;
}

export function Download({ rows, file, onFile, ...exported }: DownloadProps) {
  const { shown } = exported;
  const client = useClient();
  const { license } = describeSite();
  const { name, format } = file;
  return (
    <section aria-labelledby="download">
      <h3 id="download">1. Download</h3>
      <p class="note">
        {countText(rows, 'row')}, full precision{license && `, licence ${nameLicense(license)}`}.
      </p>
      <div class="download-file row">
        <Choice
          label="Format"
          options={Object.keys(FORMATS) as Format[]}
          value={format}
          onChoose={(format) => onFile({ ...file, format })}
        />
        <label>
          <span class="visually-hidden">File name</span>
          <input
            type="text"
            value={name}
            spellcheck={false}
            onInput={(event) => onFile({ ...file, name: event.currentTarget.value })}
          />
        </label>
        <span class="unit">.{format.toLowerCase()}</span>
        <SaveButton name={fileName(file)} type={FORMATS[format]} make={() => makeFile(client, format, exported)} />
      </div>
      {shown && (
        <p class="buttons row">
          <SaveButton
            title="Columns and units"
            name={`${name}-columns.txt`}
            type="text/plain"
            make={() => explainColumns(shown, sourceText(client), client.release.data.vocabulary.parameters)}
          />
        </p>
      )}
      <WholeFiles />
    </section>
  );
}
