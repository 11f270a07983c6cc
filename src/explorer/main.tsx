/**
 * Starts the explorer in its page: replaces the static content, which says that the explorer is loading, with the views. Finds the site
 * relative to this script, so the page works under any path.
 */

import { render } from 'preact';
import { parseAddress } from './address/address.ts';
import { HOME } from './address/event-requests.ts';
import { viewOf } from './address/routes.ts';
import { ClientProvider } from './client/context.ts';
import { openClient } from './client/site-client.ts';
import { forgetDate } from './client/site-facts.ts';
import { loadView } from './shell/router.tsx';
import { Shell } from './shell/shell.tsx';
import { FailureNotice } from './widgets/problem.tsx';

const byId = (id: string) => document.getElementById(id) as HTMLElement;
/** The static content of the page, see src/site/documents/home-page.ts. */
const about = byId('about');

async function start(): Promise<void> {
  // Loads the view and the site in parallel. The router reports errors from the view.
  loadView(viewOf(parseAddress(location.hash).target || HOME.target)).catch(() => {});
  try {
    const client = await openClient(new URL('..', import.meta.url));
    client.onRelease(forgetDate);
    // In a task of its own, like everything that is drawn when its data are loaded.
    await new Promise((resolve) => setTimeout(resolve));
    render(
      <ClientProvider value={client}>
        <Shell />
      </ClientProvider>,
      byId('explorer'),
    );
    about.remove();
  } catch (error) {
    about.className = 'failed';
    about.querySelector('.waiting')?.remove();
    render(<FailureNotice error={error as Error} retry={start} />, byId('loading'));
  }
}

void start();
