/** The frame of every view: navigation, the state of the release, the view itself. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { API_VIEW, segmentsOf } from '../address/address.ts';
import { useAddress } from '../address/use-address.ts';
import { useViewState } from '../address/view-state.ts';
import type { Core } from '../host/core.ts';
import { startTarget } from '../host/names.ts';
import { Ignored } from '../parts/ignored.tsx';
import { Router } from './router.tsx';
import { type ViewName, viewOf } from './routes.ts';

interface Section {
  readonly title: string;
  /** The request of its link; empty for the one that the page starts with. */
  readonly target: string;
  readonly views: readonly ViewName[];
}

const SECTIONS: readonly Section[] = [
  { title: 'Events', target: '', views: ['events', 'event'] },
  { title: 'Strain data', target: 'timelines', views: ['strain'] },
  { title: 'Runs', target: 'runs', views: ['runs'] },
  { title: 'Catalogs', target: 'catalogs', views: ['catalogs'] },
  { title: 'Datasets', target: 'datasets', views: ['datasets'] },
  { title: 'API', target: API_VIEW, views: ['api'] },
];

/** The name of the site, which its page has before a view changes it. */
const TITLE = document.title;

/** How often a visible page checks for a new release. */
const RELEASE_CHECK_MS = 60_000;

/** Checks for a new release regularly, and when the page becomes visible. True once there has been one. */
function useUpdates(core: Core): readonly [boolean, () => void] {
  const [isUpdated, setUpdated] = useState(false);
  useEffect(() => {
    // Errors are ignored here: the next check may succeed, and views report the ones that affect them.
    const check = () => {
      if (document.visibilityState === 'visible') core.reload().catch(() => {});
    };
    const timer = setInterval(check, RELEASE_CHECK_MS);
    document.addEventListener('visibilitychange', check);
    const stop = core.onRelease(() => setUpdated(true));
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      stop();
    };
  }, [core]);
  return [isUpdated, () => setUpdated(false)];
}

export function Shell({ core }: { readonly core: Core }) {
  const [address, navigate] = useAddress();
  const [isUpdated, dismiss] = useUpdates(core);
  const start = useMemo(() => startTarget(core.release), [core.release]);
  const view = viewOf(address.target);
  const [, record = ''] = segmentsOf(address.target);
  const section = SECTIONS.find(({ views }) => views.includes(view))?.title ?? '';
  useViewState(address, `${view} ${record}`);
  useEffect(() => {
    document.title = [record, section, TITLE].filter((part) => part !== '').join(' · ');
  }, [record, section]);
  return (
    <>
      <header class="top">
        <button type="button" class="skip" onClick={focusView}>
          Skip to the view
        </button>
        <a class="brand" href={`#/${start}`}>
          {TITLE}
        </a>
        <nav aria-label="Sections">
          {SECTIONS.map(({ title, target }) => (
            <a key={title} href={`#/${target || start}`} aria-current={title === section ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <p class="updated" role="status" hidden={!isUpdated}>
        Updated: a new release of the catalogue is shown.{' '}
        <button type="button" onClick={dismiss}>
          Dismiss
        </button>
      </p>
      <main id="view" tabIndex={-1}>
        <Ignored {...{ core, address }} />
        <Router {...{ core, address, navigate }} />
      </main>
    </>
  );
}

/** A link cannot be used for this, because the text after `#` in the address is a request. */
function focusView(): void {
  document.getElementById('view')?.focus();
}
