/** Finds the Deno of the development dependencies: in a package for the platform, whether install scripts ran or not. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../node_modules/@deno', import.meta.url));
const programs = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
  ['deno', 'deno.exe'].map((file) => join(folder, name, file)),
);

/** Null if it is not installed. */
export const DENO: string | null = programs.find((file) => existsSync(file)) ?? null;
