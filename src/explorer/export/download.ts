/** Saves the answer to a request as a file, from the API's own responses. */

import type { Core } from '../host/core.ts';

/** All entries of a listing as JSON. */
export async function jsonOf(core: Core, target: string): Promise<string> {
  return `${JSON.stringify(await core.entries(target), null, 1)}\n`;
}

/** A record as JSON. */
export async function recordJsonOf(core: Core, target: string): Promise<string> {
  return `${JSON.stringify(await core.json(target), null, 1)}\n`;
}

/** Makes the browser save a text as a file. */
export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked later because the browser may not have read it yet.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
