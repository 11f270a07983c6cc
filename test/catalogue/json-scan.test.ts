/** Members of a line of JSON, found without parsing it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from '../../src/catalogue/files/json-scan.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('scanJson', () => {
  it('agrees with JSON.parse about validity', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', '0', ' ', 'x'),
        (text, at, put) => {
          const position = at % (text.length + 1);
          const changed = text.slice(0, position) + put + text.slice(position + (at % 2));
          let isValid = true;
          try {
            JSON.parse(changed);
          } catch {
            isValid = false;
          }
          expect(scanJson(changed).errorAt === null).toBe(isValid);
        },
      ),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('finds keys and values', () => {
    const text = '{"a": [1, {"b": 22}]}';
    const places = scanJson(text);
    expect(places.offsetOf(['a', 1, 'b'], false)).toBe(text.indexOf('22'));
    expect(places.offsetOf(['a', 1, 'b'], true)).toBe(text.indexOf('"b"'));
    expect(places.offsetOf(['a', 7], false)).toBe(text.indexOf('['));
    expect(places.repeatedKeys).toEqual([]);
  });

  it('a text nested too deeply to scan is a syntax error at its start', () => {
    const text = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)},"a":1}`;
    const { errorAt, repeatedKeys, offsetOf } = scanJson(text);
    expect([errorAt, repeatedKeys, offsetOf(['a'], false)]).toEqual([0, [], 0]);
  });

  it('finds duplicate keys within each object', () => {
    const text = '{"a":1,"b":[{"a":1},{"a":2,"c":0,"\\u0061":3}],"c":1,"b":2,"b":3}';
    expect(scanJson(text).repeatedKeys).toEqual([
      { key: 'a', offset: text.indexOf('"\\u0061"') },
      { key: 'b', offset: text.indexOf('"b":2') },
      { key: 'b', offset: text.indexOf('"b":3') },
    ]);
  });
});
