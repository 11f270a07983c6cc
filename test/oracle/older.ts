/**
 * The interfaces before API v2, as the programs that read them expect: `/eventapi`, `/archive` and `/timeline`. In: the decoded segments of
 * a path below the base URL. Out: a function from the query to the body. Unknown names and paths are thrown as 404 at once; everything else
 * when the function is called.
 */
import { badParameter, Failure, notFound, notListed, type OracleOptions, unknownId } from './answer.ts';
import type { Catalogue } from './catalogue.ts';
import { datasetEntry, type Json, jsonOf, strainRecord } from './entries.ts';
import { eventStrainFileEntry, eventStrainFiles, parameterSets, shortNameOf } from './event-entries.ts';
import { float, floatCell, floatOrNull } from './floats.ts';
import { eventVersions } from './listings.ts';
import { byCodeUnit, gpsSeconds, pairsOf } from './parameters.ts';
import type { EventRecord, ParameterValue } from './types.ts';

export interface OlderBody {
  readonly body: string;
  readonly contentType: string;
}
export type OlderAnswer = (query: string) => OlderBody;

const ORDER = [
  ...['mass_1_source', 'mass_2_source', 'network_matched_filter_snr', 'luminosity_distance', 'chi_eff'],
  ...['total_mass_source', 'chirp_mass_source', 'chirp_mass', 'redshift', 'far', 'p_astro', 'final_mass_source'],
];

/** Files or segments in a response. */
const MOST_ROWS = 10_000;

const json = (value: unknown): OlderBody => ({
  body: jsonOf(value),
  contentType: 'application/json',
});

