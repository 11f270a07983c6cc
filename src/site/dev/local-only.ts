/**
 * Keeps unpublished data on the machine of the person who edits them. Web pages may read responses of the API (CORS), and the name of any
 * website can be made to lead to this machine (DNS rebinding), so a page that is open in another tab could read them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TEXT_TYPE } from '../../core/contract/headers.ts';
import { FORBIDDEN } from '../../core/contract/statuses.ts';

/** Names and addresses that only lead to this machine (RFC 6761, section 6.3). */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/i;

const isOwn = (url: string): boolean => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

/**
 * Refuses requests for another host name or from a page of another site, because the data are not published yet. Not if the server listens
 * for other machines. Programs other than browsers send no `Origin`.
 */
export function rejectNonLocal({ headers }: IncomingMessage, response: ServerResponse, listensOn: string): boolean {
  const { host, origin } = headers;
  const isForeign = (host !== undefined && !isOwn(`http://${host}`)) || (origin !== undefined && !isOwn(origin));
  if (!isForeign || !LOOPBACK.test(listensOn)) return false;
  response
    .writeHead(FORBIDDEN, { 'content-type': TEXT_TYPE })
    .end('This server shows unpublished data, and only answers this machine.\n');
  return true;
}
