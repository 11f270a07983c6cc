/**
 * The official Python client before API v2, gwosc 0.7.1 and 0.6.1, replayed: the requests of its functions, and the members that it reads
 * (missing ones are errors, as in Python). Version 0.6.1 reads every response as JSON, regardless of its status. Written from observed
 * behaviour.
 */

import { raise } from './python.ts';

type Json = Readonly<Record<string, unknown>>;
type Segment = readonly [start: number, stop: number];

export interface EventQuery {
  readonly detector?: string;
  readonly segment?: Segment;
  readonly catalog?: string;
  readonly version?: number;
}

interface FileQuery {
  readonly detector?: string;
  readonly sampleRate?: number;
  readonly format?: string;
  readonly duration?: number;
  readonly segment?: Segment;
}

/** The path that lists all datasets: its interval covers all times. */
const ALWAYS = '/archive/0/99999999999/json/';
/** Datasets that have segments but no files. */
const NO_FILES = ['tenyear', 'history', 'oldhistory'];

function member<T>(entry: Json, key: string): T {
  return key in entry ? (entry[key] as T) : raise('KeyError', key);
}
const overlap = (a: Segment, b: Segment): boolean => a[1] > b[0] && a[0] < b[1];

function extentOf(files: readonly Json[]): Segment {
  if (files.length === 0) raise('ValueError', 'no strain files');
  const starts = files.map((file) => member<number>(file, 'GPSstart'));
  const stops = files.map((file) => member<number>(file, 'GPSstart') + member<number>(file, 'duration'));
  return [Math.min(...starts), Math.max(...stops)];
}

/** The files that match, like `sieve` in the client. */
function keep(files: readonly Json[], { segment, sampleRate, ...query }: FileQuery): Json[] {
  const wanted = Object.entries({ ...query, sampling_rate: sampleRate }).filter(([, value]) => value !== undefined);
  return files.filter(
    (file) =>
      wanted.every(([key, value]) => member(file, key) === value) && (!segment || overlap(segment, extentOf([file]))),
  );
}

export class OlderGwosc {
  readonly #origin: string;
  readonly #checksStatus: boolean;
  readonly #answers = new Map<string, Json>();

  constructor(origin: string, version: string) {
    this.#origin = origin;
    this.#checksStatus = version !== '0.6.1';
  }

