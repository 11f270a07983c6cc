/** What a search finds, and how well it matches. */

import type { Address } from '../address/address.ts';
import type { BinaryType } from '../event-data/binaries.ts';

export interface Hit {
  readonly title: string;
  /** Beside the title: aliases, or what the hit is. */
  readonly about: string;
  /** At the right. */
  readonly end: string;
  readonly address: Address;
  readonly type?: BinaryType | undefined;
}

/** A hit that is found by its names. */
export interface NamedHit extends Hit {
  readonly names: readonly string[];
}

/** All hits of a kind, the best ones first. */
export interface HitGroup {
  readonly title: 'Events' | 'Catalogs' | 'Runs' | 'Times' | 'Words';
  /** A remark on all hits, beside the title. */
  readonly about: string;
  readonly hits: readonly Hit[];
}

/** How well a text matches a name: it is the whole name, its start, or another part of it, or does not match. */
export const RANKS = { whole: 0, start: 1, part: 2, none: 3 } as const;

/** The best rank of a text in lower case among the names. */
export function rankNames({ names }: Pick<NamedHit, 'names'>, text: string): number {
  const known = names.map((name) => name.toLowerCase());
  if (known.includes(text)) return RANKS.whole;
  if (known.some((name) => name.startsWith(text))) return RANKS.start;
  return known.some((name) => name.includes(text)) ? RANKS.part : RANKS.none;
}

/** Those that match a text, the best ones first. Equally good ones keep their order. */
export const findByName = <T extends NamedHit>(
  all: readonly T[],
  text: string,
  rank: (one: T, text: string) => number = rankNames,
): readonly T[] => all.filter((one) => rank(one, text) < RANKS.none).toSorted((a, b) => rank(a, text) - rank(b, text));
