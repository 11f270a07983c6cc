/** The frame of every view: navigation, the state of the release, the view itself. */

import { useEffect, useState } from 'preact/hooks';
import { API_VIEW, pathOf } from './address.ts';
import type { Core } from './core.ts';
import { Router } from './router.tsx';
import { useAddress } from './use-address.ts';

/** Navigation sections, and the requests that belong to each. */
const SECTIONS = [
  { title: 'Events', target: 'event-versions?lastver=true', of: /^(event|catalogs\/.*\/events|$)/ },
  { title: 'Strain data', target: 'timelines', of: /^(timelines|strain-files)/ },
  { title: 'Runs', target: 'runs', of: /^runs/ },
  { title: 'Catalogs', target: 'catalogs', of: /^catalogs(?!\/.*\/events)/ },
  { title: 'Datasets', target: 'datasets', of: /^datasets/ },
  { title: 'API', target: API_VIEW, of: /^api/ },
] as const;

const TITLE = 'Gravitational-wave catalogue';

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
  const path = pathOf(address.target);
  const section = SECTIONS.find(({ of }) => of.test(path))?.title;
  useEffect(() => {
    document.title = [...(section === undefined ? [] : [section]), TITLE].join(' · ');
  }, [section]);
  return (
    <>
      <header class="top">
        <button type="button" class="skip" onClick={focusView}>
          Skip to the view
        </button>
        <a class="brand" href="#/event-versions?lastver=true">
          {TITLE}
        </a>
        <nav aria-label="Sections">
          {SECTIONS.map(({ title, target }) => (
            <a key={title} href={`#/${target}`} aria-current={title === section ? 'page' : undefined}>
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
        <Router {...{ core, address, navigate }} waiting={<Waiting />} />
      </main>
    </>
  );
}

/** A link cannot be used for this, because the text after `#` in the address is a request. */
function focusView(): void {
  document.getElementById('view')?.focus();
}

const Waiting = () => (
  <p class="waiting" role="status">
    Loading …
  </p>
);
