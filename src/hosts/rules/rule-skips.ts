/** Reasons why hosts with rewrite rules skip conformance cases, shared by several of them. */

/** Only without an upstream. */
export const NO_ANY_QUERY = { 'any-query': 'answers enumerated queries only; refuses or passes on any other' } as const;
export const NO_OTHER_IDS = {
  'other-ids': 'has page files below the ids that links carry; refuses or passes on listings below any other',
} as const;
export const NO_DECODING = {
  decoding: 'takes URLs as they are written; refuses or passes on what needs decoding',
} as const;
export const NO_ECHO = { echo: 'sends fixed bodies, which cannot name what the client wrote' } as const;
export const NO_REPEATED_RANGE = {
  'repeated-range': 'its patterns cannot refer back to a name; the query is refused as one that is not enumerated',
} as const;
