/**
 * The button that opens the sheet for citing, downloading and using the content of a view. The sheet's code is loaded when it is first
 * opened.
 */

import { useState } from 'preact/hooks';
import { withoutForm } from '../address/address.ts';
import { lazy } from '../widgets/lazy.tsx';
import { Boundary } from '../widgets/problem.tsx';
import type { Exported } from './shown-rows.ts';

const ExportSheet = lazy(() => import('./export-sheet.tsx'));

/** Hidden while the content of the view is loading (null). */
export function ExportMenu({ content }: { readonly content: Exported | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={content === null ? 'primary is-hidden' : 'primary'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Cite and export
      </button>
      {isOpen && content && (
        <Boundary address={{ target: content.target, settings: {} }}>
          <ExportSheet {...content} target={withoutForm(content.target)} onClose={() => setOpen(false)} />
        </Boundary>
      )}
    </>
  );
}
