/**
 * Reads a whole service: first listings, then content that is only in records and in the listings below them. In: a service, the kinds.
 * Out: its unprocessed content, and warnings about missing listings and records. The order is fixed, so the result is always the same.
 */

import { isMapping } from '../../catalogue/files/mapping.ts';
import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { ListingPath } from '../../core/collections/registry.ts';
import { recordPath } from '../../core/contract/paths.ts';
import { showCount } from '../../report/count.ts';
import type { ImportKind } from '../kinds/kind-names.ts';
import { mapConcurrently } from './concurrent.ts';
import { versionsToRead } from './event-facts.ts';
import { HarvestError } from './harvest-error.ts';
import { addRequiredKinds } from './kinds.ts';
import { type Found, type OnProgress, pathOf, type Service } from './service.ts';
import { type Entry, idOf, type NestedListing, nameOf, type ServiceContent, unusableId } from './service-content.ts';
import { NO_ACTION, serviceWarning } from './service-problems.ts';

/** Maximum requests in progress; the client also limits their rate. */
const AT_ONCE = 4;

export async function readService(
  service: Service,
  kinds: readonly ImportKind[],
  onProgress: OnProgress = () => {},
): Promise<ServiceContent> {
  await service.noteRelease();
  const wanted = addRequiredKinds(kinds);
  const reader = new Reader(service, onProgress);
  const { found } = reader;
  const runs = await reader.entries('runs');
  if (runs === null)
    throw new HarvestError('this service has no listing of runs. Give the part of the URL before /api/v2/');
  found.runs = runs;
  if (wanted.has('catalogs')) found.catalogs = await reader.needed('catalogs');
  if (wanted.has('event-versions')) await reader.readVersions(wanted.has('catalogs'));
  if (wanted.has('events')) {
    await reader.readEvents();
    await reader.readVersionRecords(versionsToRead(found));
  }
  if (wanted.has('parameter-sets')) found.parameterSets = await reader.ofVersions('event-versions/{}/parameters');
  if (wanted.has('event-strain-files')) found.eventFiles = await reader.ofVersions('event-versions/{}/strain-files');
  if (wanted.has('strain-files') || wanted.has('dataset-bits')) await reader.readDatasets(wanted.has('strain-files'));
  if (wanted.has('segments')) await reader.readTimelines();
  if (wanted.has('strain-statistics')) await reader.readFileRecords();
  reader.warnOfMissing();
  return found;
}

class Reader {
  readonly #service: Service;
  readonly #onProgress: OnProgress;
  /** Paths that do not exist, by their listing or kind of record. */
  readonly #missing = new Map<string, string[]>();
  readonly found: ServiceContent = {
    runs: [],
    catalogs: [],
    cumulative: new Map(),
    parameterNames: [],
    eventVersions: [],
    events: [],
    eventRecords: new Map(),
    versionRecords: new Map(),
    parameterSets: [],
    eventFiles: [],
    datasets: [],
    timelines: [],
    fileRecords: [],
    warnings: [],
  };

  constructor(service: Service, onProgress: OnProgress) {
    this.#service = service;
    this.#onProgress = onProgress;
  }

  /** The entries of a listing that are objects; null if the listing does not exist. */
  async entries(place: ListingPath, ids: readonly string[] = [], shown?: string): Promise<Entry[] | null> {
    const found = await this.#service.listing(place, ids, shown);
    return found?.filter((one): one is Entry => this.#isEntry(one)) ?? null;
  }

  /** Like `entries`; a missing listing is empty, with a warning. */
  async needed(place: ListingPath, ids: readonly string[] = [], shown?: string): Promise<Entry[]> {
    const entries = await this.entries(place, ids, shown);
    if (entries === null) this.#noteMissing(place, pathOf(place, ids));
    return entries ?? [];
  }

  async readVersions(withMembers: boolean): Promise<void> {
    const { found } = this;
    found.parameterNames = (await this.#service.listing('default-parameters')) ?? [];
    found.eventVersions = await this.needed('event-versions', [], WITH_PARAMETERS);
    if (!withMembers) return;
    const own = new Set(found.eventVersions.map(({ value }) => value.catalog));
    const others = found.catalogs.map(nameOf).filter((name) => !own.has(name));
    const read = await this.#each('reading catalogs', others, async (name) => {
      return [name, await this.needed('catalogs/{}/events', [name])] as const;
    });
    found.cumulative = new Map(read);
  }

