/** Packs: bytes on disk, markers, and copying lines. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as pack from '../../../src/core/listing/pack.ts';
import { packBytes } from '../../support/pack-bytes.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const STYLE = { baseUrl: 'https://x.test/gw', recordEnding: '' } as const;
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const open = (lines: readonly string[], style: pack.LinkStyle = STYLE) => pack.openPack(packBytes(lines), style);

/** Lines of JSON as in a build: no line feed, no marker. */
const lines = fc.array(
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  { maxLength: 30 },
);

describe('openPack', () => {
  it('replaces every marker with the base URL or the record suffix', () => {
    const line = `"${pack.BASE_URL_MARKER}/a","${pack.BASE_URL_MARKER}/b${pack.RECORD_ENDING_MARKER}?x"`;
    expect(textOf(open([line]).bytes)).toBe('"https://x.test/gw/a","https://x.test/gw/b?x",');
    const files = open([line, line], { baseUrl: 'http://b', recordEnding: '.json' });
    expect(textOf(files.bytes)).toBe('"http://b/a","http://b/b.json?x","http://b/a","http://b/b.json?x",');
  });

  it('knows where each line starts, in bytes, and where the next one would', () => {
    expect([...open(['"é"', '1', '"😀"']).starts]).toEqual([0, 5, 7, 14]);
    expect([...open([]).starts]).toEqual([0]);
  });

  it('computes starts after a base URL that is longer than its marker', () => {
    const { bytes, starts } = open([`"${pack.BASE_URL_MARKER}"`, '1']);
    expect([...starts]).toEqual([0, 20, 22]);
    expect(bytes).toHaveLength(22);
  });

  it('a base URL with characters special in replacement patterns is copied unchanged', () => {
    const { bytes } = open([pack.BASE_URL_MARKER], { baseUrl: 'http://a/$&', recordEnding: '' });
    expect(textOf(bytes)).toBe('http://a/$&,');
  });

  it('bytes other than markers and line feeds are copied unchanged', () => {
    const all = Uint8Array.from({ length: 245 }, (_, n) => n + 0x0b);
    const { bytes, starts } = pack.openPack(Uint8Array.of(...all, 0x0a), STYLE);
    expect([...bytes]).toEqual([...all, 0x2c]);
    expect([...starts]).toEqual([0, 246]);
  });

  it('has markers that no JSON text contains', () => {
    const markers = pack.BASE_URL_MARKER + pack.RECORD_ENDING_MARKER;
    expect([...markers].map((marker) => marker.charCodeAt(0))).toEqual([1, 2]);
    expect(JSON.stringify(markers)).toBe('"\\u0001\\u0002"');
  });
});

describe('openLines', () => {
  const file = packBytes(['a', `"${pack.BASE_URL_MARKER}"`, '', 'dd']);

  it.each<[numbers: number[], out: string]>([
    [[], ''],
    [[0], 'a,'],
    [[1, 2], '"https://x.test/gw",,'],
    [[0, 3], 'a,dd,'],
    [[0, 1, 2, 3], 'a,"https://x.test/gw",,dd,'],
    [[3, 4, 9], 'dd,'],
  ])('opens only the lines %j, without those that the file lacks', (numbers, out) => {
    const { bytes, starts, isPartial } = pack.openLines(file, Uint32Array.from(numbers), STYLE);
    expect([textOf(bytes), starts.length - 1, isPartial]).toEqual([out, numbers.filter((n) => n < 4).length, true]);
  });

  it('opens a file that is part of a buffer', () => {
    const buffer = Uint8Array.of(0x0a, ...file, 0x0a);
    expect(textOf(pack.openLines(buffer.subarray(1, -1), Uint32Array.of(0, 3, 4), STYLE).bytes)).toBe('a,dd,');
  });

  it('does not search beyond the last of them', () => {
    const watched = Uint8Array.from(file);
    const from: (number | undefined)[] = [];
    watched.indexOf = (byte, at) => {
      from.push(at);
      return Uint8Array.prototype.indexOf.call(watched, byte, at);
    };
    pack.openLines(watched, Uint32Array.of(0, 1), STYLE);
    expect(from).toEqual([0, 2]);
  });
});

describe('copyLines', () => {
  /** The bytes copied after two existing bytes. */
  function copied(all: readonly string[], numbers: readonly number[]): string {
    const opened = open(all);
    const size = pack.sizeOfLines(opened, Uint32Array.from(numbers));
    const target = new Uint8Array(2 + size).fill(0x5f);
    expect(pack.copyLines(opened, Uint32Array.from(numbers), target, 2)).toBe(target.length);
    return textOf(target);
  }

  it.each([
    [[0], '__a,'],
    [[1], '__bb,'],
    [[3], '__d,'],
    [[0, 1], '__a,bb,'],
    [[0, 2], '__a,ccc,'],
    [[1, 3], '__bb,d,'],
    [[0, 1, 3], '__a,bb,d,'],
    [[0, 2, 3], '__a,ccc,d,'],
    [[0, 1, 2, 3], '__a,bb,ccc,d,'],
    [[], '__'],
  ])('%j -> %s', (numbers, out) => {
    expect(copied(['a', 'bb', 'ccc', 'd'], numbers)).toBe(out);
  });

  it('any subset of any lines gives each of them followed by a comma', () => {
    const subsets = lines.chain((all) => fc.tuple(fc.constant(all), fc.subarray(all.map((_, number) => number))));
    fc.assert(
      fc.property(subsets, ([all, numbers]) => {
        expect(copied(all, numbers)).toBe(`__${numbers.map((number) => `${all[number]},`).join('')}`);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('copies adjacent lines together', () => {
    const { bytes, starts } = open(['a', 'bb', 'ccc', 'd']);
    const cuts: string[] = [];
    const watched = new Proxy(bytes, {
      get: (_, name) => {
        if (name !== 'subarray') throw new Error(`${String(name)} is not asked for`);
        return (from: number, to: number) => {
          cuts.push(textOf(bytes.subarray(from, to)));
          return bytes.subarray(from, to);
        };
      },
    });
    pack.copyLines({ bytes: watched, starts }, Uint32Array.of(0, 1, 3), new Uint8Array(7), 0);
    expect(cuts).toEqual(['a,bb,', 'd,']);
  });

  it('does not write past the lines', () => {
    const target = new Uint8Array(5).fill(0x5f);
    expect(pack.copyLines(open(['a', 'b']), Uint32Array.of(1), target, 1)).toBe(3);
    expect(textOf(target)).toBe('_b,__');
  });
});
