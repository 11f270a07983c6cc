/** The strain files in an interval: how many there are, the first few, and a list for a download program. */

import { useState } from 'preact/hooks';
import { PAGE } from '../../../core/contract/parameters.ts';
import type { Envelope, StrainFileEntry } from '../../../core/contract/wire.ts';
import { parametersOf, withParameters } from '../../address/address.ts';
import { useClient } from '../../client/context.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import {
  FILE_FORMATS,
  identifyFile,
  isLinked,
  LIST_FORMATS,
  type ListedFile,
  listBulkFiles,
  toArchive,
} from '../../strain-data/archive.ts';
import { NoArchive } from '../../strain-data/no-archive.tsx';
import { FILTERS, STRAIN_FILES } from '../../strain-data/strain-address.ts';
import { countText, utcText, wholeText } from '../../text/format.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import { Choice } from '../../widgets/controls.tsx';
import { Panel } from '../../widgets/panel.tsx';
import { type RecordColumn, RecordTable } from '../../widgets/record-table.tsx';
import { CopyButton, SaveButton } from '../../widgets/save.tsx';

const COLUMNS: readonly RecordColumn<ListedFile>[] = [
  { title: 'Detector', cell: ({ detector }) => detector },
  { title: 'GPS start', class: 'number', cell: ({ gpsStart }) => gpsStart },
  { title: 'UTC start', class: 'spare', cell: ({ gpsStart }) => utcText(gpsStart) },
  { title: 'Length', class: 'number spare', cell: ({ duration }) => `${duration} s` },
  { title: 'Rate', class: 'number', cell: ({ rate }) => `${rate} kHz` },
  {
    title: 'Files',
    cell: ({ links }) =>
      links.map(
        ([format, url]) =>
          url !== null && (
            <a key={format} class="file-link" href={url}>
              {format}
            </a>
          ),
      ),
  },
];

interface FilesProps {
  /** The request that lists the files. */
  readonly target: string;
  /** The requested page of the list, by default the first; null if the catalogue does not list the files. */
  readonly page: Envelope<StrainFileEntry> | null;
  /** False while the page is loading; the page is then that of the request before, or null. */
  readonly isReady: boolean;
  readonly onTarget: (target: string) => void;
}

interface FilterChoiceProps extends Pick<FilesProps, 'target' | 'onTarget'> {
  readonly name: string;
  readonly title: string;
  readonly unit?: string;
}

/** One of the collection's filters, with its values and an option for no filter. */
function FilterChoice({ target, onTarget, name, title, unit = '' }: FilterChoiceProps) {
  const { collections } = useClient().release;
  const filter = collections.find((one) => one.name === STRAIN_FILES)?.listings[0]?.filters.get(name);
  const values = filter?.codec.allowed ?? [];
  // Another filter has other pages.
  const withValue = (value: string) => withParameters(target, { [name]: value || null, [PAGE.name]: null });
  const { value: missing } = useLoaded(`${name} ${withValue('')}`, async (client) => {
    const counts = await Promise.all(values.map((value) => client.count(withValue(value))));
    return values.filter((_, n) => counts[n] === 0);
  });
  return (
    <Choice
      label={title}
      isLabelShown
      options={['', ...values]}
      titleOf={(value) => (value === '' ? 'All' : value + unit)}
      missing={{ values: missing ?? [], reason: 'This catalogue has no such strain files in this interval.' }}
      value={parametersOf(target).get(name) ?? ''}
      onChoose={(value) => onTarget(withValue(value))}
    />
  );
}

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) => Object.keys(table) as Key[];

function DownloadList({ target, total, isReady }: Pick<FilesProps, 'target' | 'isReady'> & { readonly total: number }) {
  const client = useClient();
  const [format, setFormat] = useState<keyof typeof FILE_FORMATS>('HDF5');
  const [program, setProgram] = useState<keyof typeof LIST_FORMATS>('wget');
  const { file, command, line } = LIST_FORMATS[program];
  const make = async () => {
    const files = await client.entries<StrainFileEntry>(target);
    const urls = files.flatMap((one) => toArchive(one[FILE_FORMATS[format]], client.release) ?? []);
    return urls.map(line).join('');
  };
  return (
    <div class="download row">
      <Choice label="File format" isLabelShown options={keysOf(FILE_FORMATS)} value={format} onChoose={setFormat} />
      <Choice label="List for" isLabelShown options={keysOf(LIST_FORMATS)} value={program} onChoose={setProgram} />
      <p class="buttons row">
        {/* Before the files are counted, the number still belongs to the previous request. */}
        <SaveButton
          title={`Download list of ${countText(total, 'file')}`}
          {...{ name: file, type: 'text/plain', make, isOff: !isReady }}
        />
        <CopyButton {...{ make, isOff: !isReady }} />
      </p>
      <pre class="command">{command}</pre>
    </div>
  );
}

export function FilesPanel({ target, page, isReady, onTarget }: FilesProps) {
  const { release } = useClient();
  const choice = { target, onTarget };
  const total = page?.results_count ?? 0;
  const files = listBulkFiles(page?.results ?? [], release);
  const hasLinks = files.some(isLinked);
  const before = page === null ? 0 : (page.page_number - 1) * page.results_per_page;
  const last = before + files.length;
  return (
    <Panel id="files" title="Strain files">
      <div class="file-filters row">
        <FilterChoice {...choice} name={FILTERS.detector} title="Detector" />
        <FilterChoice {...choice} name={FILTERS.sampleRate} title="Sample rate" unit=" kHz" />
      </div>
      {isReady && total === 0 && (
        <p class="empty">
          {page === null ? `The list of files is ${NOT_LISTED}.` : 'No strain files in this interval.'}
        </p>
      )}
      {total > 0 && (
        <>
          {hasLinks ? <DownloadList {...{ target, total, isReady }} /> : <NoArchive />}
          <RecordTable
            label="List of strain files"
            columns={hasLinks ? COLUMNS : COLUMNS.slice(0, -1)}
            records={files}
            keyOf={identifyFile}
          />
        </>
      )}
      {total > files.length && (
        <p class="note">
          {before === 0 ? `The first ${last}` : `Files ${before + 1} to ${last}`} of {wholeText(total)}
          {hasLinks && '; the list has them all'}.
        </p>
      )}
    </Panel>
  );
}
