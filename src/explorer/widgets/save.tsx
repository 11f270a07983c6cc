/** Buttons that save text or bytes as files, or copy text, and report the result. */

import { useState } from 'preact/hooks';

/** A file that can be saved. */
interface Saved {
  readonly title: string;
  /** File name. */
  readonly name: string;
  readonly type: string;
  readonly make: () => Promise<BlobPart>;
}

/** Makes the browser save a blob as a file. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked later, because the browser may not have read the blob yet.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The clipboard; browsers provide it only over HTTPS and on localhost. */
const findClipboard = (): Clipboard | undefined => navigator.clipboard;

/** A message, and a function that runs an action and reports its progress and result in the message. */
function useMessage() {
  const [message, setMessage] = useState('');
  const act = async <T,>(make: () => Promise<T>, use: (content: T) => void | Promise<void>, done: string) => {
    setMessage('Collecting …');
    try {
      await use(await make());
      setMessage(done);
    } catch (error) {
      setMessage(`Failed: ${(error as Error).message}`);
    }
  };
  return [message, act] as const;
}

interface SaveButtonsProps {
  readonly files: readonly Saved[];
  /** Makes the text to copy; if missing, nothing can be copied. */
  readonly copy?: () => Promise<string>;
  readonly copyTitle?: string;
  /** Class of the button that copies. */
  readonly copyClass?: string;
  /** True if there is nothing to save. */
  readonly isOff?: boolean;
}

export function SaveButtons({ files, copy, copyTitle = 'Copy', copyClass, isOff = false }: SaveButtonsProps) {
  const [message, act] = useMessage();
  const clipboard = findClipboard();
  return (
    <p class="buttons">
      {clipboard && copy && (
        <button
          type="button"
          class={copyClass}
          disabled={isOff}
          onClick={() => act(copy, (text) => clipboard.writeText(text), 'Copied.')}
        >
          {copyTitle}
        </button>
      )}
      {files.map(({ title, name, type, make }) => (
        <button
          key={title}
          type="button"
          disabled={isOff}
          onClick={() => act(make, (content) => saveFile(name, new Blob([content], { type })), `Saved as ${name}.`)}
        >
          {title}
        </button>
      ))}
      <span role="status">{message}</span>
    </p>
  );
}

/** A button that copies text. Shows nothing if the browser cannot copy. */
export const CopyButton = ({ text, title = 'Copy' }: { readonly text: string; readonly title?: string }) => (
  <SaveButtons files={[]} copy={async () => text} copyTitle={title} />
);
