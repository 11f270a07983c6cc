/**
 * The type of an attack scenario. Each scenario has a file in this folder; `npm run long -- attack` runs the long version, and `npm test`
 * the short one. To add a scenario, write its file and list it in `scenarios.ts`. Scenarios attack only this machine, and limit their time
 * and memory.
 */

/** The sites that scenarios attack, and whether to run the long version. */
export interface Ground {
  /** Path of the compiled command line. */
  readonly cli: string;
  /** The shipped catalogue in packs. */
  readonly shipped: string;
  /** A part of the shipped catalogue in both layouts, with its data; base URL https://user.example/gw, page sizes 20 and 500. */
  readonly partial: { readonly root: string; readonly data: string };
  readonly isLong: boolean;
  /** Reports progress. */
  readonly say: (text: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** Resolves to the failures, one per line. */
  readonly run: (ground: Ground) => Promise<readonly string[]>;
}
