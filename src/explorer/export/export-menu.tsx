/** Shows a request as code, and saves its entries as a file. */

import { useState } from 'preact/hooks';
import { CSV_TYPE, JSON_TYPE } from '../../contract/headers.ts';
import { pathOf } from '../address.ts';
import { Choice } from '../choice.tsx';
import type { Core } from '../core.ts';
import { csvOf } from '../pages.ts';
import { jsonOf, save } from './download.ts';
import { snippetsOf } from './snippets.ts';

interface ExportProps {
  readonly core: Core;
  /** A request for a listing. */
  readonly target: string;
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

export function ExportMenu({ core, target }: ExportProps) {
  const [chosen, setChosen] = useState(0);
  const [said, setSaid] = useState('');
  const snippets = snippetsOf(target, core.release.baseUrl);
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
    setSaid((await copy(text, code).catch(() => false)) ? 'Copied.' : 'Marked: copy it with the keyboard.');
  };
  return (
    <details class="menu export">
      <summary>Share and export</summary>
      <div class="sheet">
        <Choice
          label="Request as"
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
          <button type="button" onClick={() => download('csv', CSV_TYPE, csvOf)}>
            Download CSV
          </button>
          <button type="button" onClick={() => download('json', JSON_TYPE, jsonOf)}>
            Download JSON
          </button>
          <span role="status">{said}</span>
        </p>
      </div>
    </details>
  );
}
