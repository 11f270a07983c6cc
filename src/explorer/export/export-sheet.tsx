/** A view's sheet for citing its content, downloading it, and using it in a program. */

import { useEffect, useRef } from 'preact/hooks';
import type { Catalog, EventEntry, EventVersionEntry } from '../../core/contract/wire.ts';
import { viewOf } from '../address/routes.ts';
import type { Core } from '../host/core.ts';
import { latestOf, useLoaded } from '../host/use-answer.ts';
import { countText } from '../parts/format.ts';
import { countNames, isInjection } from '../parts/injections.ts';
import { Cite } from './cite.tsx';
import { Download } from './download.tsx';
import type { SheetProps } from './export-menu.tsx';
import { probeHost } from './probe.ts';
import { UseInProgram } from './use-in-program.tsx';

/** Everything that the sheet shows about a request. */
export interface SheetContent {
  /** Number of rows; null for a record. */
  readonly rows: number | null;
  /** The versions to cite: those in the rows, or all versions of the events in the rows; empty for requests that are not about events. */
  readonly versions: readonly Pick<EventVersionEntry, 'name' | 'catalog'>[];
  /** All catalogs, in the catalogue's order. */
  readonly catalogs: readonly Catalog[];
  /** Whether this host itself answers requests for CSV and for JSON. */
  readonly answers: Awaited<ReturnType<typeof probeHost>>;
}

/** The versions in an entry. An entry of the collection of events has all versions of an event. */
const versionsIn = (entry: EventEntry | EventVersionEntry): SheetContent['versions'] =>
  'versions' in entry ? entry.versions.map(({ catalog }) => ({ name: entry.name, catalog })) : [entry];

/** Rejects as `json` does. */
async function loadContent(core: Core, { target, cited }: SheetProps): Promise<SheetContent> {
  const isListing = cited === undefined;
  const isOfEvents = viewOf(target) === 'events';
  const [answers, catalogs, rows, listed] = await Promise.all([
    probeHost(core.release.baseUrl, target, isListing),
    core.entries<Catalog>('catalogs'),
    isListing ? core.count(target) : null,
    isListing && isOfEvents ? core.entries<EventEntry | EventVersionEntry>(target) : [],
  ]);
  return { rows, versions: cited ? [cited] : listed.flatMap(versionsIn), catalogs, answers };
}

/** Describes the selection: `254 events`. Injections are not counted, as in the view. */
const describeRows = ({ rows, versions }: SheetContent, cited: SheetProps['cited']): string => {
  if (cited !== undefined) return `${cited.name}, version ${cited.version}`;
  const detections = versions.filter(({ name }) => !isInjection(name));
  const events = countNames(versions);
  if (events === 0) return countText(rows ?? 0, 'row');
  const areVersions = rows === versions.length && detections.length > events;
  return `${areVersions ? `${countText(detections.length, 'version')} of ` : ''}${countText(events, 'event')}`;
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
            <Download {...{ core, target, content }} />
            <UseInProgram {...{ core, target, content }} />
          </>
        )}
      </div>
    </dialog>
  );
}
