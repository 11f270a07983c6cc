/** Reasons why hosts with rewrite rules skip conformance cases, shared by several of them. */

/** Does not apply to hosts with an upstream. */
export const NO_ANY_QUERY = {
  'any-query': 'answers only enumerated queries; refuses or passes on all others',
} as const;
export const NO_OTHER_IDS = {
  'other-ids': 'has page files only under the ids used in links; refuses or passes on listings under other ids',
} as const;
export const NO_DECODING = {
  decoding: 'does not decode URLs; refuses or passes on those that need it',
} as const;
export const NO_ECHO = { echo: 'sends fixed bodies, which cannot contain parts of the request' } as const;
export const NO_REPEATED_RANGE = {
  'repeated-range': 'its patterns have no back references, so the query is refused as not enumerated',
} as const;
