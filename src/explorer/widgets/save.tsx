/** Buttons that save files or copy text. They show their result themselves, so that nothing beside them moves. */

import { useState } from 'preact/hooks';

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

interface ActionProps {
  readonly title: string;
  /** What the button shows for a moment after the action. */
  readonly done: string;
  readonly act: () => void | Promise<void>;
  readonly class?: string | undefined;
  readonly isOff?: boolean | undefined;
}

function ActionButton({ title, done, act, class: own, isOff }: ActionProps) {
  const [said, say] = useState('');
  const [failure, setFailure] = useState('');
  const run = async () => {
    setFailure('');
    say('Collecting …');
    try {
      await act();
      say(done);
    } catch (error) {
      say('');
      setFailure(`Failed: ${(error as Error).message}`);
    }
  };
  return (
    <>
      <button type="button" class={own} disabled={isOff} onClick={run}>
        {title}
        {said !== '' && (
          <span key={said} class={said === done ? 'said is-done' : 'said'} aria-hidden="true">
            {said}
          </span>
        )}
      </button>
      <span role="status" class={failure === '' ? 'visually-hidden' : undefined}>
        {failure || said}
      </span>
    </>
  );
}

type ButtonProps = Partial<Pick<ActionProps, 'title' | 'class' | 'isOff'>>;

interface SaveProps extends ButtonProps {
  /** File name. */
  readonly name: string;
  readonly type: string;
  readonly make: () => BlobPart | Promise<BlobPart>;
}

export const SaveButton = ({ title = 'Save', name, type, make, ...props }: SaveProps) => (
  <ActionButton
    {...props}
    title={title}
    done="Saved"
    act={async () => saveFile(name, new Blob([await make()], { type }))}
  />
);

/** Shows nothing if the browser cannot copy: the clipboard is there only over HTTPS and on localhost. */
export function CopyButton({
  title = 'Copy',
  make,
  ...props
}: ButtonProps & { readonly make: () => string | Promise<string> }) {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return null;
  return <ActionButton {...props} title={title} done="Copied" act={async () => clipboard.writeText(await make())} />;
}
