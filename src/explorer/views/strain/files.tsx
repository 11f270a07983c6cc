/** The strain files of an interval: their number, the first ones, and a list for a download program. */

import { useState } from 'preact/hooks';
import type { Envelope, StrainFileEntry } from '../../../core/contract/wire.ts';
import { lastSegment, parametersOf, withParameters } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { Choice } from '../../parts/controls.tsx';
import { countText } from '../../parts/format.ts';
import { Panel } from '../../parts/records.tsx';
import { SaveButtons } from '../../parts/save.tsx';
import { FILE_FORMATS, FileTable, isLinked, listBulkFiles, NoArchive, toArchive } from './file-table.tsx';
import { FILTERS, STRAIN_FILES } from './load.ts';

export type FilesPage = Envelope<StrainFileEntry>;

interface FilesProps {
  readonly core: Core;
  /** The request that lists the files. */
  readonly target: string;
  /** Its first page; null while it is loading. */
  readonly page: FilesPage | null;
  readonly onTarget: (target: string) => void;
}

interface FilterChoiceProps extends Omit<FilesProps, 'page'> {
  readonly name: string;
  readonly title: string;
  readonly unit?: string;
}

/** A filter of the collection with its values, and an option for none. */
function FilterChoice({ core, target, onTarget, name, title, unit = '' }: FilterChoiceProps) {
  const filter = core.release.collections.find((one) => one.name === STRAIN_FILES)?.listings[0]?.filters.get(name);
  return (
    <Choice
      label={title}
      isLabelShown
      options={['', ...(filter?.codec.allowed ?? [])]}
      titleOf={(value) => (value === '' ? 'Any' : value + unit)}
      value={parametersOf(target).get(name) ?? ''}
      onChoose={(value) => onTarget(withParameters(target, { [name]: value === '' ? null : value }))}
    />
  );
}

/**
 * Lists of files to download, by the program that reads them: the file name of the list, the command to run in its folder, and its lines for
 * a URL. Sources: `wget --input-file` reads one URL per line (GNU Wget manual, "Logging and Input File Options"); `aria2c --input-file` reads
 * options for a URL from the following lines that start with a space (aria2 manual, "Input File").
 */
export const LIST_FORMATS = {
  URLs: { file: 'strain-files.txt', command: '', line: (url: string) => `${url}\n` },
  wget: {
    file: 'strain-files.txt',
    command: 'wget --continue --input-file=strain-files.txt',
    line: (url: string) => `${url}\n`,
  },
  aria2: {
    file: 'strain-files.aria2.txt',
    command: 'aria2c --continue --input-file=strain-files.aria2.txt',
    line: (url: string) => `${url}\n  out=${lastSegment(url)}\n`,
  },
} as const;

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) => Object.keys(table) as Key[];

function DownloadList({ core, target, total }: Pick<FilesProps, 'core' | 'target'> & { readonly total: number }) {
  const [format, setFormat] = useState<keyof typeof FILE_FORMATS>('HDF5');
  const [program, setProgram] = useState<keyof typeof LIST_FORMATS>('URLs');
  const { file, command, line } = LIST_FORMATS[program];
  const make = async () => {
    const files = await core.entries<StrainFileEntry>(target);
    const urls = files.flatMap((one) => toArchive(one[FILE_FORMATS[format]], core.release) ?? []);
    return urls.map(line).join('');
  };
  return (
    <div class="download">
      <Choice label="File format" isLabelShown options={keysOf(FILE_FORMATS)} value={format} onChoose={setFormat} />
      <Choice label="List for" isLabelShown options={keysOf(LIST_FORMATS)} value={program} onChoose={setProgram} />
      <SaveButtons
        files={[{ title: `Download list of ${countText(total, 'file')}`, name: file, type: 'text/plain', make }]}
        copy={make}
      />
      {command !== '' && <pre class="command">{command}</pre>}
    </div>
  );
}

export function FilesPanel({ core, target, page, onTarget }: FilesProps) {
  const choice = { core, target, onTarget };
  const total = page?.results_count ?? 0;
  const files = listBulkFiles(page?.results ?? [], core.release);
  const hasLinks = files.some(isLinked);
  return (
    <Panel id="files" title="Strain files">
      <div class="file-filters">
        <FilterChoice {...choice} name={FILTERS.detector} title="Detector" />
        <FilterChoice {...choice} name={FILTERS.sampleRate} title="Sample rate" unit=" kHz" />
      </div>
      {page !== null && total === 0 && <p class="empty">No strain files in this interval.</p>}
      {total > 0 && (
        <>
          {hasLinks ? <DownloadList {...{ core, target, total }} /> : <NoArchive />}
          <FileTable label="The first strain files" files={files} />
        </>
      )}
      {total > files.length && (
        <p class="note">
          The first {files.length} of {total.toLocaleString('en')}
          {hasLinks && '; the list has them all'}.
        </p>
      )}
    </Panel>
  );
}
