/**
 * Starts the explorer in its page: replaces the static content, which browsers without scripts show, with the views.
 * Finds the site relative to this script, so the page works below any path.
 */

import { render } from 'preact';
import { parseAddress } from './address.ts';
import { openCore } from './core.ts';
import { Problem } from './problem.tsx';
import { loadView } from './router.tsx';
import { viewOf } from './routes.ts';
import { Shell } from './shell.tsx';
import { navigate } from './use-address.ts';

const place = document.getElementById('explorer') as HTMLElement;
const fallback = document.getElementById('about');

async function start(): Promise<void> {
  // Loads the view and the site in parallel. The router reports errors of the view.
  loadView(viewOf(parseAddress(location.hash).target)).catch(() => {});
  try {
    const core = await openCore(new URL('..', import.meta.url));
    if (fallback) fallback.hidden = true;
    render(<Shell core={core} />, place);
  } catch (error) {
    const address = parseAddress(location.hash);
    const problem = <Problem error={error as Error} retry={start} {...{ address, navigate }} />;
    render(<main>{problem}</main>, place);
  }
}

void start();
