/**
 * The public functions of the official Python client (gwosc 0.8), replayed: the requests that each makes, the members that it reads
 * (missing ones are errors, as in Python), and its results. Names are the client's in camel case; keyword arguments are one object. `host`
 * is passed on exactly where the client passes it on.
 */

import type { At, EventId, GwoscApi, StrainQuery } from './gwosc-api.ts';
import { add, type Entry, numberIn, type PyNumber, raise, textIn, textsIn, toInt } from './python.ts';

type Segment = readonly [start: PyNumber, stop: PyNumber];

const overlap = (a: Segment, b: Segment): boolean => Number(a[1]) > Number(b[0]) && Number(a[0]) < Number(b[1]);

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export interface DatasetQuery extends At {
  readonly type?: string | undefined;
  readonly detector?: string | undefined;
  readonly segment?: Segment | undefined;
  /** Regular expression that must match somewhere in a name. */
  readonly match?: string | undefined;
  readonly catalog?: string | readonly string[] | undefined;
  readonly version?: bigint | undefined;
}

async function* runNames(api: GwoscApi, { detector, segment, ...at }: DatasetQuery): AsyncGenerator<string> {
  for await (const run of api.runs(at)) {
    if (detector !== undefined && !textsIn(run, 'detectors').includes(detector)) continue;
    if (segment && !overlap([numberIn(run, 'gps_start'), numberIn(run, 'gps_end')], segment)) continue;
    yield textIn(run, 'name');
  }
}

async function* catalogNames(api: GwoscApi, at: At): AsyncGenerator<string> {
  for await (const catalog of api.catalogs(at)) yield textIn(catalog, 'name');
}

/** Confident catalogs are tried first, marginal and preliminary ones last. */
function rank(catalog: string): number {
  const name = catalog.toLowerCase();
  if (name.includes('confident')) return 1;
  return name.includes('marginal') || name.includes('preliminary') ? 10 : 5;
}

/**
 * Short names, sorted by distance from the segment's start. The requested interval ends 4096 s after the segment, to find events whose
 * files reach into the segment.
 */
