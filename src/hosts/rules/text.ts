/** Text helpers shared by the emitters: quoted text, and files with a header comment. */

import type { HostFile } from '../host.ts';

/** Text in double quotes, as in nginx and Apache. */
export const quote = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

/** A file that begins with the command that made it, for hosts whose comments begin with "#". */
export const hostFile = (command: string, path: string, lines: readonly string[]): HostFile => ({
  path,
  text: `${[`# Made by: ${command}`, ...lines].join('\n')}\n`,
});
