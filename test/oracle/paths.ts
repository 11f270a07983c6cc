/**
 * Resolves paths: one record, a listing, or a file elsewhere. Anything else is not found.
 *
 * A nested listing is the listing of its collection over the records of one parent; its links keep the path, with the parent's
 * own id in it.
 */
import { Failure, notFound, notListed, type OracleOptions, unknownId } from './answer.ts';
import type { Catalogue, Timeline } from './catalogue.ts';
import {
  catalogEntry,
  datasetEntry,
  linkTo,
  runEntry,
  runRecord,
  strainId,
  strainRecord,
  timelineEntry,
} from './entries.ts';
import {
  defaultParameters,
  eventEntry,
  eventRecord,
  eventVersionRecord,
  parameterSetEntry,
  parameterSets,
  shortNameOf,
} from './event-entries.ts';
import {
  eventStrainFilesOf,
  eventVersions,
  type Listing,
  rangeNames,
  segments,
  strainFiles,
  unfiltered,
} from './listings.ts';
import { byNumberedAlias, createOlder, idsOfVersions, type OlderAnswer, refuseUnrecorded } from './older.ts';
import { percentDecoded } from './parameters.ts';
import type { EventRecord } from './types.ts';

export type Resource =
  | { readonly kind: 'record'; readonly record: unknown }
  /** `path`: below `/api/v2/`, as spelled in links. */
  | { readonly kind: 'listing'; readonly path: string; readonly listing: Listing }
  | { readonly kind: 'redirect'; readonly location: string }
  /** `filters`: of a search; nothing else reads the query. */
  | { readonly kind: 'older'; readonly answer: OlderAnswer; readonly filters: readonly string[] };

export type FindResource = (path: string) => Resource;

const COLLECTIONS = [
  'strain-files',
  'event-versions',
  'default-parameters',
  'runs',
  'datasets',
  'catalogs',
  'events',
  'timelines',
];

