/**
 * Keeps unpublished data on the machine where they are edited. The API lets any web page read its responses (CORS), and a website can make
 * its host name resolve to this machine (DNS rebinding), so a page that is open in another tab could read the data.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TEXT_TYPE } from '../../core/contract/headers.ts';

/** Names and addresses that always mean this machine (RFC 6761, section 6.3). */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/i;

const isOwn = (url: string): boolean => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

/**
 * Rejects requests for another host name or from another site's pages, because the data are not published yet. If the server listens for
 * other machines, it accepts all requests. Programs other than browsers send neither `Origin` nor `Sec-Fetch-Site`; browsers send only the
 * latter with links, frames and images. Returns true if the request was rejected.
 */
export function rejectNonLocal({ headers }: IncomingMessage, response: ServerResponse, listensOn: string): boolean {
  const { host, origin, 'sec-fetch-site': from = 'none' } = headers;
  const isForeign =
    (host !== undefined && !isOwn(`http://${host}`)) ||
    (origin !== undefined && !isOwn(origin)) ||
    from === 'cross-site' ||
    from === 'same-site';
  if (!isForeign || !LOOPBACK.test(listensOn)) return false;
  response
    .writeHead(403, { 'content-type': TEXT_TYPE })
    .end(
      'This server shows unpublished data, and only answers this machine. If you followed a link, enter the address by hand.\n',
    );
  return true;
}
