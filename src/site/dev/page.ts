/**
 * The responses that `stillwave dev` adds: the page at the base URL with a script, the script itself, and its stream of server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html). For Node's http server.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { SCRIPT_TYPE } from '../../core/contract/files.ts';
import { HTML_TYPE } from '../../core/contract/headers.ts';
import { splitUrl } from '../../core/handler/resolve-request.ts';

/** No path in a site starts with this. */
const FOLDER = '_dev';
const EVENTS = 'events';
const SCRIPT = 'page.js';

/** The message that pages receive. */
export interface DevState {
  /** Id of the release being served, or an empty string. */
  readonly release: string;
  /** The problems as text, or an empty string. */
  readonly problems: string;
}

export interface DevPage {
  /** Handles requests for the page, its script and its events. Returns true if it sent a response. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /** Sends the state to every open page. */
  broadcast(state: DevState): void;
  /** Closes the event streams. */
  close(): void;
}

const HEADERS = { 'cache-control': 'no-store' } as const;
/** As strict as on any host, so that errors show up here first. */
const PAGE_HEADERS = {
  ...HEADERS,
  'content-type': HTML_TYPE,
  'content-security-policy': "default-src 'self'",
} as const;

/**
 * Reloads the page after a new release, and shows problems with the data at the bottom. `release` in the script's URL is the page's
 * release. Because of `Content-Security-Policy: default-src 'self'`, the script is a separate file and sets styles as properties.
 */
const PAGE_SCRIPT = `const shownRelease = new URL(import.meta.url).searchParams.get('release');
const place = document.createElement('section');
place.id = 'stillwave-problems';
place.setAttribute('role', 'alert');
Object.assign(place.style, {
  position: 'fixed', inset: 'auto 0 0 0', maxHeight: '60vh', overflow: 'auto', zIndex: '1000', boxSizing: 'border-box',
  padding: '12px 16px', background: '#3b0d0d', color: '#fff', borderTop: '3px solid #ff7b72',
  font: '14px/1.4 ui-monospace, monospace', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere',
});

function show({ release, problems }) {
  if (release !== shownRelease) {
    location.reload();
    return;
  }
  place.textContent = problems;
  if (problems === '') place.remove();
  else document.body.append(place);
}

// Only while the page is seen: a browser has six connections to a server for all of its tabs.
let events = null;
function listen() {
  events?.close();
  events = document.hidden ? null : new EventSource(new URL('${EVENTS}', import.meta.url));
  if (events) events.onmessage = ({ data }) => show(JSON.parse(data));
}
document.addEventListener('visibilitychange', listen);
listen();
`;

const EMPTY_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>No release yet</title>
</head>
<body>
<p>There is no release yet. This page shows the catalogue as soon as the data are valid.</p>
</body>
</html>
`;

/** `readPage` returns the site's home page, or null if there is no release. */
export function createDevPage(readPage: () => Promise<string | null>): DevPage {
  const listeners = new Set<ServerResponse>();
  let state: DevState = { release: '', problems: '' };
  const messageOf = (state: DevState): string => `data: ${JSON.stringify(state)}\n\n`;

  async function sendPage(response: ServerResponse): Promise<void> {
    const { release } = state;
    const page = await readPage();
    // The tag comes before the explorer's own scripts, so they read this release, or a newer release that the page is notified of.
    const tag = `<script type="module" src="${FOLDER}/${SCRIPT}?release=${release}"></script>`;
    response.writeHead(page === null ? 503 : 200, PAGE_HEADERS);
    response.end((page ?? EMPTY_PAGE).replace('<head>', `<head>${tag}`));
  }

  function sendEvents(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    response.write(messageOf(state));
    listeners.add(response);
    response.once('close', () => listeners.delete(response));
  }

  return {
    take({ method, url = '' }, response) {
      if (method !== 'GET') return false;
      const { path } = splitUrl(url);
      if (path === '/') sendPage(response).catch((error) => response.destroy(error));
      else if (path === `/${FOLDER}/${EVENTS}`) sendEvents(response);
      else if (path === `/${FOLDER}/${SCRIPT}`)
        response.writeHead(200, { ...HEADERS, 'content-type': SCRIPT_TYPE }).end(PAGE_SCRIPT);
      else return false;
      return true;
    },
    broadcast(next) {
      state = next;
      for (const response of listeners) response.write(messageOf(state));
    },
    close() {
      for (const response of listeners) response.end();
    },
  };
}
