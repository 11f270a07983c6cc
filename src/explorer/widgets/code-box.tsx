/** Texts to copy, one of them shown: code for programs, or citations. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Choice } from './controls.tsx';
import { CopyButton } from './save.tsx';

export interface BoxedText {
  readonly title: string;
  readonly text: string;
  /** Further lines, which are tinted. */
  readonly tinted?: string;
}

interface CodeBoxProps<T extends BoxedText> {
  /** What the choice is about, for screen readers. */
  readonly label: string;
  readonly texts: readonly T[];
  /** The buttons of the text that is shown; by default, one that copies it. */
  readonly children?: (shown: T) => ComponentChildren;
}

const copyShown = ({ text, tinted = '' }: BoxedText) => <CopyButton make={() => text + tinted} />;

export function CodeBox<T extends BoxedText>({ label, texts, children = copyShown }: CodeBoxProps<T>) {
  const [chosen, setChosen] = useState('');
  const shown = texts.find(({ title }) => title === chosen) ?? texts[0];
  if (shown === undefined) return null;
  return (
    <div class="code-box">
      <div class="code-head row">
        <Choice label={label} options={texts.map(({ title }) => title)} value={shown.title} onChoose={setChosen} />
        <p class="buttons row">{children(shown)}</p>
      </div>
      <pre>
        <code>
          {shown.text}
          {shown.tinted && <span class="tinted">{shown.tinted}</span>}
        </code>
      </pre>
    </div>
  );
}