  async readEvents(): Promise<void> {
    const { found } = this;
    found.events = await this.needed('events');
    const records = await this.#each('reading events', found.events, (entry) => this.#record('events', idOf(entry)));
    found.eventRecords = new Map(found.events.flatMap((event, n) => (records[n] ? [[nameOf(event), records[n]]] : [])));
  }

  /** Records of these event versions. */
  async readVersionRecords(ids: readonly string[]): Promise<void> {
    const records = await this.#each('reading event versions', ids, (id) => this.#record('event-versions', id));
    this.found.versionRecords = new Map(ids.flatMap((id, n) => (records[n] ? [[id, records[n]]] : [])));
  }

  async ofVersions(place: 'event-versions/{}/parameters' | 'event-versions/{}/strain-files'): Promise<NestedListing[]> {
    const step = place.endsWith('parameters') ? 'reading parameter sets' : 'reading event strain files';
    return this.#each(step, this.found.eventVersions, async (entry) => {
      return { entry, inner: await this.needed(place, [idOf(entry)]) };
    });
  }

  async readDatasets(withFiles: boolean): Promise<void> {
    const below = await this.#ofRuns('runs/{}/datasets');
    const unique = [...new Map(below.map((one) => [nameOf(one.entry), one])).values()];
    this.found.datasets = await this.#each('reading strain files', unique, async ({ run, entry }) => {
      const inner = withFiles ? await this.needed('datasets/{}/strain-files', [nameOf(entry)]) : [];
      return { run, entry, inner };
    });
  }

  async readTimelines(): Promise<void> {
    const flags = await this.#ofRuns('runs/{}/timelines');
    this.found.timelines = await this.#each('reading segments', flags, async ({ run, entry }) => {
      return { run, entry, inner: await this.needed('runs/{}/timelines/{}/segments', [run, nameOf(entry)]) };
    });
  }

  async readFileRecords(): Promise<void> {
    const files = this.found.datasets.flatMap(({ inner }) => inner);
    const records = await this.#each('reading records of strain files', files, (file) =>
      this.#record('strain-files', idOf(file)),
    );
    this.found.fileRecords = records.filter((record) => record !== null);
  }

  /** The entries of a listing below each run. */
  async #ofRuns(place: 'runs/{}/datasets' | 'runs/{}/timelines'): Promise<{ run: string; entry: Entry }[]> {
    const all = await this.#each('reading runs', this.found.runs.map(nameOf), async (run) => {
      return (await this.needed(place, [run])).map((entry) => ({ run, entry }));
    });
    return all.flat();
  }

  async #record(collection: string, id: string): Promise<Entry | null> {
    const found = await this.#service.record(collection, id);
    if (found === null) this.#noteMissing(`${collection}/{}`, recordPath(collection, encodeURIComponent(id)));
    return found as Entry | null;
  }

  #each<Item, Result>(step: string, items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]> {
    return mapConcurrently(items, AT_ONCE, read, (done, total) => this.#onProgress(step, done, total));
  }

  #isEntry(found: Found): boolean {
    const what = isMapping(found.value) ? unusableId(found as Entry) : 'it is not an object';
    if (what === null) return true;
    this.found.warnings.push(serviceWarning(found, '', what, 'exclude the kind with --only'));
    return false;
  }

  /** Warns of each missing listing or kind of record, at the place of the first. */
  warnOfMissing(): void {
    for (const [place, paths] of this.#missing) {
      const where = { url: this.#service.urlOf(paths[0] as string), pointer: '', value: null };
      const message = `the service does not have ${place}${paths.length === 1 ? '' : `, requested ${showCount(paths.length)} times`}`;
      this.found.warnings.push(serviceWarning(where, '', `${message} (404)`, NO_ACTION));
    }
  }

  #noteMissing(place: string, path: string): void {
    this.#missing.set(place, [...(this.#missing.get(place) ?? []), path]);
  }
}
