/**
 * What `stillwave dev` answers besides the site: the page at the base URL with a script added, that script, and the stream of events
 * that it listens to (https://html.spec.whatwg.org/multipage/server-sent-events.html). For Node's http server.
 *
 * In: requests, and the state of the last round. Out: true where a request was answered.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ASSET_TYPES } from '../../contract/assets.ts';
import { HTML_TYPE } from '../../contract/headers.ts';
import { OK, SERVICE_UNAVAILABLE } from '../../contract/statuses.ts';
import { splitUrl } from '../../handler/understand.ts';
import { pageScript } from './page-script.ts';

/** No path of a site begins so. */
const FOLDER = '_dev';
const EVENTS = 'events';
const SCRIPT = 'page.js';

/** What a page is told. */
export interface DevState {
  /** Id of the release that is served; empty while there is none. */
  readonly release: string;
  /** The problems as text; empty where there are none. */
  readonly problems: string;
}

export interface DevPage {
  /** Answers a request that is for the page, or for what it needs; says whether it did. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /** Tells every page. */
  tell(state: DevState): void;
  /** Ends the streams. */
  close(): void;
}

const HEADERS = { 'cache-control': 'no-store' } as const;
/** As strict as a host may be with the page, so that it is seen here first what would break there. */
const PAGE_HEADERS = {
  ...HEADERS,
  'content-type': HTML_TYPE,
  'content-security-policy': "default-src 'self'",
} as const;

const EMPTY_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>No release yet</title>
</head>
<body>
<p>There is no release yet. This page shows the catalogue as soon as the data are sound.</p>
</body>
</html>
`;

/** `readPage` gives the site's page; null where there is no release. */
export function createDevPage(readPage: () => Promise<string | null>): DevPage {
  const listeners = new Set<ServerResponse>();
  let state: DevState = { release: '', problems: '' };
  const messageOf = (told: DevState): string => `data: ${JSON.stringify(told)}\n\n`;

  async function sendPage(response: ServerResponse): Promise<void> {
    const { release } = state;
    const page = await readPage();
    // Ahead of the explorer's own scripts: what these read is of this release, or of one that the page is told of.
    const tag = `<script type="module" src="${FOLDER}/${SCRIPT}?release=${release}"></script>`;
    response.writeHead(page === null ? SERVICE_UNAVAILABLE : OK, PAGE_HEADERS);
    response.end((page ?? EMPTY_PAGE).replace('<head>', `<head>${tag}`));
  }

  function sendEvents(response: ServerResponse): void {
    response.writeHead(OK, { ...HEADERS, 'content-type': 'text/event-stream' });
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
        response.writeHead(OK, { ...HEADERS, 'content-type': ASSET_TYPES.js }).end(pageScript(EVENTS));
      else return false;
      return true;
    },
    tell(next) {
      state = next;
      for (const response of listeners) response.write(messageOf(state));
    },
    close() {
      for (const response of listeners) response.end();
    },
  };
}
