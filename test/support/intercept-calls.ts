/** Replaces functions of `node:fs` in this process, even for modules that have imported them by name. */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export type Call = (...given: unknown[]) => unknown;

/** `intercept` replaces each function with one of these names by the result of `wrap`; `restore` undoes that. */
export function createInterceptor<Name extends keyof typeof fs>(names: readonly Name[]) {
  const originals = new Map(names.map((name) => [name, fs[name] as unknown as Call]));
  function replace(callOf: (name: Name, original: Call) => Call): void {
    for (const [name, original] of originals) Object.assign(fs, { [name]: callOf(name, original) });
    syncBuiltinESMExports();
  }
  return { intercept: replace, restore: () => replace((_, original) => original) };
}
