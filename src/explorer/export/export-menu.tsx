/**
 * The button that opens the sheet for citing, downloading and using the content of a view. The sheet's code is loaded when it is first
 * opened.
 */

import { useState } from 'preact/hooks';
import { createImport } from '../parts/use-imported.ts';
import type { SheetProps } from './sheet-content.ts';

const useSheet = createImport(() => import('./export-sheet.tsx'));

interface ExportMenuProps extends Omit<SheetProps, 'onClose'> {
  readonly label?: string;
  /** The button's class. */
  readonly kind?: string;
}

export function ExportMenu({ label = 'Cite and export', kind = 'primary', ...props }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const sheet = useSheet(isOpen);
  return (
    <>
      <button type="button" class={kind} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </button>
      {sheet === 'failed' ? (
        <span class="wrong" role="alert">
          The sheet cannot be read. Reload the page to try again.
        </span>
      ) : (
        isOpen && sheet && <sheet.default {...props} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
