/** A view's sheet for citing its content, downloading it, and using it in a program. */

import { useEffect, useRef } from 'preact/hooks';
import type { Catalog, EventVersionEntry } from '../../core/contract/wire.ts';
import type { Core } from '../host/core.ts';
import { latestOf, useLoaded } from '../host/use-answer.ts';
import { countText } from '../parts/format.ts';
import { viewOf } from '../shell/routes.ts';
import { Cite } from './cite.tsx';
import { DownloadButton } from './download.tsx';
import type { SheetProps } from './export-menu.tsx';
import { probeHost } from './probe.ts';
import { UseInProgram } from './use-in-program.tsx';

/** Everything that the sheet shows about a request. */
export interface SheetContent {
  /** Number of rows; null for a record. */
  readonly rows: number | null;
  /** The versions to cite; empty for requests that are not about events. */
  readonly versions: readonly Pick<EventVersionEntry, 'name' | 'catalog'>[];
  /** All catalogs, in the catalogue's order. */
  readonly catalogs: readonly Catalog[];
  /** Whether this host itself answers requests for CSV and for JSON. */
  readonly answers: Awaited<ReturnType<typeof probeHost>>;
}

/** Rejects as `json` does. */
async function loadContent(core: Core, { target, cited }: SheetProps): Promise<SheetContent> {
  const isListing = cited === undefined;
  const isOfEvents = viewOf(target) === 'events';
  const [answers, catalogs, rows, listed] = await Promise.all([
    probeHost(core.release.baseUrl, target, isListing),
    core.entries<Catalog>('catalogs'),
    isListing ? core.count(target) : null,
    isListing && isOfEvents ? core.entries<EventVersionEntry>(target) : [],
  ]);
  return { rows, versions: cited ? [cited] : listed, catalogs, answers };
}

/** Describes the selection: `254 events`. */
const describeRows = ({ rows, versions }: SheetContent, cited: SheetProps['cited']): string => {
  if (cited !== undefined) return `${cited.name}, version ${cited.version}`;
  const names = new Set(versions.map(({ name }) => name));
  if (versions.length > names.size)
    return `${countText(versions.length, 'version')} of ${countText(names.size, 'event')}`;
  return countText(rows ?? 0, names.size > 0 ? 'event' : 'entry').replace(/entrys$/, 'entries');
};

export default function ExportSheet(props: SheetProps) {
  const { core, target, cited, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const loaded = useLoaded(core, target, () => loadContent(core, props));
  const content = latestOf(loaded);
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
          <p>{content && describeRows(content, cited)}</p>
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            Close <kbd>Esc</kbd>
          </button>
        </div>
        {loaded.state === 'failed' && <p class="wrong">{loaded.error.message}.</p>}
        {content === null && loaded.state === 'loading' && <p class="waiting">Loading …</p>}
        {content && (
          <>
            <Cite {...{ core, content }} {...(cited && { cited })} />
            <DownloadButton {...{ core, target, content }} />
            <UseInProgram {...{ core, target, content }} />
          </>
        )}
      </div>
    </dialog>
  );
}
