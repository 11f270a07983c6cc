/**
 * The requests of the official Python client (gwosc 0.8) to API v2, as its functions create them: paths, parameters in the order
 * sent, headers, and how it walks a listing. Written from the client's observed behaviour, so that sites can be tested without
 * Python packages.
 */

import { gunzipSync } from 'node:zlib';
import { ask } from '../support/server.ts';
import { type Entry, member, numberIn, type PyNumber, type PyValue, queryOf, raise, toInt } from './python.ts';

/** Sends a request for one URL, like `ask` in the other tests. */
export type Send = typeof ask;

/** The client identifies itself; its HTTP library (requests) adds the other headers. No format is requested. */
const HEADERS = { 'user-agent': 'python-gwosc/0.8.0', accept: '*/*', 'accept-encoding': 'gzip, deflate' };

/** Statuses after which the client waits (`Retry-After`, otherwise 1 s) and retries, up to ten times. */
const TRANSIENT = new Set([307, 408, 413, 429, 500, 501, 502, 503, 504]);

export interface At {
  /** Base URL that overrides `GWOSC_SERVER_URL`. */
  readonly host?: string | undefined;
  readonly pagesize?: bigint | undefined;
}

export interface EventId extends At {
  readonly catalog?: string | undefined;
  readonly version?: bigint | undefined;
}

export interface StrainQuery extends At {
  readonly detector?: string | undefined;
  /** Hz. */
  readonly sampleRate?: bigint | undefined;
}

/** The API takes kHz; any other rate is sent unchanged. */
const rateKHz = (hertz: bigint | undefined): bigint | undefined =>
  hertz === 4096n ? 4n : hertz === 16384n ? 16n : hertz;

/** `catalog` is only used without a version, and neither is used if the event's name contains its version. */
function eventId(event: string, { catalog, version }: EventId): string {
  if (event.includes('-v')) return event;
  if (version !== undefined) return `${event}-v${version}`;
  return catalog === undefined ? event : `${event}@${catalog}`;
}

export class GwoscApi {
  /** Value of `GWOSC_SERVER_URL`: paths are appended unchanged, so it must not end with a slash. */
  readonly serverUrl: string;
  /** Every URL that was sent, in order. */
  readonly requests: string[] = [];
  readonly #send: Send;
  /** The client caches each response until the process ends. */
  readonly #answers = new Map<string, Entry>();

  constructor(serverUrl: string, send: Send = ask) {
    this.serverUrl = serverUrl;
    this.#send = send;
  }

  async #fetch(url: string): Promise<Entry> {
    const known = this.#answers.get(url);
    if (known) return known;
    this.requests.push(url);
    const { status = 0, headers, body } = await this.#send(url, 'GET', HEADERS);
    if (TRANSIENT.has(status)) throw new Error(`${status}: the client would ask again for ${url}`);
    if (status >= 400) raise('HTTPError', `${status} for ${url}`);
    if (status !== 200) throw new Error(`${status} for ${url}`);
    const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const answer = JSON.parse(bytes.toString()) as Entry;
    this.#answers.set(url, answer);
    return answer;
  }

  /** Results page by page; the next page is only requested when the caller has consumed the previous one. */
  async *#walk(url: string): AsyncGenerator<unknown> {
    let page = await this.#fetch(url);
    numberIn(page, 'num_pages');
    for (;;) {
      yield* member(page, 'results') as unknown[];
      const next = member(page, 'next');
      if (next === null) return;
      page = await this.#fetch(String(next));
    }
  }

  #url(path: string, { host }: At, query: Readonly<Record<string, PyValue | undefined>> = {}): string {
    return `${host ?? this.serverUrl}/api/v2/${path}${queryOf(query)}`;
  }

  #listing(path: string, at: At, query: Readonly<Record<string, PyValue | undefined>> = {}): AsyncGenerator<Entry> {
    return this.#walk(this.#url(path, at, { ...query, pagesize: at.pagesize })) as AsyncGenerator<Entry>;
  }

  runs(at: At): AsyncGenerator<Entry> {
    return this.#listing('runs', at);
  }

  catalogs(at: At): AsyncGenerator<Entry> {
    return this.#listing('catalogs', at);
  }

  /** Any refusal is treated as an unknown run. */
  async run(name: string, at: At): Promise<Entry> {
    return this.#fetch(this.#url(`runs/${name}`, at)).catch((error: Error) =>
      error.name === 'HTTPError' ? raise('ValueError', `no run ${name}`) : Promise.reject(error),
    );
  }

  eventVersion(event: string, id: EventId): Promise<Entry> {
    return this.#fetch(this.#url(`event-versions/${eventId(event, id)}`, id));
  }

  /** `select` are parameters in wire form, sent after the others. */
  eventVersions({ segment, catalogs, select, ...at }: EventVersionsQuery): AsyncGenerator<Entry> {
    const release = typeof catalogs === 'string' ? catalogs : catalogs?.join(',');
    return this.#listing('event-versions', at, {
      'min-gps-time': segment?.[0],
      'max-gps-time': segment?.[1],
      release: release === '' ? undefined : release,
      ...select,
    });
  }

  eventStrainFiles(event: string, query: EventStrainQuery): AsyncGenerator<Entry> {
    return this.#listing(`event-versions/${eventId(event, query)}/strain-files`, query, {
      detector: query.detector,
      'sample-rate': rateKHz(query.sampleRate),
      'file-format': query.format === 'hdf5' ? 'hdf' : query.format,
      duration: query.duration,
    });
  }

  /** Without a run (null), files of all runs. For a dataset's name, such as O2_4KHZ_R1, only the run is used. */
  runStrainFiles(run: string | null, query: RunStrainQuery): AsyncGenerator<Entry> {
    const name = run?.includes('KHZ_R1') ? run.split('_')[0] : run;
    return this.#listing(name === null ? 'strain-files' : `runs/${name}/strain-files`, query, {
      detector: query.detector,
      start: toInt(query.start),
      stop: toInt(query.end),
      'sample-rate': rateKHz(query.sampleRate),
    });
  }

  /** Times are sent unchanged, including decimals. */
  segments(flag: string, start: PyNumber, stop: PyNumber, at: At): AsyncGenerator<Entry> {
    return this.#listing(`timelines/${flag}/segments`, at, { start, stop });
  }

  async allowedParameters({ host }: At): Promise<unknown[]> {
    const names: unknown[] = [];
    for await (const name of this.#walk(this.#url('default-parameters', { host }))) names.push(name);
    return names;
  }
}

export interface EventVersionsQuery extends At {
  readonly segment?: readonly [PyNumber, PyNumber] | undefined;
  readonly catalogs?: string | readonly string[] | undefined;
  readonly select?: Readonly<Record<string, PyValue>> | undefined;
}

export interface EventStrainQuery extends StrainQuery, EventId {
  readonly format: string;
  /** Seconds. */
  readonly duration?: bigint | undefined;
}

export interface RunStrainQuery extends StrainQuery {
  readonly start: PyNumber;
  readonly end: PyNumber;
}
