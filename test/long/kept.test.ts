/** Requests keep no memory permanently: memory use depends on the release and its packs, not on names in requests. */

import { describe, expect, it } from 'vitest';
import { openIndex } from '../../src/core/listing/select.ts';
import { groups, names, numbers, texts } from '../../src/site/render/index-columns.ts';
import { answer } from '../support/answer.ts';
import { keptAfter } from '../support/heap.ts';
import { request } from '../support/memory-site.ts';
import { ask } from '../support/responder.ts';
import { sampleListing } from '../support/sample-collections.ts';
import { sampleRelease } from '../support/sample-release.ts';
import { collectionOf } from '../support/vocabulary.ts';

/** Less than the names of the measured round would take: at least 10,000, of 40 bytes or more each. */
const MAX_BYTES = 400_000;

describe('an opened index keeps none of 20,000 unknown ids and as many values', () => {
  it('series', async () => {
    const series = ['O1', 'O2'].map((run, n) => {
      return { detector: 'H1', sampleRateKHz: 4, run, dataset: run, blocks: [n * 10, 3] };
    });
    const index = openIndex(collectionOf('strain-files'), { kind: 'series', series });
    const columns = ['detector', 'sample_rate', 'run', 'dataset'];
    const kept = await keptAfter((round) => {
      for (let n = 0; n < 10_000; n++) {
        const name = `X${round}Y${n}`;
        index.positionOf(`${name}-${n}-4kHz`);
        index.positionOf(`H1-${n}-4kHz`);
        index.select([{ test: 'is', column: columns[n % 4] as string, value: name }]);
        index.select([{ test: 'overlaps', from: n, to: n }]);
      }
    });
    expect(kept).toBeLessThan(MAX_BYTES);
  });

  it('columns', async () => {
    const { collection } = sampleListing('boxes/{}/things');
    const index = openIndex(collection, {
      kind: 'columns',
      count: 2,
      columns: {
        size: numbers([1, 2]),
        name: texts(['a', 'b']),
        colour: names(['red', 'blue']),
        box: groups([1, 1]),
      },
    });
    const kept = await keptAfter((round) => {
      for (let n = 0; n < 10_000; n++) {
        const text = `x${round}y${n}`;
        index.positionOf(text);
        index.select([{ test: 'is', column: 'colour', value: text }]);
        index.select([{ test: 'isOneOf', column: 'colour', value: [text, 'red'] }]);
        index.select([{ test: 'contains', column: 'name', value: text }]);
        index.select([{ test: 'atLeast', column: 'size', value: n }]);
      }
    });
    expect(kept).toBeLessThan(MAX_BYTES);
  });
});

describe('a handler keeps none of the names in 20,000 requests', () => {
  const digits = (name: string) => name.replaceAll(/\D/g, '');

  it.each<[string, (name: string) => string]>([
    ['records', (name) => `event-versions/${name}`],
    ['strain files', (name) => `strain-files/H1-1${digits(name)}-4kHz`],
    ['paths', (name) => name],
    ['values', (name) => `strain-files?detector=${name}`],
    ['range filters', (name) => `event-versions?min-${name}=1`],
    ['texts', (name) => `event-versions?name-contains=${name}`],
    ['parameters', (name) => `default-parameters?${name}=${name}&page=9`],
    ['intervals', (name) => `strain-files?start=1${digits(name)}&page=99`],
  ])('for unknown %s', async (_, targetOf) => {
    const kept = await keptAfter(async (round) => {
      for (let n = 0; n < 10_000; n++) await ask(`/gw/api/v2/${targetOf(`x${round}y${n}`)}`, {}, 'HEAD');
    });
    expect(kept).toBeLessThan(MAX_BYTES);
  });

  it('below unknown parents', async () => {
    const { release, ports } = sampleRelease();
    const kept = await keptAfter(async (round) => {
      for (let n = 0; n < 5_000; n++) {
        await answer(request(`/gw/api/v2/boxes/x${round}y${n}/things`), release, ports);
        await answer(request(`/gw/api/v2/boxes/b/lids/x${round}y${n}/things`), release, ports);
      }
    });
    expect(kept).toBeLessThan(MAX_BYTES);
  });
});
