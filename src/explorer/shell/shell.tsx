/** The frame of every view: navigation, the release status, and the view itself. */

import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { segmentsOf } from '../address/address.ts';
import { navigate, useAddress } from '../address/navigate.ts';
import { usePlace } from '../address/restore-place.ts';
import { sectionOf, viewOf } from '../address/routes.ts';
import { useClient } from '../client/context.ts';
import type { Client } from '../client/site-client.ts';
import { startTarget } from '../client/start-target.ts';
import { useReleaseId } from '../client/use-loaded.ts';
import { joinText } from '../text/format.ts';
import { Boundary } from '../widgets/problem.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Ignored } from './ignored.tsx';
import { Router } from './router.tsx';
import { tidyAddress } from './tidy-address.ts';

/** The site name, which is the page's title until a view changes it. */
const TITLE = document.title;

/** How often a visible page checks for a new release. */
const RELEASE_CHECK_MS = 60_000;

/** Checks for a new release regularly, and when the page becomes visible. */
function useReleaseChecks(client: Client): void {
  useEffect(() => {
    // Errors are ignored here: the next check may succeed, and views report errors that affect them.
    const check = () => {
      if (document.visibilityState === 'visible') client.reload().catch(() => {});
    };
    const timer = setInterval(check, RELEASE_CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [client]);
}

export function Shell() {
  const client = useClient();
  const typed = useAddress();
  const { release } = client;
  const address = useMemo(() => tidyAddress(typed, release), [typed, release]);
  // The address then always names the request that is shown.
  useEffect(() => {
    if (address.target !== typed.target) navigate((now) => tidyAddress(now, release), 'replace');
  }, [address, typed]);
  useReleaseChecks(client);
  const releaseId = useReleaseId();
  /** The release that the visitor knows: the first one, or the one whose notice was dismissed. */
  const [known, setKnown] = useState(releaseId);
  const view = viewOf(address.target);
  const [, record = ''] = segmentsOf(address.target);
  const section = sectionOf(address.target);
  usePlace(address, `${view} ${record}`);
  // Views set a more precise title once they have their data.
  useLayoutEffect(() => {
    document.title = joinText([record, section], ' – ');
  }, [record, section]);
  return (
    <>
      <Header section={section} start={startTarget(release)} title={TITLE} />
      <p class="updated" role="status" hidden={releaseId === known}>
        Updated: a new release of the catalogue is shown. Load the page again before you cite: papers, sky maps and
        licences are from the old release.{' '}
        <button type="button" onClick={() => setKnown(releaseId)}>
          Dismiss
        </button>
      </p>
      <main id="view" tabIndex={-1}>
        <Boundary address={address}>
          <Ignored address={address} />
        </Boundary>
        <Router address={address} />
      </main>
      <Footer />
    </>
  );
}
