/** Buttons that save texts as files or copy one, and say what has happened. */

import { useState } from 'preact/hooks';

/** A text that can be saved. */
interface Saved {
  readonly title: string;
  /** File name. */
  readonly name: string;
  readonly type: string;
  readonly make: () => Promise<string>;
}

/** Makes the browser save a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked later because the browser may not have read it yet.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function SaveButtons({ files, copy }: { readonly files: readonly Saved[]; readonly copy: Saved['make'] }) {
  const [message, setMessage] = useState('');
  // Browsers only provide it over HTTPS and on localhost.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const act = async (make: Saved['make'], use: (text: string) => void | Promise<void>, done: string) => {
    setMessage('Collecting …');
    try {
      await use(await make());
      setMessage(done);
    } catch (error) {
      setMessage(`Failed: ${(error as Error).message}`);
    }
  };
  return (
    <p class="buttons">
      {files.map(({ title, name, type, make }) => (
        <button
          key={title}
          type="button"
          onClick={() => act(make, (text) => saveText(name, type, text), `Saved as ${name}.`)}
        >
          {title}
        </button>
      ))}
      {clipboard && (
        <button type="button" onClick={() => act(copy, (text) => clipboard.writeText(text), 'Copied.')}>
          Copy
        </button>
      )}
      <span role="status">{message}</span>
    </p>
  );
}
