/** Buttons that save texts as files or copy one, and say what has happened. */

import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';

/** A text that can be saved. */
interface Saved {
  readonly title: string;
  /** File name. */
  readonly name: string;
  readonly type: string;
  readonly make: () => Promise<string>;
}

interface SaveButtonsProps {
  readonly files: readonly Saved[];
  readonly copy: () => Promise<string>;
  /** The element that shows what is copied. */
  readonly shown?: RefObject<HTMLElement | null>;
}

/** Makes the browser save a text as a file. */
function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked later because the browser may not have read it yet.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function SaveButtons({ files, copy, shown }: SaveButtonsProps) {
  const [message, setMessage] = useState('');
  const act = async (make: () => Promise<string>, use: (text: string) => void | Promise<void>, done: string) => {
    setMessage('Collecting …');
    try {
      await use(await make());
      setMessage(done);
    } catch (error) {
      setMessage(`Failed: ${(error as Error).message}`);
    }
  };
  // Browsers only provide the clipboard over HTTPS and on localhost; elsewhere the text is selected for copying by hand.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const select = () => {
    if (shown?.current) getSelection()?.selectAllChildren(shown.current);
    setMessage('Selected: copy it with the keyboard.');
  };
  return (
    <p class="buttons">
      {files.map(({ title, name, type, make }) => (
        <button
          key={title}
          type="button"
          class={shown ? undefined : 'primary'}
          onClick={() => act(make, (text) => save(name, type, text), `Saved as ${name}.`)}
        >
          {title}
        </button>
      ))}
      {(clipboard || shown) && (
        <button
          type="button"
          onClick={() => (clipboard ? act(copy, (text) => clipboard.writeText(text), 'Copied.') : select())}
        >
          Copy
        </button>
      )}
      <span role="status">{message}</span>
    </p>
  );
}
