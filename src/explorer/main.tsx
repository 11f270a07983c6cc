/**
 * Starts the explorer in its page: the static content, which is all that a browser without scripts shows, makes room for the views.
 * The site is where this script's folder is, so the page works below any path.
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
  // Both are on their way at once; a view that cannot be loaded says so itself.
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