export function createFinder(catalogue: Catalogue, options: OracleOptions): FindResource {
  const base = options.baseUrl;
  const baseSegments = new URL(base).pathname.split('/').filter((segment) => segment !== '');
  const older = createOlder(catalogue, options);
  const strainFileIds = catalogue.strainFiles.map((file) => ({ id: strainId(file), file }));

  function find(path: string): Resource {
    const segmentsLeft = segmentsOf(path);
    for (const segment of baseSegments) {
      if (segmentsLeft.shift() !== segment) throw notFound();
    }
    const [first, second, ...rest] = segmentsLeft;
    const end = path.endsWith('/') ? '/' : '';
    if (first === 'archive' || first === 'eventapi' || first === 'timeline') return before(segmentsLeft, end);
    if (first !== 'api' || second !== 'v2') throw notFound();
    if (rest.length === 1 && rest[0] === 'docs') return { kind: 'redirect', location: `${base}/#/api` };
    const [collection, id, ...below] = rest;
    if (collection === undefined) return { kind: 'record', record: root() };
    if (id === undefined) return whole(collection);
    if (below.length === 0) return { kind: 'record', record: recordOf(collection, id) };
    return nested(collection, id, below);
  }

  /** Paths older than API v2: strain files (redirected), answers of the older interfaces, and pages of the old portal (a 404). */
  function before(path: readonly string[], end: string): Resource {
    const isFile = /^[A-Za-z0-9._-]+[.](gwf|hdf5|txt[.]gz)$/.test(path.at(-1) ?? '');
    if (isFile && path[0] === 'eventapi') return elsewhere('eventapi', path.slice(1), end);
    if (isFile && path[0] === 'archive' && path[1] === 'data') return elsewhere('archive/data', path.slice(2), end);
    if (isFile && path.every((segment) => /^[A-Za-z0-9._-]+$/.test(segment))) throw notFound();
    const renamed = withCatalogName(path);
    if (renamed !== null)
      return { kind: 'redirect', location: `${base}/${renamed.map(encodeURIComponent).join('/')}/` };
    const answer = older(path);
    if (answer !== null) {
      const isSearch = path[0] === 'eventapi' && path[2] === 'query' && path[3] === 'show';
      const { filters } = eventVersions(catalogue.eventVersions, false, catalogue, base);
      // The flag changes the members of API v2's entries.
      const known = filters.filter((name) => name !== 'include-default-parameters');
      return { kind: 'older', answer, filters: isSearch ? known : [] };
    }
    const isPage = /^eventapi\/html(\/|$)/.test(path.join('/')) || (path[0] === 'archive' && path.at(-1) === 'simple');
    const isSafe = path.every((segment) => /^[A-Za-z0-9._-]+$/.test(segment) && segment !== '.' && segment !== '..');
    throw isPage && isSafe ? new Failure(404, { detail: 'The oracle does not know the sentence.' }, true) : notFound();
  }

  /** The path with a catalog's name in place of its short name; null for other paths. */
  function withCatalogName(path: readonly string[]): readonly string[] | null {
    const [root, form = '', alias = '', ...event] = path;
    const isTable = ['json', 'jsonfull', 'csv', 'ascii'].includes(form) && event.length === 0;
    const isEvent = form === 'json' && (event.length === 1 || (event.length === 2 && event[1]?.startsWith('v')));
    const catalog = catalogue.catalogs.find(({ aliases }) => aliases.includes(alias));
    if (root !== 'eventapi' || !(isTable || isEvent) || catalog === undefined) return null;
    return [root, form, catalog.name, ...event];
  }

  function elsewhere(folder: string, file: readonly string[], end: string): Resource {
    const safe = file.every((segment) => /^[A-Za-z0-9._-]+$/.test(segment) && segment !== '.' && segment !== '..');
    const isElsewhere = options.archiveUrl !== null && options.archiveUrl !== base;
    if (!isElsewhere || file.length === 0 || !safe) throw notFound();
    return { kind: 'redirect', location: `${options.archiveUrl}/${folder}/${file.join('/')}${end}` };
  }

  function root(): Record<string, string> {
    return Object.fromEntries(COLLECTIONS.map((name) => [name, linkTo(base, name)]));
  }

  function whole(collection: string): Resource {
    const listing = (all: Listing): Resource => ({ kind: 'listing', path: collection, listing: all });
    switch (collection) {
      case 'strain-files':
        return listing(strainFiles(catalogue.strainFiles, catalogue, options));
      case 'event-versions':
        return listing(eventVersions(catalogue.eventVersions, false, catalogue, base));
      case 'default-parameters':
        return listing(unfiltered(rangeNames(catalogue.parameters), (name) => name));
      case 'runs':
        return listing(unfiltered(catalogue.runs, (run) => runEntry(run, base)));
      case 'datasets':
        return listing(unfiltered(catalogue.datasets, (dataset) => datasetEntry(dataset, catalogue, base)));
      case 'catalogs':
        return listing(unfiltered(catalogue.catalogs, (catalog) => catalogEntry(catalog, base)));
      case 'events':
        return listing(unfiltered(catalogue.events, (event) => eventEntry(event, base)));
      case 'timelines':
        return listing(timelines(catalogue.timelines));
      default:
        throw notFound();
    }
  }

  function recordOf(collection: string, id: string): unknown {
    switch (collection) {
      case 'strain-files':
        return strainRecord(strainFileOf(id), catalogue, options);
      case 'event-versions':
        return eventVersionRecord(eventVersion(id), catalogue, base);
      case 'runs':
        return runRecord(named(catalogue.runs, id), base);
      case 'datasets':
        return datasetEntry(named(catalogue.datasets, id), catalogue, base);
      case 'catalogs':
        return catalogEntry(named(catalogue.catalogs, id), base);
      case 'events':
        return eventRecord(eventOf(id), base);
      case 'timelines':
        return timelineEntry(named(catalogue.timelines, id), base);
      default:
        throw notFound();
    }
  }

  function nested(collection: string, id: string, below: readonly string[]): Resource {
    switch (collection) {
      case 'runs':
        return {
          kind: 'listing',
          path: `runs/${id}/${below.join('/')}`,
          listing: ofRun(named(catalogue.runs, id), below),
        };
      case 'datasets': {
        const { name } = named(catalogue.datasets, id);
        if (!isOnly('strain-files', below)) throw notFound();
        return { kind: 'listing', path: `datasets/${name}/strain-files`, listing: listedFiles('dataset', name) };
      }
      case 'catalogs': {
        const { name } = named(catalogue.catalogs, id);
        if (!isOnly('events', below)) throw notFound();
        const versions = catalogue.eventVersions.filter((version) => catalogue.versionsIn.get(name)?.has(version));
        const listing = eventVersions(versions, true, catalogue, base);
        return { kind: 'listing', path: `catalogs/${name}/events`, listing };
      }
      case 'events': {
        const event = eventOf(id);
        if (!isOnly('strain-files', below)) throw notFound();
        const second = Math.floor(event.last.gps);
        const files = catalogue.strainFiles.filter(({ gpsStart }) => gpsStart <= second && second < gpsStart + 4096);
        const path = `events/${event.name}/strain-files`;
        return { kind: 'listing', path, listing: strainFiles(files, catalogue, options) };
      }
      case 'event-versions': {
        const version = eventVersion(id);
        const path = `event-versions/${shortNameOf(version)}/${below.join('/')}`;
        return { kind: 'listing', path, listing: ofEventVersion(version, below) };
      }
      case 'timelines': {
        const { name, lists } = named(catalogue.timelines, id);
        if (!isOnly('segments', below)) throw notFound();
        return {
          kind: 'listing',
          path: `timelines/${name}/segments`,
          listing: recordedSegments(lists),
        };
      }
      default:
        throw notFound();
    }
  }

  /** The files of a run or dataset. If it has no files, requests are refused, because the data do not list them. */
  function listedFiles(member: 'run' | 'dataset', name: string): Listing {
    const files = catalogue.strainFiles.filter((file) => file[member] === name);
    const listing = strainFiles(files, catalogue, options);
    if (files.length > 0) return listing;
    const check = () => {
      throw notListed(
        name,
        catalogue.strainFiles.map((file) => file[member]),
      );
    };
    return { ...listing, select: (values) => ({ ...listing.select(values), check }) };
  }

  function ofRun({ name: run }: { name: string }, below: readonly string[]): Listing {
    if (isOnly('strain-files', below)) {
      return listedFiles('run', run);
    }
    if (isOnly('events', below)) {
      return unfiltered(
        catalogue.events.filter((event) => event.run === run),
        (event) => eventEntry(event, base),
      );
    }
    if (isOnly('datasets', below)) {
      return unfiltered(
        catalogue.datasets.filter((dataset) => dataset.run === run),
        (dataset) => datasetEntry(dataset, catalogue, base),
      );
    }
    if (isOnly('timelines', below)) {
      return timelines(catalogue.timelines.filter(({ lists }) => lists.some((list) => list.run === run)));
    }
    const [collection, flag, segmentsOfFlag] = below;
    if (collection !== 'timelines' || flag === undefined || segmentsOfFlag !== 'segments' || below.length > 3) {
      throw notFound();
    }
    const { lists } = named(catalogue.timelines, flag);
    return recordedSegments(lists.filter((list) => list.run === run));
  }

  /** The segments in these lists. Requests for times outside the runs that have a list are refused. */
  function recordedSegments(lists: Timeline['lists']): Listing {
    const check = (start = Number.NEGATIVE_INFINITY, stop = Number.POSITIVE_INFINITY) =>
      refuseUnrecorded(lists, catalogue, start, stop);
    return segments(
      lists.flatMap((list) => list.segments),
      check,
    );
  }

  function ofEventVersion(version: EventRecord, below: readonly string[]): Listing {
    if (isOnly('strain-files', below)) return eventStrainFilesOf(version, catalogue, base);
    if (isOnly('parameters', below)) {
      return unfiltered(parameterSets(version), (set) => parameterSetEntry(set, catalogue));
    }
    if (isOnly('default-parameters', below)) {
      return unfiltered(defaultParameters(version, catalogue), (object) => object);
    }
    if (isOnly('timelines', below)) {
      const run = catalogue.runOf(version);
      const ofRun = catalogue.timelines.filter(({ lists }) => lists.some((list) => list.run === run));
      return timelines(ofRun.filter(({ detector }) => version.detectors.includes(detector)));
    }
    throw notFound();
  }

  function timelines(some: readonly Timeline[]): Listing {
    return unfiltered(some, (timeline) => timelineEntry(timeline, base));
  }

  function strainFileOf(id: string) {
    const known = strainFileIds.find((candidate) => candidate.id === id);
    // Known ids have the detector in upper case.
    const like = id.toUpperCase().replace(/KHZ$/, 'kHz');
    if (known === undefined) throw unknownId(id, strainFileIds.some((one) => one.id === like) ? [like] : []);
    return known.file;
  }

  /** Finds an event by its name or an alias. */
  function eventOf(id: string, others: readonly string[] = []) {
    const known = catalogue.events.find(({ aliases }) => aliases.includes(id));
    if (known !== undefined) return known;
    throw unknownId(id, [...catalogue.events.flatMap(({ aliases }) => aliases), ...others]);
  }

  /**
   * Finds an event version by `NAME-v<N>`, otherwise `NAME@CATALOG`, otherwise the service's own id, otherwise the name or an alias of an
   * event, for its highest version, otherwise `ALIAS-v<N>`.
   */
  function eventVersion(id: string): EventRecord {
    const byShortName = catalogue.eventVersions.find((version) => shortNameOf(version) === id);
    if (byShortName !== undefined) return byShortName;
    const byNumber = catalogue.eventVersions.find(({ name, version }) => `${name}-v${version}` === id);
    if (byNumber !== undefined) return byNumber;
    let highest: EventRecord | undefined;
    for (const [catalog, versions] of catalogue.versionsIn) {
      for (const version of versions) {
        if (`${version.name}@${catalog}` !== id) continue;
        if (highest === undefined || version.version > highest.version) highest = version;
      }
    }
    const byOtherId = catalogue.eventVersions.find(({ otherId }) => otherId === id);
    const byAlias =
      catalogue.events.find(({ aliases }) => aliases.includes(id))?.last ?? byNumberedAlias(id, catalogue);
    return highest ?? byOtherId ?? byAlias ?? eventOf(id, idsOfVersions(catalogue)).last;
  }

  return find;
}

/** Decoded segments of a path; one trailing slash is accepted. */
function segmentsOf(path: string): string[] {
  if (!path.startsWith('/')) throw notFound();
  const raw = path.slice(1).split('/');
  if (raw.length > 1 && raw.at(-1) === '') raw.pop();
  return raw.map((segment) => {
    const text = percentDecoded(segment);
    if (text === null) throw notFound();
    return text;
  });
}

function isOnly(name: string, below: readonly string[]): boolean {
  return below.length === 1 && below[0] === name;
}

function named<T extends { readonly name: string }>(records: readonly T[], name: string): T {
  const known = records.find((record) => record.name === name);
  if (known !== undefined) return known;
  throw unknownId(
    name,
    records.map((record) => record.name),
  );
}
