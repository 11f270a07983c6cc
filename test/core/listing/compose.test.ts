/** Compose: the envelope, and lines from the right packs, including pages that span two packs. */

import { describe, expect, it } from 'vitest';
import { SiteDamagedError } from '../../../src/core/base/site-damaged-error.ts';
import { lineSetsOf } from '../../../src/core/contract/line-sets.ts';
import type { Query } from '../../../src/core/contract/query.ts';
import { LINK_FORMS, type LinkForm, PAGE_LINKS } from '../../../src/core/contract/site-paths.ts';
import {
  composeEntries,
  composeLine,
  composePage,
  composeRecord,
  envelopeHead,
  type PackLists,
  type PackSource,
  packOfRecord,
  packsOfPage,
} from '../../../src/core/listing/compose.ts';
import { openPack, type Pack } from '../../../src/core/listing/pack.ts';
import type { RowIndex } from '../../../src/core/listing/row-index.ts';
import { cutPage, openIndex, type PageSelection, selectAll } from '../../../src/core/listing/select.ts';
import { numbers } from '../../../src/site/render/index-columns.ts';
import { packBytes } from '../../support/pack-bytes.ts';
import { sampleCollections, sampleListing } from '../../support/sample-collections.ts';
import { collectionOf, collections, queryOf } from '../../support/vocabulary.ts';

const LINKS = { baseUrl: 'https://x.test', pageLink: ({ page }: Query) => `${page}` };
const HEAD_TEXT =
  '{"next":"https://x.test/2","previous":null,"results_count":1,"results_per_page":20,"num_pages":3,"page_number":1';

/** Line sets whose packs are `<set>-0`, `<set>-1`, … and whose line at a position is `"<set>/<position>"`. */
function setsOf(count: number) {
  const all = [...collections(), ...sampleCollections()];
  const sizeOf = (set: string) => (set === 'event-version-details' ? 50 : 1000);
  const packsOf = (set: string) => {
    const starts = Array.from({ length: Math.ceil(count / sizeOf(set)) }, (_, n) => n * sizeOf(set));
    return { names: starts.map((_, n) => `${set}-${n}`), starts };
  };
  const names: PackLists = Object.fromEntries(all.flatMap(lineSetsOf).map((set) => [set, packsOf(set)] as const));
  const reads: string[] = [];
  const readPack = async (name: string): Promise<Pack> => {
    reads.push(name);
    const [, set, number] = /^(.*)-(\d+)$/.exec(name) as unknown as [string, string, string];
    const size = sizeOf(set);
    const first = Number(number) * size;
    const length = Math.min(size, count - first);
    const lines = Array.from({ length }, (_, n) => JSON.stringify(`${set}/${first + n}`));
    return openPack(packBytes(lines), { baseUrl: '', recordEnding: '' });
  };
  return { names, readPack, reads };
}

const bare = queryOf('strain-files', '');

/** Entries that are lines need no index. */
const NO_INDEX = {} as RowIndex;

/** A page with these positions; the number of pages only matters for the head. */
const selectionOf = (positions: readonly number[]): PageSelection => {
  return { count: 1, pageCount: 3, positions: Uint32Array.from(positions) };
};

const compose = (query: Query, selection: PageSelection, source: PackSource, allocate?: (size: number) => Uint8Array) =>
  composePage({ query, selection, source: { index: NO_INDEX, ...source } }, LINKS, allocate);

