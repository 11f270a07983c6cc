/**
 * Checks once whether this host answers a request itself. Hosts that only serve files do not: they return a 404 or a directory listing.
 * Hosts with rewrite rules answer some requests in JSON, and none in CSV.
 */

import { csvUrl, jsonUrl } from './code.ts';

/** Whether code that requests CSV or JSON works on this host. */
export interface Answers {
  readonly csv: boolean;
  readonly json: boolean;
}

/** How long the host may take, in ms. */
const PATIENCE_MS = 4000;

/** True if this host answers a URL with this type of content, in a reasonable time. */
async function isAnswered(url: string, type: string): Promise<boolean> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok && (response.headers.get('content-type') ?? '').includes(type);
  } catch {
    return false;
  }
}

export async function probeHost(baseUrl: string, target: string): Promise<Answers> {
  const [json, csv] = await Promise.all([
    isAnswered(jsonUrl(target, baseUrl), 'json'),
    isAnswered(csvUrl(target, baseUrl), 'csv'),
  ]);
  return { csv, json };
}
