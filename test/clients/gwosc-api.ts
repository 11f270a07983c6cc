/**
 * The requests of the official Python client (gwosc 0.8) to API v2, as its own functions build them: paths, parameters in
 * the order sent, headers, and how a listing is walked. Written from the client's observed behaviour, so that a site can be
 * tested against it where Python packages cannot be installed.
 */

import { gunzipSync } from 'node:zlib';
import { ask } from '../support/server.ts';
import { type Entry, member, numberIn, type PyNumber, type PyValue, queryOf, raise, toInt } from './python.ts';

/** Asks for one URL. `ask` of the other tests is one of these. */
export type Send = typeof ask;

/** The client names itself; the rest is what its HTTP library (requests) sends unasked. No format is asked for. */
const HEADERS = { 'user-agent': 'python-gwosc/0.8.0', accept: '*/*', 'accept-encoding': 'gzip, deflate' };

/** Statuses after which the client waits (`Retry-After`, else 1 s) and asks again, ten times in all. */
const TRANSIENT = new Set([307, 408, 413, 429, 500, 501, 502, 503, 504]);

export interface At {
  /** Base URL in place of the one in `GWOSC_SERVER_URL`. */
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

/** The API takes kHz; a rate that is not one of these two goes out as it is. */
const rateKHz = (hertz: bigint | undefined): bigint | undefined =>
  hertz === 4096n ? 4n : hertz === 16384n ? 16n : hertz;

/** `catalog` counts only without a version, and neither does where the event is named with its version. */
function eventId(event: string, { catalog, version }: EventId): string {
  if (event.includes('-v')) return event;
  if (version !== undefined) return `${event}-v${version}`;
  return catalog === undefined ? event : `${event}@${catalog}`;
}

export class GwoscApi {
  /** Value of `GWOSC_SERVER_URL`: paths are put behind it as it is, so it must not end in a slash. */
  readonly serverUrl: string;
  /** Every URL that was sent, in order. */
  readonly requests: string[] = [];
  readonly #send: Send;
  /** The client keeps each answer for as long as the process lives. */
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

  /** Results page by page; the next page is asked for only when the caller has used up the last. */
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

  /** Any refusal is taken for an unknown run. */
  async run(name: string, at: At): Promise<Entry> {
    return this.#fetch(this.#url(`runs/${name}`, at)).catch((error: Error) =>
      error.name === 'HTTPError' ? raise('ValueError', `no run ${name}`) : Promise.reject(error),
    );
  }

  eventVersion(event: string, id: EventId): Promise<Entry> {
    return this.#fetch(this.#url(`event-versions/${eventId(event, id)}`, id));
  }

  /** `select` are parameters as they are sent; they stand after the others. */
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

  /** Without a run (null), of all runs. Of a dataset's name, such as O2_4KHZ_R1, only the run is asked for. */
  runStrainFiles(run: string | null, query: RunStrainQuery): AsyncGenerator<Entry> {
    const name = run?.includes('KHZ_R1') ? run.split('_')[0] : run;
    return this.#listing(name === null ? 'strain-files' : `runs/${name}/strain-files`, query, {
      detector: query.detector,
      start: toInt(query.start),
      stop: toInt(query.end),
      'sample-rate': rateKHz(query.sampleRate),
    });
  }

  /** The times go out as they are, decimals too. */
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
  /** s. */
  readonly duration?: bigint | undefined;
}

export interface RunStrainQuery extends StrainQuery {
  readonly start: PyNumber;
  readonly end: PyNumber;
}
