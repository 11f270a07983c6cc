/**
 * The button that opens the sheet for citing, downloading and using the content of a view. The sheet's code is loaded when it is first
 * opened.
 */

import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Core } from '../host/core.ts';
import type { CitedVersion } from './citations.ts';

export interface ExportProps {
  readonly core: Core;
  /** The view's request. */
  readonly target: string;
  /** On the page of an event version, that version. */
  readonly cited?: CitedVersion;
}

export interface SheetProps extends ExportProps {
  readonly onClose: () => void;
}

interface ExportMenuProps extends ExportProps {
  readonly label?: string;
  /** The button's class. */
  readonly kind?: string;
}

export function ExportMenu({ label = 'Cite and export', kind = 'primary', ...props }: ExportMenuProps) {
  const [loaded, setLoaded] = useState<{ readonly Sheet: ComponentType<SheetProps> } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    const module = await import('./export-sheet.tsx');
    setLoaded({ Sheet: module.default });
    setOpen(true);
  };
  return (
    <>
      <button type="button" class={kind} aria-haspopup="dialog" onClick={open}>
        {label}
      </button>
      {isOpen && loaded && <loaded.Sheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
