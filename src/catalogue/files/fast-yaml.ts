/**
 * Parses YAML text with js-yaml, which is several times as fast as `yaml` but does not record places. Returns undefined for text that
 * js-yaml rejects or may read differently; `yaml` then reads and explains the text.
 *
 * Both parsers follow YAML 1.2: `200219_201407`, `0b1` and dates are strings. A test compares their values for random YAML.
 */
import { CORE_SCHEMA, defineMappingTag, load, mapTag } from 'js-yaml';
import { MAX_TEXT_LENGTH } from './yaml-findings.ts';

/** `yaml` reads all keys as strings, while js-yaml reads the key in `1e5: x` as 100000. */
const textKeys = defineMappingTag(mapTag.tagName, {
  ...mapTag,
  addPair: (mapping, key, value) =>
    typeof key === 'string' ? mapTag.addPair(mapping, key, value) : 'the key is not text',
});

/**
 * The two parsers differ in how they treat anchors, tags, tabs, directives, document ends, line ends without a line feed, and numbers too
 * large for a double. The pattern also matches numbers that other programs read differently (`017`, `0x10`), because these are problems.
 */
const DISPUTED = /[&!\t]|^(?:%|\.\.\.)|\r(?!\n)|\d[eE]\+?\d{3}|(?<=^|[\s,[{])[-+]?0[\dxo]/im;

/** Aliases are rejected: no data file needs them, and a few aliases can expand to a huge value. */
const OPTIONS = { schema: CORE_SCHEMA.withTags(textKeys), maxAliases: 0 };

/** Parses YAML text. Never throws. */
export function parseFastYaml(text: string): unknown {
  if (DISPUTED.test(text) || text.split('\n').some((line) => line.length > MAX_TEXT_LENGTH)) return undefined;
  try {
    return load(text, OPTIONS);
  } catch {
    return undefined;
  }
}
