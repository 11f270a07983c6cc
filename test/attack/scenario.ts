/**
 * The type of an attack: one file per scenario in this folder; `npm run long -- attack` runs the long version and `npm test` the short
 * one. To add one, write its file and list it in `scenarios.ts`. Everything stays on this machine, and is bounded in time and
 * memory.
 */

/** What scenarios attack, and whether to run the long version. */
export interface Ground {
  /** Path of the compiled command line. */
  readonly cli: string;
  /** The shipped catalogue in packs. */
  readonly shipped: string;
  /** A part of it in both layouts with its data: base URL https://user.example/gw, page sizes 20 and 500. */
  readonly partial: { readonly root: string; readonly data: string };
  readonly isLong: boolean;
  /** Reports what is being measured. */
  readonly say: (text: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** Resolves to the failures, one per line. */
  readonly run: (ground: Ground) => Promise<readonly string[]>;
}
