/** The strain files of an interval: their number, the first ones, and a list for a download program. */

import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import type { Envelope, StrainFileEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { parametersOf, withParameters } from '../../address/address.ts';
import { save } from '../../export/download.ts';
import type { Core } from '../../host/core.ts';
import { Choice } from '../../parts/choice.tsx';
import { countText } from '../../parts/format.ts';
import { type Column, RecordTable } from '../../parts/records.tsx';
import { archiveUrlOf, NO_ARCHIVE } from './archive-url.ts';
import { downloadList, FILE_FORMATS, type FileFormat, LIST_FORMATS } from './download-list.ts';
import { FILTERS, STRAIN_FILES } from './strain-address.ts';

export type FilesPage = Envelope<StrainFileEntry>;

interface FilesProps {
  readonly core: Core;
  /** The request that lists the files. */
  readonly target: string;
  /** Its first page; null while it is loading. */
  readonly page: FilesPage | null;
  readonly onTarget: (target: string) => void;
}

/** A choice below its label. */
function Labelled<Value extends string>(props: ComponentProps<typeof Choice<Value>>) {
  return (
    <div class="labelled">
      <span aria-hidden="true">{props.label}</span>
      <Choice {...props} />
    </div>
  );
}

/** A filter of the collection with its values, and an option for none. */
function FilterChoice({
  core,
  target,
  onTarget,
  name,
  title,
  none,
  unit = '',
}: Omit<FilesProps, 'page'> & FilterTexts) {
  const filter = core.release.collections.find((one) => one.name === STRAIN_FILES)?.listings[0]?.filters.get(name);
  const options = [
    { value: '', title: none },
    ...(filter?.codec.allowed ?? []).map((value) => ({ value, title: value + unit })),
  ];
  return (
    <Labelled
      label={title}
      options={options}
      value={parametersOf(target).get(name) ?? ''}
      onChoose={(value) => onTarget(withParameters(target, { [name]: value === '' ? null : value }))}
    />
  );
}

interface FilterTexts {
  readonly name: string;
  readonly title: string;
  /** Name of the option for no filter. */
  readonly none: string;
  readonly unit?: string;
}

const FILES = 'Files';

function FileLinks({ file, release }: { readonly file: StrainFileEntry; readonly release: Release }) {
  return (
    <span class="links">
      {(Object.keys(FILE_FORMATS) as FileFormat[]).map((format) => {
        const url = archiveUrlOf(file[FILE_FORMATS[format]], release);
        return url === null ? null : (
          <a key={format} href={url}>
            {format}
          </a>
        );
      })}
    </span>
  );
}

const fileColumns = (release: Release): readonly Column<StrainFileEntry>[] => [
  { title: 'Detector', cell: ({ detector }) => detector },
  { title: 'GPS start', kind: 'number', cell: ({ gps_start }) => gps_start },
  { title: 'UTC start', kind: 'spare', cell: ({ utc_start }) => utc_start.replace('T', ' ') },
  { title: 'kHz', kind: 'number', cell: ({ sample_rate_kHz }) => sample_rate_kHz },
  { title: FILES, cell: (file) => <FileLinks file={file} release={release} /> },
];

function DownloadList({ core, target, total }: { core: Core; target: string; total: number }) {
  const [format, setFormat] = useState<FileFormat>('HDF5');
  const [listName, setListName] = useState('URLs');
  const [message, setMessage] = useState('');
  const list = LIST_FORMATS.find(({ name }) => name === listName) ?? LIST_FORMATS[0];
  const make = async (use: (text: string) => void | Promise<void>, done: string) => {
    if (list === undefined) return;
    setMessage('Collecting …');
    try {
      const files = await core.entries<StrainFileEntry>(target);
      const urls = files.flatMap((file) => archiveUrlOf(file[FILE_FORMATS[format]], core.release) ?? []);
      await use(downloadList(urls, list));
      setMessage(done);
    } catch (error) {
      setMessage((error as Error).message);
    }
  };
  if (list === undefined) return null;
  return (
    <div class="download">
      <Labelled
        label="File format"
        options={(Object.keys(FILE_FORMATS) as FileFormat[]).map((name) => ({ value: name, title: name }))}
        value={format}
        onChoose={setFormat}
      />
      <Labelled
        label="List for"
        options={LIST_FORMATS.map(({ name }) => ({ value: name, title: name }))}
        value={listName}
        onChoose={setListName}
      />
      <div class="group">
        <button
          type="button"
          class="primary"
          onClick={() => make((text) => save(list.file, 'text/plain', text), `Saved as ${list.file}.`)}
        >
          Download list of {countText(total, 'file')}
        </button>
        {/* Browsers only provide a clipboard to pages loaded over HTTPS or from localhost. */}
        {isSecureContext && (
          <button type="button" onClick={() => make((text) => navigator.clipboard.writeText(text), 'Copied.')}>
            Copy
          </button>
        )}
      </div>
      <p class="note" role="status">
        {message}
      </p>
      {list.command !== '' && <pre class="command">{list.command}</pre>}
    </div>
  );
}

export function FilesPanel({ core, target, page, onTarget }: FilesProps) {
  const choice = { core, target, onTarget };
  const [first] = page?.results ?? [];
  const hasLinks = first !== undefined && archiveUrlOf(first.hdf5_url, core.release) !== null;
  return (
    <section class="panel" aria-labelledby="files">
      <h2 id="files">Strain files</h2>
      <div class="file-filters">
        <FilterChoice {...choice} name={FILTERS.detector} title="Detector" none="Any" />
        <FilterChoice {...choice} name={FILTERS.sampleRate} title="Sample rate" none="Any" unit=" kHz" />
      </div>
      {page !== null && page.results_count === 0 && <p class="empty">No strain files in this interval.</p>}
      {page !== null && page.results_count > 0 && (
        <>
          {hasLinks ? (
            <DownloadList core={core} target={target} total={page.results_count} />
          ) : (
            <p class="note">{NO_ARCHIVE}</p>
          )}
          <RecordTable
            label="The first strain files"
            columns={fileColumns(core.release).filter(({ title }) => hasLinks || title !== FILES)}
            records={page.results}
            keyOf={({ detail_url }) => detail_url}
          />
          {page.results_count > page.results.length && (
            <p class="note">
              The first {page.results.length} of {page.results_count.toLocaleString('en')}
              {hasLinks && '; the list has them all'}.
            </p>
          )}
        </>
      )}
    </section>
  );
}
