/** The strain files of an interval: their number, the first ones, and a list for a download program. */

import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import type { Envelope, StrainFileEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { parametersOf, withParameters } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { Choice } from '../../parts/choice.tsx';
import { countText } from '../../parts/format.ts';
import { type Column, RecordTable } from '../../parts/records.tsx';
import { SaveButtons } from '../../parts/save.tsx';
import { FILE_FORMATS, type FileFormat, linksOf, NO_ARCHIVE, toArchive } from './archive.ts';
import { downloadList, LIST_FORMATS, type ListFormat } from './download-list.ts';
import { FileLinks } from './file-links.tsx';
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
function LabelledChoice<Value extends string>(props: ComponentProps<typeof Choice<Value>>) {
  return (
    <div class="labelled">
      <span aria-hidden="true">{props.label}</span>
      <Choice {...props} />
    </div>
  );
}

interface FilterChoiceProps extends Omit<FilesProps, 'page'> {
  readonly name: string;
  readonly title: string;
  readonly unit?: string;
}

/** A filter of the collection with its values, and an option for none. */
function FilterChoice({ core, target, onTarget, name, title, unit = '' }: FilterChoiceProps) {
  const filter = core.release.collections.find((one) => one.name === STRAIN_FILES)?.listings[0]?.filters.get(name);
  const values = (filter?.codec.allowed ?? []).map((value) => ({ value, title: value + unit }));
  return (
    <LabelledChoice
      label={title}
      options={[{ value: '', title: 'Any' }, ...values]}
      value={parametersOf(target).get(name) ?? ''}
      onChoose={(value) => onTarget(withParameters(target, { [name]: value === '' ? null : value }))}
    />
  );
}

const COLUMNS: readonly Column<StrainFileEntry>[] = [
  { title: 'Detector', cell: ({ detector }) => detector },
  { title: 'GPS start', kind: 'number', cell: ({ gps_start }) => gps_start },
  { title: 'UTC start', kind: 'spare', cell: ({ utc_start }) => utc_start.replace('T', ' ') },
  { title: 'kHz', kind: 'number', cell: ({ sample_rate_kHz }) => sample_rate_kHz },
];

const linkColumn = (release: Release): Column<StrainFileEntry> => ({
  title: 'Files',
  cell: (file) => <FileLinks links={linksOf(file, release)} />,
});

const toOptions = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, title: value }));

interface DownloadListProps extends Pick<FilesProps, 'core' | 'target'> {
  readonly total: number;
}

function DownloadList({ core, target, total }: DownloadListProps) {
  const [format, setFormat] = useState<FileFormat>('HDF5');
  const [name, setName] = useState('URLs');
  const list = LIST_FORMATS.find((one) => one.name === name) as ListFormat;
  const make = async () => {
    const files = await core.entries<StrainFileEntry>(target);
    return downloadList(
      files.flatMap((file) => toArchive(file[FILE_FORMATS[format]], core.release) ?? []),
      list,
    );
  };
  return (
    <div class="download">
      <LabelledChoice
        label="File format"
        options={toOptions(Object.keys(FILE_FORMATS) as FileFormat[])}
        value={format}
        onChoose={setFormat}
      />
      <LabelledChoice
        label="List for"
        options={toOptions(LIST_FORMATS.map((one) => one.name))}
        value={name}
        onChoose={setName}
      />
      <SaveButtons
        files={[{ title: `Download list of ${countText(total, 'file')}`, name: list.file, type: 'text/plain', make }]}
        copy={make}
      />
      {list.command !== '' && <pre class="command">{list.command}</pre>}
    </div>
  );
}

export function FilesPanel({ core, target, page, onTarget }: FilesProps) {
  const choice = { core, target, onTarget };
  const [first] = page?.results ?? [];
  const hasLinks = first !== undefined && toArchive(first.hdf5_url, core.release) !== null;
  return (
    <section class="panel" aria-labelledby="files">
      <h2 id="files">Strain files</h2>
      <div class="file-filters">
        <FilterChoice {...choice} name={FILTERS.detector} title="Detector" />
        <FilterChoice {...choice} name={FILTERS.sampleRate} title="Sample rate" unit=" kHz" />
      </div>
      {page?.results_count === 0 && <p class="empty">No strain files in this interval.</p>}
      {page !== null && page.results_count > 0 && (
        <>
          {hasLinks ? (
            <DownloadList core={core} target={target} total={page.results_count} />
          ) : (
            <p class="note">{NO_ARCHIVE}</p>
          )}
          <RecordTable
            label="The first strain files"
            columns={hasLinks ? [...COLUMNS, linkColumn(core.release)] : COLUMNS}
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
