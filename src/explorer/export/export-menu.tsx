/** Shows the links to a view and to its request, the request as code, saves its answer as a file, and links to the downloads. */

import { useState } from 'preact/hooks';
import { CSV_TYPE, JSON_TYPE } from '../../core/contract/headers.ts';
import { pathOf } from '../address/address.ts';
import type { Core } from '../host/core.ts';
import { csvOf } from '../host/pages.ts';
import { Choice } from '../parts/choice.tsx';
import { sizeText } from '../parts/format.ts';
import { Menu } from '../parts/menu.tsx';
import { jsonOf, recordJsonOf, save } from './download.ts';
import { bibTexOf, type Cited, recordSnippetsOf, snippetsOf } from './snippets.ts';

interface ExportProps {
  readonly core: Core;
  /** The request of the view. */
  readonly target: string;
  /** For a record, what it can be cited as. */
  readonly cited?: Cited;
}

/** Copies a text. Browsers only provide the clipboard over HTTPS and on localhost; elsewhere the text is selected for copying by hand. */
async function copy(text: string, element: Element | null): Promise<boolean> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  if (element) getSelection()?.selectAllChildren(element);
  return false;
}

/** Links to the site's downloads, with their sizes. */
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
  const [chosen, setChosen] = useState(0);
  const [said, setSaid] = useState('');
  const { baseUrl } = core.release;
  const snippets = cited
    ? [...recordSnippetsOf(target, baseUrl, location.href), bibTexOf(cited, location.href)]
    : snippetsOf(target, baseUrl, location.href);
  const { text } = snippets[chosen] as (typeof snippets)[number];
  const name = pathOf(target).replaceAll('/', '-');
  const download = async (ending: string, type: string, make: (core: Core, target: string) => Promise<string>) => {
    try {
      save(`${name}.${ending}`, type, await make(core, target));
      setSaid(`Saved as ${name}.${ending}.`);
    } catch (error) {
      setSaid(`Not saved: ${(error as Error).message}`);
    }
  };
  const copyText = async (event: MouseEvent) => {
    const code = (event.currentTarget as Element).closest('.export')?.querySelector('code') ?? null;
    setSaid((await copy(text, code).catch(() => false)) ? 'Copied.' : 'Selected: copy it with the keyboard.');
  };
  return (
    <Menu title="Share and export" kind="export">
      <Choice
        label="Share as"
        options={snippets.map(({ title }, n) => ({ value: String(n), title }))}
        value={String(chosen)}
        onChoose={(n) => setChosen(Number(n))}
      />
      <pre>
        <code>{text}</code>
      </pre>
      <p class="buttons">
        <button type="button" onClick={copyText}>
          Copy
        </button>
        {!cited && (
          <button type="button" onClick={() => download('csv', CSV_TYPE, csvOf)}>
            Download CSV
          </button>
        )}
        <button type="button" onClick={() => download('json', JSON_TYPE, cited ? recordJsonOf : jsonOf)}>
          Download JSON
        </button>
        <span role="status">{said}</span>
      </p>
      <Downloads core={core} />
    </Menu>
  );
}
