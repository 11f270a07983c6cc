/**
 * Part 3 of the sheet: code that reads the rows that a request returns. On a host that only serves files, the code reads a saved file
 * instead.
 */

import { useState } from 'preact/hooks';
import type { Core } from '../host/core.ts';
import { Choice } from '../parts/controls.tsx';
import { CopyButton } from '../parts/save.tsx';
import { makeCode, readSavedFile } from './code.ts';
import { nameFile } from './download.tsx';
import type { SheetContent } from './export-sheet.tsx';

interface UseProps {
  readonly core: Core;
  readonly target: string;
  readonly content: SheetContent;
}

export function UseInProgram({ core, target, content }: UseProps) {
  const { rows, answers } = content;
  const [chosen, setChosen] = useState('');
  const works = makeCode(target, core.release.baseUrl, rows).filter(({ reads }) => answers[reads]);
  const name = nameFile(target);
  const code = works.length > 0 ? works : readSavedFile(name, rows === null);
  const page = { title: 'Link to this view', text: location.href };
  const all = [...code, page];
  const shown = all.find(({ title }) => title === chosen) ?? all[0];
  return (
    <section aria-labelledby="use">
      <h3 id="use">3. Use in a program</h3>
      {works.length === 0 && (
        <p class="note">
          This host only sends files, so programs cannot request a selection from it. Save the selection above as{' '}
          {rows === null ? 'JSON' : 'CSV'}, then read that file.
        </p>
      )}
      <div class="code-box">
        <div class="code-head">
          <Choice
            label="Code for"
            options={all.map(({ title }) => title)}
            value={shown?.title ?? ''}
            onChoose={setChosen}
          />
          <CopyButton text={shown?.text ?? ''} />
        </div>
        <pre>
          <code>{shown?.text}</code>
        </pre>
      </div>
    </section>
  );
}