async function* eventNames(api: GwoscApi, query: DatasetQuery): AsyncGenerator<string> {
  const { segment, catalog, version, detector, host, pagesize } = query;
  const wide: Segment | undefined = segment && [segment[0], add(segment[1], 4096n)];
  const found = await collect(api.eventVersions({ segment: wide, catalogs: catalog, host, pagesize }));
  const distance = (event: Entry) => {
    const gps = numberIn(event, 'gps');
    return segment ? Math.trunc(Math.abs(Number(segment[0]) - gps)) : 0;
  };
  const keyed = found
    .filter((event) => version === undefined || numberIn(event, 'version') === Number(version))
    .filter((event) => detector === undefined || textsIn(event, 'detectors').includes(detector))
    .map((event) => ({
      name: textIn(event, 'shortName'),
      key: [distance(event), rank(textIn(event, 'catalog')), -numberIn(event, 'version')] as const,
    }));
  keyed.sort(({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  for (const { name } of keyed) yield name;
}

async function* datasetNames(api: GwoscApi, query: DatasetQuery): AsyncGenerator<string> {
  const type = (query.type ?? 'None').replace(/s+$/, '').toLowerCase();
  const pattern = new RegExp(query.match ?? '');
  const { host, pagesize } = query;
  const sources: [string, () => AsyncGenerator<string>][] = [
    ['run', () => runNames(api, query)],
    ['catalog', () => catalogNames(api, { host, pagesize })],
    ['event', () => eventNames(api, query)],
  ];
  for (const [name, names] of sources) {
    if (type !== 'none' && type !== name) continue;
    for await (const found of names()) if (pattern.test(found)) yield found;
  }
}

/** True if the files, assumed to be contiguous, extend beyond the segment. Times are parsed from `A-B-<start>-<duration>.<ext>`. */
function reachOver(urls: readonly string[], [start, stop]: Segment): boolean {
  if (urls.length === 0) return false;
  const extents = urls.map((url) => {
    const parts = url.slice(url.lastIndexOf('/') + 1).split('-');
    if (parts.length !== 4) raise('ValueError', `no GPS segment in the file name of ${url}`);
    const [first, length] = [Number(parts[2]), Number(parts[3]?.split('.')[0])];
    if (!Number.isInteger(first + length)) raise('ValueError', `no GPS segment in the file name of ${url}`);
    return [first, first + length] as const;
  });
  const [from, to] = [Math.min(...extents.map(([a]) => a)), Math.max(...extents.map(([, b]) => b))];
  return from <= Number(start) && to >= Number(stop);
}

/** Two forms: `name >= number`, and `number <= name <= number`. */
function comparisonsIn(text: string): { name: string; bound: 'min' | 'max'; value: string }[] {
  const [NAME, OPERATOR, NUMBER] = ['([A-Za-z0-9_-]+)', '(>=|=>|<=|=<)', '([-+.0-9eE]+)'];
  const matched = (...parts: string[]) => new RegExp(`^\\s*${parts.join('\\s*')}\\s*$`).exec(text)?.slice(1);
  const bound = (operator: string, side: 'left' | 'right') =>
    operator.includes('>') === (side === 'left') ? ('min' as const) : ('max' as const);
  const one = matched(NAME, OPERATOR, NUMBER);
  if (one) {
    const [name = '', operator = '', value = ''] = one;
    return [{ name, bound: bound(operator, 'left'), value }];
  }
  const [first = '', before = '', name = '', after = '', second = ''] =
    matched(NUMBER, OPERATOR, NAME, OPERATOR, NUMBER) ?? raise('ValueError', `cannot read ${text}`);
  return [
    { name, bound: bound(before, 'right'), value: first },
    { name, bound: bound(after, 'left'), value: second },
  ];
}

interface UrlQuery extends StrainQuery {
  /** `hdf5`, `gwf` or `txt`. */
  readonly format?: string | undefined;
}

interface EventUrlQuery extends UrlQuery, EventId {
  readonly start?: PyNumber | undefined;
  readonly end?: PyNumber | undefined;
  readonly duration?: bigint | undefined;
}

/** Functions that accept `host` but use the server in `GWOSC_SERVER_URL`. */
export const IGNORE_HOST: readonly string[] = ['event_at_gps', 'run_segment'];

export const createClient = (api: GwoscApi) => ({
  async findDatasets(query: DatasetQuery = {}): Promise<string[]> {
    return (await collect(datasetNames(api, query))).sort();
  },

  async eventGps(event: string, id: EventId = {}): Promise<number> {
    return numberIn(await api.eventVersion(event, id), 'gps');
  },

  async eventDetectors(event: string, id: EventId = {}): Promise<Set<string>> {
    return new Set(textsIn(await api.eventVersion(event, id), 'detectors'));
  },

  /** `version` and `catalog` are accepted but ignored. */
  async eventSegment(event: string, { detector, host, pagesize }: EventId & StrainQuery = {}): Promise<number[]> {
    const files = await collect(api.eventStrainFiles(event, { detector, format: 'hdf5', host, pagesize }));
    if (files.length === 0) raise('ValueError', 'not enough values to unpack');
    const starts = files.map((file) => numberIn(file, 'gps_start'));
    const stops = files.map((file) => numberIn(file, 'gps_start') + numberIn(file, 'duration'));
    return [Math.min(...starts), Math.max(...stops)];
  },

  async eventAtGps(gps: PyNumber, { tol = 1n, pagesize }: At & { tol?: PyNumber } = {}): Promise<string> {
    const segment: Segment = [add(gps, -tol), add(gps, tol)];
    const [first] = await collect(api.eventVersions({ segment, pagesize }));
    return first ? textIn(first, 'name') : raise('ValueError', `no event within ${tol} s of ${gps}`);
  },

  async runSegment(run: string, _: At = {}): Promise<number[]> {
    const record = await api.run(run, {});
    return [numberIn(record, 'gps_start'), numberIn(record, 'gps_end')];
  },

  async runAtGps(gps: PyNumber, at: At = {}): Promise<string> {
    for await (const run of api.runs(at)) {
      const [start, stop] = [numberIn(run, 'gps_start'), numberIn(run, 'gps_end')];
      if (start <= Number(gps) && Number(gps) < stop) return textIn(run, 'name');
    }
    return raise('ValueError', `no run at ${gps}`);
  },

  async datasetType(dataset: string, at: At = {}): Promise<string> {
    for (const type of ['run', 'catalog', 'event']) {
      if ((await this.findDatasets({ ...at, type })).includes(dataset)) return type;
    }
    return raise('ValueError', `no dataset ${dataset}`);
  },

  /** If a parameter has two bounds of the same kind, the last one counts. */
  async queryEvents(select: readonly string[], at: At = {}): Promise<string[]> {
    const bounds: Record<string, string> = {};
    for (const text of select) {
      for (const { name, bound, value } of comparisonsIn(text)) {
        if (!(await api.allowedParameters(at)).includes(name)) raise('ValueError', `no parameter ${name}`);
        bounds[`${bound}-${name}`] = value;
      }
    }
    return (await collect(api.eventVersions({ select: bounds, ...at }))).map((event) => textIn(event, 'shortName'));
  },

  async getRunUrls(
    run: string | null,
    detector: string | undefined,
    start: PyNumber,
    end: PyNumber,
    { format = 'hdf5', sampleRate = 4096n, ...at }: Omit<UrlQuery, 'detector'> = {},
  ): Promise<string[]> {
    const files = await collect(api.runStrainFiles(run, { ...at, detector, start, end, sampleRate }));
    return files.map((file) => textIn(file, `${format}_url`));
  },

  /** An event without files of its own gets the run's files that contain its second. */
  async getEventUrls(event: string, query: EventUrlQuery = {}): Promise<string[]> {
    const { format = 'hdf5', sampleRate = 4096n, detector, start, end, host, pagesize } = query;
    const files = await collect(api.eventStrainFiles(event, { ...query, format, sampleRate }));
    if (files.length === 0) {
      const record = await api.eventVersion(event, query);
      const gps = numberIn(record, 'gps');
      const run = typeof record.run === 'string' ? record.run : null;
      return this.getRunUrls(run, detector, gps, gps, { format, sampleRate, host, pagesize });
    }
    const wanted: Segment | null =
      start === undefined && end === undefined
        ? null
        : [start ?? Number.NEGATIVE_INFINITY, end ?? Number.POSITIVE_INFINITY];
    const isWanted = (file: Entry) => {
      if (!wanted) return true;
      const first = numberIn(file, 'gps_start');
      return overlap(wanted, [first, first + numberIn(file, 'duration')]);
    };
    return files.filter(isWanted).map((file) => textIn(file, 'download_url'));
  },

  /** Files of the first event, or else the first run, that extend beyond the interval. */
  async getUrls(
    detector: string,
    start: PyNumber,
    end: PyNumber,
    { dataset, version, ...query }: UrlQuery & { dataset?: string; version?: bigint } = {},
  ): Promise<string[]> {
    const segment: Segment = [toInt(start), toInt(end)];
    const { host, pagesize } = query;
    for (const type of ['event', 'run'] as const) {
      const names = datasetNames(api, { match: dataset, type, detector, segment, version, host, pagesize });
      for await (const name of names) {
        const urls =
          type === 'run'
            ? await this.getRunUrls(name, detector, ...segment, query)
            : await this.getEventUrls(name, { ...query, detector, start: segment[0], end: segment[1], version });
        if (reachOver(urls, segment)) return urls;
      }
    }
    return raise('ValueError', `nothing of ${detector} reaches over [${start}, ${end})`);
  },

  /** Pairs of values in the order of the response, with any names. */
  async getSegments(flag: string, start: PyNumber, end: PyNumber, at: At = {}): Promise<unknown[][]> {
    return (await collect(api.segments(flag, start, end, at))).map((segment) => Object.values(segment));
  },
});

export type GwoscClient = ReturnType<typeof createClient>;
