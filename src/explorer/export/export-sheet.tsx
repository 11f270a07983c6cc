/** A view's sheet for downloading its content, using it in a program, and citing it. */

import { useState } from 'preact/hooks';
import type { Catalog } from '../../core/contract/wire.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { countText } from '../text/format.ts';
import { NOT_LISTED } from '../text/not-listed.ts';
import { Sheet } from '../widgets/sheet.tsx';
import { Cite } from './cite.tsx';
import type { NamedFile } from './code.ts';
import { Download } from './download.tsx';
import { type Exported, nameFile, titleOf } from './shown-rows.ts';
import { UseInProgram } from './use-in-program.tsx';

export default function ExportSheet({ target, shown, onClose }: Exported & { readonly onClose: () => void }) {
  const [file, setFile] = useState<NamedFile>({ name: nameFile({ target, shown }), format: 'CSV' });
  const { value } = useLoaded(target, async (client) => ({
    catalogs: await client.entries<Catalog>('catalogs'),
    rows: shown ? shown.rows.length : await client.count(target),
  }));
  const rows = value?.rows ?? null;
  const about = shown ? titleOf(shown) : rows !== null && countText(rows, 'file');
  return (
    <Sheet title="Cite and export" about={about} onClose={onClose}>
      {value === null && <p class="waiting">Loading …</p>}
      {value && rows === null && <p class="note">The list of files is {NOT_LISTED}.</p>}
      {rows !== null && (
        <>
          <Download {...{ target, shown, rows, file }} onFile={setFile} />
          <UseInProgram {...{ target, shown, rows, file }} />
        </>
      )}
      {value && <Cite shown={shown} catalogs={value.catalogs} />}
    </Sheet>
  );
}
