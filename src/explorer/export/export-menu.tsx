/**
 * The button that opens the sheet for citing, downloading and using the content of a view. The sheet's code is loaded when it is first
 * opened.
 */

import { useState } from 'preact/hooks';
import { lazy } from '../widgets/lazy.tsx';
import { Boundary } from '../widgets/problem.tsx';
import type { SheetProps } from './sheet-content.ts';

const ExportSheet = lazy(() => import('./export-sheet.tsx'));

interface ExportMenuProps extends Omit<SheetProps, 'onClose'> {
  readonly label?: string;
  /** The button's class. */
  readonly class?: string;
}

export function ExportMenu({ label = 'Cite and export', class: own = 'primary', ...props }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class={own} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Boundary address={{ target: props.target, view: {} }}>
          <ExportSheet {...props} onClose={() => setOpen(false)} />
        </Boundary>
      )}
    </>
  );
}