export function createOlder(catalogue: Catalogue, options: OracleOptions) {
  const { baseUrl: base } = options;
  const parameters = [
    ...ORDER,
    ...catalogue.parameters.map(({ name }) => name).filter((name) => !ORDER.includes(name)),
  ];

  /** By run, detector, rate and start, because looking through all files for each event takes too long. */
  const bulkFiles = new Map(
    catalogue.strainFiles
      .toReversed()
      .map((file) => [`${file.run} ${file.detector} ${file.sampleRateKHz} ${file.gpsStart}`, file]),
  );

  /** Runs and rates whose files the data list. */
  const listed = new Set(catalogue.strainFiles.map(({ run, sampleRateKHz }) => `${run} ${sampleRateKHz}`));

  /** Null if the path does not belong to an older interface. */
  return function find(path: readonly string[]): OlderAnswer | null {
    const [root, second, third, fourth, fifth, sixth, seventh] = path;
    const { length } = path;
    if (root === 'eventapi' && second === 'json' && length === 2) return () => json(catalogList());
    if (root === 'eventapi' && (second === 'json' || second === 'jsonfull' || second === 'csv' || second === 'ascii')) {
      if (length === 4 && third === 'query' && fourth === 'show') return (query) => events(searched(query), second);
      if (length === 3) {
        const versions = third === 'allevents' ? catalogue.eventVersions : inCatalog(third as string);
        return () => events(versions, second);
      }
    }
    if (root === 'eventapi' && second === 'json') {
      if (length === 4 && third === 'query' && fourth === 'params') {
        return () => json(['gps-time', ...parameters.map((name) => name.replaceAll('_', '-'))]);
      }
      if (length === 4) return one(newest(third as string, fourth as string));
      if (length === 5 && fifth?.startsWith('v')) {
        return one(versionOf(third as string, fourth as string, fifth.slice(1)));
      }
    }
    if (root === 'archive' && length === 3 && second === 'all' && third === 'json') {
      return () => json(overview(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY));
    }
    if (root === 'archive' && length === 4 && fourth === 'json') {
      if (second === 'dataset') {
        const body = aboutDataset(third as string);
        return () => json(body);
      }
      return () => json(overview(...times(second as string, third as string)));
    }
    if (root === 'archive' && second === 'links' && length === 7 && seventh === 'json') {
      const [dataset, detector] = [third as string, fourth as string];
      if (!catalogue.detectors.includes(detector)) throw notFound();
      datasetOf(dataset);
      return () => json(files(dataset, detector, ...times(fifth as string, sixth as string)));
    }
    if (root === 'timeline' && second === 'segments') {
      const rest = path.slice(2);
      if (length === 6 && third === 'all') return everyFlag(fourth as string, fifth as string, sixth as string);
      const isText = !(length === 7 && (third === 'json' || third === 'all'));
      if (!isText) rest.shift();
      const [dataset = '', flag = '', start = '', duration = ''] = rest;
      if (rest.length !== 4) return null;
      const answer = segments(dataset, flag, start, duration);
      return isText ? (query) => segmentText(answer(query)) : answer;
    }
    return null;
  };

  function runOf(dataset: string): string | null {
    if (dataset === 'history') return null;
    const known = catalogue.datasets.find(({ name }) => name === dataset)?.run;
    const run = known ?? catalogue.runs.find(({ name }) => name === dataset)?.name;
    if (run !== undefined) return run;
    throw unknownId(
      dataset,
      catalogue.runs.map(({ name }) => name),
    );
  }

  /** The bodies for the run's flags. A flag without a list at this time is left out, unless no flag has a list. */
  function everyFlag(dataset: string, start: string, duration: string): OlderAnswer {
    const run = runOf(dataset);
    const flags = catalogue.timelines.filter(({ lists }) => run === null || lists.some((list) => list.run === run));
    return () => {
      readInterval(start, duration);
      const bodies: Json = {};
      let rows = 0;
      let failure = notFound();
      for (const { name } of flags) {
        try {
          const body = JSON.parse(segments(dataset, name, start, duration)('').body);
          bodies[name] = body;
          rows += body.segments.length;
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          if (error.status === 400) throw error;
          failure = error;
        }
      }
      if (rows > MOST_ROWS) throw badParameter('duration', undefined);
      if (Object.keys(bodies).length === 0) throw failure;
      return json(bodies);
    };
  }

  function catalogList(): Json {
    return Object.fromEntries(
      catalogue.catalogs.map(({ name, description }) => [name, { description, url: `${base}/eventapi/json/${name}/` }]),
    );
  }

  function inCatalog(name: string): EventRecord[] {
    const members = catalogue.versionsIn.get(name);
    if (members === undefined) throw unknownId(name, [...catalogue.versionsIn.keys()]);
    return catalogue.eventVersions.filter((version) => members.has(version));
  }

  function searched(query: string): EventRecord[] {
    const listing = eventVersions(catalogue.eventVersions, false, catalogue, base);
    const pairs = pairsOf(query).filter(({ name }) => listing.filters.includes(name) || /^(min|max)-/.test(name));
    const twice = listing.filters
      .filter((name) => pairs.filter((pair) => pair.name === name).length > 1)
      .sort(byCodeUnit)[0];
    if (twice !== undefined) throw badParameter(twice, listing.allowed[twice]);
    const selection = listing.select(new Map(pairs.map(({ name, given }) => [name, given.text])));
    const entries = selection.slice(0, selection.count) as { shortName: string }[];
    return entries.map(({ shortName }) =>
      found(catalogue.eventVersions.find((version) => shortNameOf(version) === shortName)),
    );
  }

  function events(versions: readonly EventRecord[], form: 'json' | 'jsonfull' | 'csv' | 'ascii'): OlderBody {
    if (form === 'csv' || form === 'ascii') return table(versions, form);
    const records = versions.map((version) => [shortNameOf(version), record(version, form === 'jsonfull')]);
    return json({ events: Object.fromEntries(records) });
  }

  function table(versions: readonly EventRecord[], form: 'csv' | 'ascii'): OlderBody {
    const rows = versions.toReversed().map((version) => ({ id: shortNameOf(version), ...record(version, false) }));
    const about = ['id', 'commonName', 'version', 'catalog.shortName', 'GPS', 'reference', 'jsonurl'];
    const columns = [...about, ...parameters.flatMap((name) => [name, `${name}_lower`, `${name}_upper`])];
    const cell = (row: Json, name: string): string => {
      const value = row[name];
      const text = value === null ? '' : floatCell(String(value));
      if (form === 'ascii') return text === '' ? 'nan' : text.replace(/[\s#]/g, (sign) => encodeURIComponent(sign));
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const [between, end, type] = form === 'csv' ? [',', '\r\n', 'csv'] : [' ', '\n', 'plain'];
    const lines = [columns, ...rows.map((row) => columns.map((name) => cell(row, name)))];
    const body = lines.map((cells) => `${cells.join(between)}${end}`).join('');
    return { body, contentType: `text/${type}; charset=utf-8` };
  }

  function newest(catalog: string, event: string): EventRecord {
    if (catalog !== 'event') {
      const members = [...(catalogue.versionsIn.get(catalog) ?? [])].filter(({ name }) => name === event);
      return known(event, members.sort((a, b) => b.version - a.version)[0]);
    }
    const numbered = catalogue.eventVersions.find(({ name, version }) => `${name}-v${version}` === event);
    const exact = catalogue.eventVersions.find((version) => shortNameOf(version) === event) ?? numbered;
    const [name, inside] = event.split('@');
    const among =
      inside === undefined ? [] : [...(catalogue.versionsIn.get(inside) ?? [])].filter((one) => one.name === name);
    const ofService = catalogue.eventVersions.find(({ otherId }) => otherId === event);
    const named = catalogue.events.find(({ aliases }) => aliases.includes(event))?.last;
    const last = among.sort((a, b) => b.version - a.version)[0];
    return known(event, exact ?? last ?? ofService ?? named ?? byNumberedAlias(event, catalogue));
  }

  /**
   * The version with the id `<event>-v<version>`, if `version` is its number in canonical spelling. This is checked because the id may
   * also be another name of an event.
   */
  function versionOf(catalog: string, event: string, version: string): EventRecord {
    let one: EventRecord | undefined;
    try {
      one = newest('event', `${event}-v${Number(version)}`);
    } catch {
      one = undefined;
    }
    const isMeant = one !== undefined && String(one.version) === version;
    const isInside = one !== undefined && (catalog === 'event' || catalogue.versionsIn.get(catalog)?.has(one) === true);
    return known(event, isMeant && isInside ? one : undefined);
  }

  function one(version: EventRecord): OlderAnswer {
    return () => json({ events: { [shortNameOf(version)]: wholeRecord(version) } });
  }

  function unitOf(name: string, catalog: string): string {
    const older = catalogue.catalogs.find((one) => one.name === catalog)?.legacyUnits[name];
    const usual = [...catalogue.parameters, ...catalogue.otherParameters].find((one) => one.name === name)?.unit;
    return older ?? usual ?? '';
  }

  function values(name: string, value: ParameterValue | undefined, catalog: string): Json {
    return {
      [name]: floatOrNull(value?.best),
      [`${name}_lower`]: floatOrNull(value?.lowerError),
      [`${name}_upper`]: floatOrNull(value?.upperError),
      [`${name}_unit`]: value === undefined ? null : unitOf(name, catalog),
    };
  }

  function record(version: EventRecord, withStrain: boolean): Json {
    const members: Json = {
      commonName: version.name,
      version: version.version,
      'catalog.shortName': version.catalog,
      GPS: float(version.gps),
      reference: version.reference,
      jsonurl: `${base}/eventapi/json/${version.catalog}/${version.name}/v${version.version}`,
    };
    if (withStrain) members.strain = strain(version);
    for (const name of parameters) Object.assign(members, values(name, version.parameters.get(name), version.catalog));
    return members;
  }

  function wholeRecord(version: EventRecord): Json {
    const sets = parameterSets(version).map((set) => {
      const members: Json = {
        waveform_family: set.waveformFamily,
        data_url: set.dataUrl,
        date_added: set.dateAdded,
        is_preferred: set.isPreferred,
        pipeline_type: set.pipelineType,
        links: Object.fromEntries(set.links.map(({ label, url }) => [label, url])),
      };
      for (const { name } of [...catalogue.parameters, ...catalogue.otherParameters]) {
        const value = set.parameters.get(name);
        if (value !== undefined) Object.assign(members, values(name, value, version.catalog));
      }
      return [set.name, members];
    });
    const event = catalogue.events.find(({ name }) => name === version.name);
    return { ...record(version, true), gracedb_id: event?.graceId ?? null, parameters: Object.fromEntries(sets) };
  }

  function strain(version: EventRecord): Json[] {
    const own = eventStrainFiles(version, catalogue).map((file) => ({
      GPSstart: file.gpsStart,
      detector: file.detector,
      sampling_rate: file.sampleRateKHz === 4 ? 4096 : 16384,
      duration: file.duration,
      format: { GWF: 'gwf', HDF: 'hdf5', TXT: 'txt' }[file.format],
      url: eventStrainFileEntry(file, version, base).download_url,
    }));
    const run = catalogue.runOf(version);
    if (own.length > 0 || run === null) return own;
    const start = Math.floor(version.gps / 4096) * 4096;
    const all: Json[] = [];
    const named = version.bulkDetectors.length > 0;
    const follows = catalogue.catalogs.find(({ name }) => name === version.catalog)?.bulkStrain === true;
    const isListed = listed.has(`${run} 4`) || listed.has(`${run} 16`);
    const present = [...catalogue.detectors]
      .sort()
      .filter((detector) => [4, 16].some((rate) => bulkFiles.has(`${run} ${detector} ${rate} ${start}`)));
    const byRule = isListed ? present : version.detectors;
    for (const detector of named || !follows ? version.bulkDetectors : byRule) {
      for (const rate of [16, 4]) {
        const file = bulkFiles.get(`${run} ${detector} ${rate} ${start}`);
        if (!named && file === undefined && listed.has(`${run} ${rate}`)) continue;
        const dataset = file?.dataset ?? `${run}_${rate}KHZ_R1`;
        const prefix = file?.filePrefix ?? `${detector[0]}-${detector}_GWOSC_${run}_${rate}KHZ_R1`;
        for (const format of ['gwf', 'hdf5']) {
          all.push({
            GPSstart: start,
            detector,
            sampling_rate: rate === 4 ? 4096 : 16384,
            duration: 4096,
            format,
            url: `${base}/archive/data/${dataset}/${Math.floor(start / 1048576) * 1048576}/${prefix}-${start}-4096.${format}`,
          });
        }
      }
    }
    return all;
  }

  function overview(start: number, stop: number): Json {
    const inside = catalogue.eventVersions.filter(({ gps }) => start <= gps && gps < stop);
    const datasets = catalogue.datasets
      .map((dataset) => datasetEntry(dataset, catalogue, base))
      .sort((a, b) => Number(a.sample_rate_kHz) - Number(b.sample_rate_kHz));
    const runs: Json = {};
    for (const { name, gps_start, gps_end, detectors } of datasets) {
      if (!(Number(gps_start) < stop && Number(gps_end) > start)) continue;
      runs[String(name)] = { GPSstart: gps_start, GPSend: gps_end, detectors };
    }
    const first = Math.min(...datasets.map(({ gps_start }) => Number(gps_start)));
    const last = Math.max(...datasets.map(({ gps_end }) => Number(gps_end)));
    const detectors = [...new Set(datasets.flatMap((dataset) => dataset.detectors as string[]))].sort();
    if (first < stop && last > start) runs.history = { GPSstart: first, GPSend: last, detectors };
    const versions = inside.map((version) => [
      shortNameOf(version),
      { GPStime: float(version.gps), detectors: version.detectors },
    ]);
    return { events: Object.fromEntries(versions), runs };
  }

  function datasetOf(name: string) {
    const dataset = catalogue.datasets.find((one) => one.name === name);
    if (dataset !== undefined) return dataset;
    throw unknownId(
      name,
      catalogue.datasets.map((one) => one.name),
    );
  }

  /** The version. If there is none, throws a 404 that suggests an id that differs only in case. */
  function known(event: string, version: EventRecord | undefined): EventRecord {
    if (version === undefined) throw unknownId(event, idsOfVersions(catalogue));
    return version;
  }

  function aboutDataset(name: string): Json {
    const dataset = datasetOf(name);
    const entry = datasetEntry(dataset, catalogue, base);
    return {
      shortName: name,
      description: entry.description,
      GPSstart: entry.gps_start,
      GPSend: entry.gps_end,
      detectors: entry.detectors,
      npoints: 4096 * (dataset.sampleRateKHz === 4 ? 4096 : 16384),
      duration: 4096,
      bits: (entry.bitmask as Json[]).map((bit) => ({
        shortName: bit.name,
        description: bit.description,
        bit: bit.bit,
        mask: bit.mask_type === 'INJ' ? 1 : 0,
      })),
    };
  }

  function files(dataset: string, detector: string, start: number, stop: number): Json {
    const listed = catalogue.strainFiles.map((file) => file.dataset);
    if (!listed.includes(dataset)) throw notListed(dataset, listed);
    const strain: Json[] = [];
    for (const file of catalogue.strainFiles) {
      if (file.dataset !== dataset || file.detector !== detector) continue;
      const overlaps = start === stop ? file.gpsStart <= start : file.gpsStart < stop;
      if (!overlaps || file.gpsStart + 4096 <= start) continue;
      const whole = strainRecord(file, catalogue, options);
      for (const format of ['hdf5', 'gwf']) {
        strain.push({
          GPSstart: file.gpsStart,
          UTCstart: whole.utc_start,
          detector,
          sampling_rate: file.sampleRateKHz === 4 ? 4096 : 16384,
          duration: 4096,
          format,
          url: String(whole[`${format}_url`]).split('?')[0],
          min_strain: whole.min_strain,
          max_strain: whole.max_strain,
          mean_strain: whole.mean_strain,
          stdev_strain: whole.stdev_strain,
          duty_cycle: whole.duty_cycle,
          BLRMS200: whole.BLRMS200,
          BLRMS1000: whole.BLRMS1000,
          BNS: whole.BNS,
        });
      }
    }
    if (strain.length > 2 * MOST_ROWS) throw badParameter('stop', undefined);
    return { dataset, GPSstart: start, GPSend: stop, strain };
  }

  function segments(dataset: string, flagText: string, startText: string, durationText: string): OlderAnswer {
    const run = runOf(dataset);
    // Case is ignored.
    const timeline = found(catalogue.timelines.find(({ name }) => name.toLowerCase() === flagText.toLowerCase()));
    return () => {
      const [start, stop] = readInterval(startText, durationText);
      const lists = timeline.lists.filter((list) => run === null || list.run === run);
      refuseUnrecorded(lists, catalogue, start, stop);
      const clipped = lists
        .flatMap((list) => list.segments)
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
        .map(([a, b]) => [Math.max(a, start), Math.min(b, stop)] as const)
        .filter(([a, b]) => a < b);
      if (clipped.length > MOST_ROWS) throw badParameter('duration', undefined);
      return json({ dataset, id: timeline.name, start, end: stop, segments: clipped });
    };
  }
}

/** Start, stop and duration of each segment. */
function segmentText({ body }: OlderBody): OlderBody {
  const { segments } = JSON.parse(body) as { segments: [number, number][] };
  const lines = segments.map(([start, stop]) => `${start} ${stop} ${stop - start}\n`);
  return { body: lines.join(''), contentType: 'text/plain; charset=utf-8' };
}

/** Start and end of a duration. */
function readInterval(startText: string, durationText: string): [number, number] {
  const start = gpsSeconds(startText);
  const duration = gpsSeconds(durationText);
  if (!start.ok) throw badParameter('start', undefined);
  if (!duration.ok) throw badParameter('duration', undefined);
  if (duration.value < 0) throw badParameter('duration', undefined);
  const stop = start.value + duration.value;
  if (!Number.isSafeInteger(stop)) throw badParameter('duration', undefined);
  return [start.value, stop];
}

/** The event version with the id `ALIAS-v<N>`. */
export function byNumberedAlias(id: string, { events }: Catalogue): EventRecord | undefined {
  for (const { aliases, versions } of events) {
    const found = versions.find(({ version }) => aliases.some((alias) => `${alias}-v${version}` === id));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every id of an event version. */
export function idsOfVersions({ eventVersions, events, versionsIn }: Catalogue): string[] {
  return [
    ...eventVersions.flatMap((one) => [
      shortNameOf(one),
      `${one.name}-v${one.version}`,
      ...(one.otherId ? [one.otherId] : []),
    ]),
    ...[...versionsIn].flatMap(([catalog, versions]) => [...versions].map(({ name }) => `${name}@${catalog}`)),
    ...events.flatMap(({ aliases, versions }) => [
      ...aliases,
      ...versions.flatMap(({ version }) => aliases.map((alias) => `${alias}-v${version}`)),
    ]),
  ];
}

/** Throws unless the interval overlaps a run of one of the lists; a zero-length interval overlaps the run that contains it. */
export function refuseUnrecorded(
  lists: readonly { readonly run: string }[],
  { runs }: Pick<Catalogue, 'runs'>,
  start: number,
  stop: number,
): void {
  const isRecorded = lists.some((list) => {
    const { gpsStart, gpsStop } = found(runs.find(({ name }) => name === list.run));
    return start === stop ? gpsStart <= start && start < gpsStop : start < gpsStop && stop > gpsStart;
  });
  if (!isRecorded) throw new Failure(404, { detail: 'The oracle does not know the sentence.' }, true);
}

function times(startText: string, stopText: string): [number, number] {
  const start = gpsSeconds(startText);
  const stop = gpsSeconds(stopText);
  if (!start.ok) throw badParameter('start', undefined);
  if (!stop.ok) throw badParameter('stop', undefined);
  if (start.value > stop.value) throw badParameter('start', undefined);
  return [start.value, stop.value];
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}
