/** Shows the links to a view and to its request, the request as code, saves its answer as a file, and links to the downloads. */

import { useState } from 'preact/hooks';
import { CSV_TYPE, JSON_TYPE } from '../../core/contract/headers.ts';
import { pathOf } from '../address/address.ts';
import type { Core } from '../host/core.ts';
import { joinCsvPages } from '../host/pages.ts';
import { Choice } from '../parts/controls.tsx';
import { sizeText } from '../parts/format.ts';
import { Menu } from '../parts/menu.tsx';
import { SaveButtons } from '../parts/save.tsx';
import { type Cited, makeSnippets } from './snippets.ts';

interface ExportProps {
  readonly core: Core;
  /** The request of the view. */
  readonly target: string;
  /** For a record, what it can be cited as. */
  readonly cited?: Cited;
}

function Downloads({ core }: Pick<ExportProps, 'core'>) {
  const { baseUrl, data } = core.release;
  const files = Object.entries(data.downloads).sort();
  if (files.length === 0) return null;
  return (
    <div class="downloads">
      <h2>Everything in the catalogue</h2>
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
    </div>
  );
}

export function ExportMenu({ core, target, cited }: ExportProps) {
  const [chosen, setChosen] = useState('Page');
  const snippets = makeSnippets(target, core.release.baseUrl, location.href, cited);
  const text = snippets.find(({ title }) => title === chosen)?.text ?? '';
  const name = pathOf(target).replaceAll('/', '-');
  const makeCsv = () => joinCsvPages(core, target);
  const csv = { title: 'Download CSV', name: `${name}.csv`, type: CSV_TYPE, make: makeCsv };
  const json = {
    title: 'Download JSON',
    name: `${name}.json`,
    type: JSON_TYPE,
    make: async () => `${JSON.stringify(await (cited ? core.json(target) : core.entries(target)), null, 1)}\n`,
  };
  return (
    <Menu title="Share and export" kind="export">
      <Choice label="Share as" options={snippets.map(({ title }) => title)} value={chosen} onChoose={setChosen} />
      <pre>
        <code>{text}</code>
      </pre>
      <SaveButtons files={cited ? [json] : [csv, json]} copy={async () => text} />
      <Downloads core={core} />
    </Menu>
  );
}
