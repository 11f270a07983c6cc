/**
 * Requests that Node's parser rejects, which it reports as errors of the server. Node would send a bare status without a body, also for
 * methods that it does not know, for which the contract has an answer.
 */

import { MALFORMED, REQUEST_TOO_SLOW, type Refusal, TOO_MANY_HEADERS } from '../../core/contract/refusals.ts';

/** An error of the 'clientError' event; `rawPacket` are the bytes that were being parsed. */
export interface ClientError extends Error {
  readonly code?: string;
  readonly bytesParsed?: number;
  readonly rawPacket?: Uint8Array;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: TOO_MANY_HEADERS,
  ERR_HTTP_REQUEST_TIMEOUT: REQUEST_TOO_SLOW,
};

/** A request line whose method is a token (RFC 9110, 5.6.2) and whose target is in ASCII. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) ([!-~]+) HTTP\/1\.\d\r?\n/;

/** Method and target of a request that was rejected because Node does not know the method; null if that is not the reason. */
export function findUnknownMethod(error: ClientError): { readonly method: string; readonly url: string } | null {
  if (error.code !== 'HPE_INVALID_METHOD') return null;
  const { bytesParsed = 0, rawPacket = [] } = error;
  const text = Buffer.from(rawPacket).toString('latin1');
  // Earlier requests of the packet may have been answered.
  const start = bytesParsed === 0 ? 0 : text.lastIndexOf('\n', bytesParsed - 1) + 1;
  const [, method, url] = REQUEST_LINE.exec(text.slice(start)) ?? [];
  return method === undefined || url === undefined ? null : { method, url };
}

/** The refusal for any other request that was rejected. */
export function refusalFor({ code = '' }: ClientError): Refusal {
  return REFUSALS[code] ?? MALFORMED;
}