  async fetch(path: string): Promise<Json> {
    const known = this.#answers.get(path);
    if (known) return known;
    // As urllib does, a connection for each request: a server may close an idle one at the moment when it is used again.
    const response = await fetch(this.#origin + path, { headers: { accept: '*/*', connection: 'close' } });
    if (this.#checksStatus && !response.ok) raise('HTTPError', `${response.status} for ${path}`);
    const answer = (await response.json()) as Json;
    this.#answers.set(path, answer);
    return answer;
  }

  async #allEvents(isFull: boolean): Promise<[string, Json][]> {
    const { events } = await this.fetch(`/eventapi/${isFull ? 'jsonfull' : 'json'}/allevents/`);
    return Object.entries(events as Readonly<Record<string, Json>>);
  }

  /** The highest version of the event with this key, name, or part of the name before "_"; an exact name takes precedence. */
  async #find(event: string, { catalog, version }: EventQuery, isFull: boolean): Promise<Json> {
    const matched = (await this.#allEvents(isFull)).flatMap(([key, entry]) => {
      const name = member<string>(entry, 'commonName');
      const isMeant =
        [key, name, name.split('_')[0]].includes(event) &&
        (version === undefined || member(entry, 'version') === version) &&
        (catalog === undefined || member(entry, 'catalog.shortName') === catalog);
      return isMeant ? [{ entry, name }] : [];
    });
    const exact = matched.filter(({ name }) => name === event);
    const kept = exact.length > 0 ? exact : matched;
    const names = new Set(kept.map(({ name }) => name));
    if (names.size !== 1) raise('ValueError', `${names.size} events match ${event}`);
    const entries = kept.map(({ entry }) => entry);
    return entries.reduce((a, b) => (member<number>(b, 'version') > member<number>(a, 'version') ? b : a));
  }

  async #datasets(): Promise<[string, Json][]> {
    const runs = member<Readonly<Record<string, Json>>>(await this.fetch(ALWAYS), 'runs');
    return Object.entries(runs).filter(([name]) => !NO_FILES.includes(name));
  }

  async runs({ detector, segment }: EventQuery = {}): Promise<string[]> {
    return (await this.#datasets()).flatMap(([name, run]) => {
      const extent = [member<number>(run, 'GPSstart'), member<number>(run, 'GPSend')] as const;
      const isThere = detector === undefined || member<string[]>(run, 'detectors').includes(detector);
      return isThere && (!segment || overlap(segment, extent)) ? [name] : [];
    });
  }

  async catalogs(): Promise<string[]> {
    return Object.keys(await this.fetch('/eventapi/json/'));
  }

  /** Keys, sorted by distance from the segment, then with confident catalogs first, then by version, highest first. */
  async events({ detector, segment, catalog, version }: EventQuery = {}): Promise<string[]> {
    const isFull = detector !== undefined || segment !== undefined;
    const kept = (await this.#allEvents(isFull)).filter(([, entry]) => {
      if (version !== undefined && member(entry, 'version') !== version) return false;
      if (catalog !== undefined && member(entry, 'catalog.shortName') !== catalog) return false;
      if (!isFull) return true;
      const files = keep(member(entry, 'strain'), { ...(detector !== undefined && { detector }) });
      return files.length > 0 && (!segment || overlap(segment, extentOf(files)));
    });
    const keyOf = (entry: Json) => {
      const name = member<string>(entry, 'catalog.shortName').toLowerCase();
      const rank = name.includes('confident') ? 1 : /marginal|preliminary/.test(name) ? 10 : 5;
      const distance = segment ? Math.trunc(Math.abs(segment[0] - member<number>(entry, 'GPS'))) : 0;
      return [distance, rank, -member<number>(entry, 'version')] as const;
    };
    const keyed = kept.map(([name, entry]) => ({ name, key: keyOf(entry) }));
    keyed.sort(({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    return keyed.map(({ name }) => name);
  }

  async datasetType(name: string): Promise<string> {
    if ((await this.runs()).includes(name)) return 'run';
    if ((await this.catalogs()).includes(name)) return 'catalog';
    return (await this.events()).includes(name) ? 'event' : raise('ValueError', `no dataset ${name}`);
  }

  async eventGps(event: string, query: EventQuery = {}): Promise<number> {
    return member(await this.#find(event, query, false), 'GPS');
  }

  async eventSegment(event: string, { detector, ...query }: EventQuery = {}): Promise<Segment> {
    const files = member<Json[]>(await this.#find(event, query, true), 'strain');
    return extentOf(keep(files, { ...(detector !== undefined && { detector }) }));
  }

  async eventDetectors(event: string, query: EventQuery = {}): Promise<Set<string>> {
    const files = member<Json[]>(await this.#find(event, query, true), 'strain');
    return new Set(files.map((file) => member<string>(file, 'detector')));
  }

  async eventAtGps(gps: number, tolerance = 1): Promise<string> {
    for (const [, entry] of await this.#allEvents(false)) {
      if (Math.abs(member<number>(entry, 'GPS') - gps) <= tolerance) return member(entry, 'commonName');
    }
    return raise('ValueError', `no event at ${gps}`);
  }

  async runSegment(name: string): Promise<Segment> {
    const run = Object.fromEntries(await this.#datasets())[name] ?? raise('ValueError', `no run ${name}`);
    return [member(run, 'GPSstart'), member(run, 'GPSend')];
  }

  async runAtGps(gps: number): Promise<string> {
    for (const [name, run] of await this.#datasets()) {
      if (member<number>(run, 'GPSstart') <= gps && gps < member<number>(run, 'GPSend')) return name;
    }
    return raise('ValueError', `no run at ${gps}`);
  }

  async eventUrls(event: string, { catalog, version, ...query }: EventQuery & FileQuery = {}): Promise<string[]> {
    const only = { ...(catalog !== undefined && { catalog }), ...(version !== undefined && { version }) };
    const files = member<Json[]>(await this.#find(event, only, true), 'strain');
    return keep(files, { sampleRate: 4096, format: 'hdf5', ...query }).map((file) => member(file, 'url'));
  }

  async runUrls(run: string, detector: string, [start, stop]: Segment, query: FileQuery = {}): Promise<string[]> {
    const answer = await this.fetch(`/archive/links/${run}/${detector}/${start}/${stop}/json/`);
    const files = keep(member(answer, 'strain'), { sampleRate: 4096, format: 'hdf5', ...query });
    return files.map((file) => member(file, 'url'));
  }

  /** The files of the first event, or else of the first run, that extend beyond the segment. */
  async urls(detector: string, segment: Segment): Promise<string[]> {
    const extend = (urls: readonly string[]) => {
      const [from, to] = extentOf(
        urls.map((url) => {
          const [, start, duration] = /-(\d+)-(\d+)\.[^/]*$/.exec(url) ?? raise('ValueError', url);
          return { GPSstart: Number(start), duration: Number(duration) };
        }),
      );
      return from <= segment[0] && to >= segment[1];
    };
    for (const event of await this.events({ detector, segment })) {
      const urls = await this.eventUrls(event, { detector, segment });
      if (urls.length > 0 && extend(urls)) return urls;
    }
    for (const run of await this.runs({ detector, segment })) {
      const urls = await this.runUrls(run, detector, segment);
      if (urls.length > 0 && extend(urls)) return urls;
    }
    return raise('ValueError', `nothing of ${detector}`);
  }

  /** Segments of the dataset with the largest overlap; if several overlap equally, the first by name. */
  async segments(flag: string, [start, stop]: Segment): Promise<unknown> {
    const names = await this.runs({ detector: flag.split('_')[0] as string, segment: [start, stop] });
    const overlaps = await Promise.all(
      names.map(async (name) => {
        const [first, last] = await this.runSegment(name);
        return { name, missing: stop - start - (Math.min(stop, last) - Math.max(start, first)) };
      }),
    );
    overlaps.sort((a, b) => a.missing - b.missing || (a.name < b.name ? -1 : 1));
    const dataset = overlaps[0]?.name ?? raise('ValueError', 'no dataset');
    return member(await this.fetch(`/timeline/segments/json/${dataset}/${flag}/${start}/${stop - start}/`), 'segments');
  }
}
