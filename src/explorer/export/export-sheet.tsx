/** A view's sheet for citing its content, downloading it, and using it in a program. */

import { useEffect, useRef } from 'preact/hooks';
import { useLoaded } from '../host/use-loaded.ts';
import { Cite } from './cite.tsx';
import { Download } from './download.tsx';
import { describeRows, loadContent, type SheetProps } from './sheet-content.ts';
import { UseInProgram } from './use-in-program.tsx';

export default function ExportSheet(props: SheetProps) {
  const { target, shown, cited, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { value: content } = useLoaded(target, (core) => loadContent(core, props));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog, and so does its button.
    <dialog
      ref={dialog}
      class="export-sheet"
      aria-label="Cite and export"
      onClose={onClose}
      onClick={({ target: clicked }) => clicked === dialog.current && dialog.current?.close()}
    >
      <div class="export-body">
        <div class="export-head">
          <h2>Cite and export</h2>
          <p>{shown ? shown.title : content && describeRows(content, cited)}</p>
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            Close <kbd>Esc</kbd>
          </button>
        </div>
        {content === null && <p class="waiting">Loading …</p>}
        {content && (
          <>
            <Download {...{ target, content, shown }} />
            <UseInProgram {...{ target, content, shown }} />
            <Cite content={content} {...(cited && { cited })} />
          </>
        )}
      </div>
    </dialog>
  );
}