async function page(count: number, positions: readonly number[], query: Query = bare) {
  const { names, readPack, reads } = setsOf(count);
  const body = await compose(query, selectionOf(positions), { packs: names, readPack });
  const planned = packsOfPage(query, Uint32Array.from(positions), names);
  expect([...reads]).toEqual(planned);
  return { body: new TextDecoder().decode(body), reads };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const bodyOf = (set: string, positions: readonly number[]) =>
  `${HEAD_TEXT},"results":[${positions.map((position) => `"${set}/${position}"`).join(',')}]}`;

describe('composePage', () => {
  it.each<[string, number, number[], string[]]>([
    ['nothing', 5, [], []],
    ['one line', 5, [4], ['strain-files-0']],
    ['the whole of 999', 999, range(0, 999), ['strain-files-0']],
    ['the whole of 1000', 1000, range(0, 1000), ['strain-files-0']],
    ['the whole of 1001', 1001, range(0, 1001), ['strain-files-0', 'strain-files-1']],
    ['the last line of a pack', 1001, [999], ['strain-files-0']],
    ['the first line of a pack', 1001, [1000], ['strain-files-1']],
    ['both sides of a border', 2000, [998, 999, 1000, 1001], ['strain-files-0', 'strain-files-1']],
    ['packs that are not neighbours', 4000, [5, 3005, 3007], ['strain-files-0', 'strain-files-3']],
    ['three packs', 3000, [1, 1001, 2001, 2999], ['strain-files-0', 'strain-files-1', 'strain-files-2']],
  ])('%s', async (_, count, positions, packs) => {
    const { body, reads } = await page(count, positions);
    expect(body).toBe(bodyOf('strain-files', positions));
    expect(reads).toEqual(packs);
  });

  it.each<[string, string, string]>([
    ['strain-files', '', 'strain-files'],
    ['event-versions', '', 'event-versions'],
    ['event-versions', 'lastver', 'event-versions'],
    ['event-versions', 'include-default-parameters', 'event-versions-parameters'],
    ['event-versions', 'include-default-parameters&lastver', 'event-versions-parameters'],
    ['event-versions', 'include-default-parameters=0', 'event-versions'],
    ['default-parameters', '', 'default-parameters'],
  ])('%s?%s comes from the set %s', async (listing, text, set) => {
    const { body } = await page(3, [1, 2], queryOf(listing, text));
    expect(body).toBe(bodyOf(set, [1, 2]));
  });

  it('below a parent, the lines are those of the collection', async () => {
    const nested = (text: string) => queryOf(sampleListing('boxes/{}/things'), text, ['a']);
    expect((await page(3, [0, 2], nested(''))).body).toBe(bodyOf('things', [0, 2]));
    expect((await page(3, [0, 2], nested('full'))).body).toBe(bodyOf('things-full', [0, 2]));
  });

  it('asks for the lines of a page, and takes a cut pack that has only these', async () => {
    const { names } = setsOf(2000);
    const cut = async (name: string, held: Uint32Array = new Uint32Array()): Promise<Pack> => {
      const lines = Array.from(held, (number) => `"strain-files/${1000 * Number(name.at(-1)) + number}"`);
      return { ...openPack(packBytes(lines), { baseUrl: '', recordEnding: '' }), isPartial: true };
    };
    const body = await compose(bare, selectionOf([3, 7, 1500, 1999]), {
      packs: names,
      readPack: cut,
    });
    expect(new TextDecoder().decode(body)).toBe(bodyOf('strain-files', [3, 7, 1500, 1999]));
    expect(new TextDecoder().decode(await composeLine('strain-files', 1500, { packs: names, readPack: cut }))).toBe(
      '"strain-files/1500"',
    );
  });

  it.each<[number[], string[]]>([
    [[0, 2], ['strain-files-0']],
    [
      [2, 3, 4],
      ['strain-files-0', 'strain-files-1', 'strain-files-2'],
    ],
    [[3], ['strain-files-1']],
    [[4, 8], ['strain-files-2']],
  ])('finds the lines %j in packs of three lines, one and five', async (positions, wanted) => {
    const packs = { 'strain-files': { names: [0, 1, 2].map((n) => `strain-files-${n}`), starts: [0, 3, 4] } };
    const reads: string[] = [];
    const readPack = async (name: string) => {
      reads.push(name);
      const [start, end] = [
        [0, 3],
        [3, 4],
        [4, 9],
      ][Number(name.at(-1))] as [number, number];
      return openPack(packBytes(range(start, end).map((n) => `"strain-files/${n}"`)), {
        baseUrl: '',
        recordEnding: '',
      });
    };
    const body = await compose(bare, selectionOf(positions), { packs, readPack });
    expect(new TextDecoder().decode(body)).toBe(bodyOf('strain-files', positions));
    expect(reads).toEqual(wanted);
    expect(packsOfPage(bare, Uint32Array.from(positions), packs)).toEqual(wanted);
    const last = positions.at(-1) as number;
    expect(packOfRecord(bare.listing.collection, last, { 'strain-file-details': packs['strain-files'] })).toBe(
      wanted.at(-1),
    );
  });

  it('keeps the order of packs, whichever is read first', async () => {
    const { names, readPack } = setsOf(2000);
    const slowFirst = async (name: string) => {
      if (name.endsWith('-0')) await new Promise((resolve) => setTimeout(resolve, 20));
      return readPack(name);
    };
    const body = await compose(bare, selectionOf([0, 1500]), { packs: names, readPack: slowFirst });
    expect(new TextDecoder().decode(body)).toBe(bodyOf('strain-files', [0, 1500]));
  });

  it('reads all packs of a page concurrently', async () => {
    const { names, readPack } = setsOf(2000);
    let waiting = 0;
    let release = () => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const body = compose(bare, selectionOf([0, 1500]), {
      packs: names,
      readPack: async (name) => {
        if (++waiting === 2) release();
        await both;
        return readPack(name);
      },
    });
    expect(await body).toBeInstanceOf(Uint8Array);
  });

  it('a pack that is missing in the release, or one with too few lines, is a missing line', async () => {
    const { names, readPack } = setsOf(1500);
    const composed = (...positions: number[]) => compose(bare, selectionOf(positions), { packs: names, readPack });
    await expect(compose(bare, selectionOf([0]), { packs: {}, readPack })).rejects.toThrow(
      new SiteDamagedError('there are no packs of strain-files'),
    );
    await expect(composed(2000)).rejects.toThrow(new SiteDamagedError('strain-files-1 has too few lines'));
    await expect(composed(1500)).rejects.toThrow(new SiteDamagedError('strain-files-1 has too few lines'));
    await expect(composed(3, 1499)).resolves.toBeInstanceOf(Uint8Array);
    await expect(composed(1499, 1500)).rejects.toMatchObject({ name: 'SiteDamagedError' });
  });

  it('a line before the first is a missing line', async () => {
    const { names, readPack } = setsOf(5);
    await expect(composeLine('strain-files', -1, { packs: names, readPack })).rejects.toThrow(SiteDamagedError);
    await expect(composeLine('strain-files', 0, { packs: names, readPack })).resolves.toBeInstanceOf(Uint8Array);
  });

  it('rejects with the error of the reader', async () => {
    const { names } = setsOf(5);
    const failure = new Error('no disk');
    const composing = compose(bare, selectionOf([0]), {
      packs: names,
      readPack: () => Promise.reject(failure),
    });
    await expect(composing).rejects.toBe(failure);
  });
});

describe('memory for a page', () => {
  it('is allocated once, with exactly the number of bytes written', async () => {
    const { names, readPack } = setsOf(5);
    const asked: number[] = [];
    const allocate = (size: number) => {
      asked.push(size);
      return new Uint8Array(size).fill(0x5f);
    };
    for (const positions of [[], [1], [0, 2, 4]]) {
      const selection = selectionOf(positions);
      const body = await compose(bare, selection, { packs: names, readPack }, allocate);
      expect(new TextDecoder().decode(body)).toBe(bodyOf('strain-files', positions));
      expect(asked.pop()).toBe(body.length);
    }
    expect(asked).toEqual([]);
  });
});

describe('entries that are intervals', () => {
  const listing = sampleListing('boxes/{}/openings');
  const index = openIndex(listing.collection, {
    kind: 'columns',
    count: 3,
    columns: { start: numbers([-5, 10, 20]), stop: numbers([5, 15, 25]) },
  });
  const noPacks = () => Promise.reject(new Error('no pack is needed'));

  it.each([
    ['', '{"start":-5,"stop":5},{"start":10,"stop":15},{"start":20,"stop":25}'],
    ['start=-1', '{"start":-1,"stop":5},{"start":10,"stop":15},{"start":20,"stop":25}'],
    ['stop=21', '{"start":-5,"stop":5},{"start":10,"stop":15},{"start":20,"stop":21}'],
    ['start=12&stop=13', '{"start":12,"stop":13}'],
    ['start=1&stop=22&pagesize=1&page=3', '{"start":20,"stop":22}'],
    ['start=6&stop=9', ''],
    ['start=3&stop=3', ''],
  ])('%j: start and stop in this order, clipped, without a pack', async (text, entries) => {
    const query = queryOf(listing, text, ['a']);
    const selection = cutPage(selectAll(index, query, []), query);
    const body = await composePage({ query, selection, source: { index, packs: {}, readPack: noPacks } }, LINKS);
    expect(new TextDecoder().decode(body).replace(/^.*"results":/, '')).toBe(`[${entries}]}`);
    expect(packsOfPage(query, selection.positions, {})).toEqual([]);
  });
});

describe('composeEntries', () => {
  const entriesAt = async (positions: readonly number[]): Promise<string> => {
    const { names, readPack } = setsOf(1500);
    const { collection } = bare.listing;
    return new TextDecoder().decode(
      await composeEntries(collection, Uint32Array.from(positions), { index: NO_INDEX, packs: names, readPack }),
    );
  };

  it.each([[], [7], [0, 1, 2], [3, 999, 1000, 1499]].map((positions) => ({ positions })))(
    '$positions: the lines as an array',
    async ({ positions }) => {
      expect(await entriesAt(positions)).toBe(JSON.stringify(positions.map((position) => `strain-files/${position}`)));
    },
  );

  it('a pack that is missing is a missing line', async () => {
    await expect(entriesAt([2000])).rejects.toThrow(SiteDamagedError);
    const { readPack } = setsOf(1);
    await expect(
      composeEntries(bare.listing.collection, Uint32Array.of(0), { index: NO_INDEX, packs: {}, readPack }),
    ).rejects.toThrow(new SiteDamagedError('there are no packs of strain-files'));
  });

  it('intervals come from the index, without a pack', async () => {
    const { collection } = sampleListing('boxes/{}/openings');
    const columns = { start: numbers([-5, 10, 20]), stop: numbers([5, 15, 25]) };
    const index = openIndex(collection, { kind: 'columns', count: 3, columns });
    const noPacks = () => Promise.reject(new Error('no pack is needed'));
    const body = await composeEntries(collection, index.select([]), { index, packs: {}, readPack: noPacks });
    expect(new TextDecoder().decode(body)).toBe(
      '[{"start":-5,"stop":5},{"start":10,"stop":15},{"start":20,"stop":25}]',
    );
  });
});

describe('composeRecord', () => {
  const collection = (name: string) => sampleCollections().find((one) => one.name === name) ?? collectionOf(name);

  it.each<[string, number, string, string]>([
    ['strain-files', 0, '"strain-file-details/0"', 'strain-file-details-0'],
    ['strain-files', 999, '"strain-file-details/999"', 'strain-file-details-0'],
    ['strain-files', 1000, '"strain-file-details/1000"', 'strain-file-details-1'],
    ['event-versions', 1001, '"event-version-details/1001"', 'event-version-details-20'],
    // A record that is the same as its entry.
    ['boxes', 1001, '"boxes/1001"', 'boxes-1'],
    ['things', 0, '"thing-details/0"', 'thing-details-0'],
  ])('%s at %d', async (name, position, out, pack) => {
    const { names, readPack, reads } = setsOf(1500);
    const body = await composeRecord(collection(name), position, { packs: names, readPack });
    expect(new TextDecoder().decode(body)).toBe(out);
    expect(reads).toEqual([pack]);
    expect(packOfRecord(collection(name), position, names)).toBe(pack);
  });

  it('a pack that is not listed does not exist, nor one of a collection without records', () => {
    expect(packOfRecord(collection('openings'), 0, setsOf(1500).names)).toBeNull();
    expect(packOfRecord(collection('things'), 0, {})).toBeNull();
  });

  it('is a missing line if its pack is too short or missing', async () => {
    const { names, readPack } = setsOf(3);
    const files = collection('strain-files');
    await expect(composeRecord(files, 3, { packs: names, readPack })).rejects.toThrow(SiteDamagedError);
    await expect(composeRecord(files, 0, { packs: {}, readPack })).rejects.toThrow(
      new SiteDamagedError('there are no packs of strain-file-details'),
    );
  });
});

describe('envelopeHead', () => {
  const head = (text: string, count: number, pageCount: number, links: LinkForm) =>
    envelopeHead(
      queryOf('strain-files', text),
      { count, pageCount, positions: new Uint32Array() },
      { baseUrl: 'https://x.test/gw', pageLink: (query) => PAGE_LINKS[links](query, 'api') },
    );
  const LINKS: { readonly [form in LinkForm]: (page: number) => string } = {
    query: (page) => `https://x.test/gw/api/v2/strain-files?detector=H1&format=api&page=${page}&pagesize=2`,
    path: (page) => `https://x.test/gw/api/v2/strain-files/_.detector-H1/2/${page}.json?format=api&page=${page}`,
  };

  describe.each(LINK_FORMS)('links as a %s', (form) => {
    it.each([
      ['the first page', 'detector=H1&pagesize=2', 5, 3, 2, null, 1],
      ['a page between', 'detector=H1&pagesize=2&page=2', 5, 3, 3, 1, 2],
      ['the last page', 'detector=H1&pagesize=2&page=3', 5, 3, null, 2, 3],
      ['the only page', 'detector=H1&pagesize=2', 2, 1, null, null, 1],
      ['page 1 of an empty result', 'detector=H1&pagesize=2', 0, 0, null, null, 1],
    ])('%s', (_, text, count, pageCount, next, previous, page) => {
      const expected = {
        next: next && LINKS[form](next),
        previous: previous && LINKS[form](previous),
        results_count: count,
        results_per_page: 2,
        num_pages: pageCount,
        page_number: page,
      };
      expect(JSON.stringify(head(text, count, pageCount, form))).toBe(JSON.stringify(expected));
    });
  });

  it('keeps the path of a nested listing, with the ids of its parents', () => {
    const query = queryOf(sampleListing('boxes/{}/lids/{}/things'), 'new&page=2&pagesize=2', ['a@b', 'c']);
    const selection = { count: 5, pageCount: 3, positions: new Uint32Array() };
    const base = 'https://x.test/gw/api/v2/boxes/a@b/lids/c/things';
    const links = (form: LinkForm) => {
      const { next, previous } = envelopeHead(query, selection, {
        baseUrl: 'https://x.test/gw',
        pageLink: (query) => PAGE_LINKS[form](query, 'api'),
      });
      return [next, previous];
    };
    expect(links('query')).toEqual([3, 1].map((page) => `${base}?format=api&new=true&page=${page}&pagesize=2`));
    expect(links('path')).toEqual([3, 1].map((page) => `${base}/_.new/2/${page}.json?format=api&page=${page}`));
  });
});
