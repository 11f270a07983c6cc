/** Conformance cases that no host with rewrite rules can pass, with the reason; besides, a 400 may stand for any answer of theirs. */
export const RULE_SKIPS = {
  decoding: 'does not decode URLs; what leads above the root is refused before any rule is read',
  'options-body': 'answers OPTIONS without a body',
} as const;
