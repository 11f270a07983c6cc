/**
 * What a service says of runs, catalogs and events, as rows of the imports of the same name. In: its answers. Out: rows, and entries that
 * no row can hold. What follows from other facts is left out, so that data that say less show the same. Pure.
 */
import { eventArchivePath } from '../../contract/archive-paths.ts';
import { eventVersionId } from '../../contract/ids.ts';
import { EVENT_FILE_DURATIONS_S, EVENT_FILE_FORMATS, SAMPLE_RATES_KHZ } from '../../contract/wire.ts';
import { runOf } from '../../site/render/event-facts.ts';
import { EVENT_FILE_ENDINGS } from '../../site/render/event-strain-files.ts';
import { isMapping, type Mapping } from '../files/mapping.ts';
import type { CsvRow } from '../import/csv.ts';
import type { LeftOut } from '../import/plan.ts';
import type { ObservingRun } from '../types.ts';
import { type Entry, type Harvested, idOf, nameOf } from './harvested.ts';
import { leftOutEntry, serviceWarning } from './misfits.ts';
import { cellOf, listIn, namesIn, rowOf, textOf } from './row.ts';

/** Rows of one kind go here, and what is left out. */
export interface RowSink {
  readonly rows: CsvRow[];
  readonly leftOut: LeftOut[];
}

export function runRows({ runs }: Harvested, { rows }: RowSink): void {
  for (const run of runs) {
    const { name, gps_start, gps_end, detectors } = run.value;
    rows.push(rowOf(run, { name, gps_start, gps_end, detectors }));
  }
}

export function catalogRows({ catalogs, cumulative }: Harvested, { rows }: RowSink): void {
  const names = catalogs.map(nameOf);
  const members = [...cumulative].map(([name, versions]) => {
    const of = new Set(versions.map(({ value }) => String(value.catalog)));
    return { name, of: names.filter((one) => one !== name && of.has(one)) };
  });
  for (const catalog of catalogs) {
    const { name, description, doi } = catalog.value;
    const owners = members.filter(({ of }) => of.includes(nameOf(catalog))).map((owner) => owner.name);
    rows.push(rowOf(catalog, { name, description: textOf(description), doi, member_of: owners }));
  }
}

/** The name that the data give an event version. */
const versionIdOf = ({ value }: Entry): string => eventVersionId(cellOf(value.name), value.version as number);

/** Columns of parameters; where the service says that there is no error or limit, the row says so too. */
function parameterCells(found: Entry, values: unknown, label: string, leftOut: LeftOut[]): Mapping | null {
  const cells: Record<string, unknown> = {};
  const objects = Array.isArray(values) ? values : [];
  for (const one of objects) {
    if (!isMapping(one)) continue;
    const name = cellOf(one.name).replaceAll('-', '_');
    if (one.is_upper_limit === true && one.is_lower_limit === true) {
      leftOut.push(
        leftOutEntry(found, 'default_parameters', label, `${name} is both limits`, 'ask the service which it is'),
      );
      return null;
    }
    cells[name] = one.best;
    cells[`${name}_upper`] = one.upper_error ?? 'none';
    cells[`${name}_lower`] = one.lower_error ?? 'none';
    cells[`${name}_limit`] = one.is_upper_limit === true ? 'upper' : one.is_lower_limit === true ? 'lower' : 'none';
  }
  return cells;
}

export function versionRows({ eventVersions }: Harvested, { rows, leftOut }: RowSink): void {
  for (const version of eventVersions) {
    const parameters = parameterCells(version, version.value.default_parameters, versionIdOf(version), leftOut);
    if (parameters === null) continue;
    const { name, version: number, gps, catalog, doi, detectors } = version.value;
    rows.push(rowOf(version, { ...parameters, name, version: number, gps, catalog, doi, detectors }));
  }
}

/** True for the set that stands in where there are none: it says the same as the default parameters. */
function standsIn({ value: set }: Entry, sets: readonly Entry[], { value: version }: Entry): boolean {
  const { name, pipeline_type, waveform_family, data_url, is_preferred, links, parameters } = set;
  const says = [pipeline_type, waveform_family, data_url, ...(Array.isArray(links) ? links : [])];
  const isBare =
    sets.length === 1 && name === version.catalog && is_preferred === true && says.every((one) => one === null);
  return isBare && JSON.stringify(parameters) === JSON.stringify(version.default_parameters ?? []);
}

export function parameterSetRows({ parameterSets }: Harvested, { rows, leftOut }: RowSink): void {
  for (const { entry: version, inner: sets } of parameterSets) {
    for (const set of sets) {
      if (standsIn(set, sets, version)) continue;
      const { name, pipeline_type, waveform_family, data_url, is_preferred } = set.value;
      const label = `${versionIdOf(version)} set ${cellOf(name)}`;
      const links = (Array.isArray(set.value.links) ? set.value.links : []).filter(isMapping);
      const odd = links.find(({ label }) => cellOf(label).includes('='));
      if (odd) {
        leftOut.push(
          leftOutEntry(
            set,
            'links',
            label,
            `the label "${cellOf(odd.label)}" has a = in it`,
            'ask the service to correct it',
          ),
        );
        continue;
      }
      const pairs = links.map(({ url, label }) => `${cellOf(label)}=${cellOf(url)}`);
      const parameters = parameterCells(set, set.value.parameters, label, leftOut);
      if (parameters === null || !listIn(set, 'links', label, pairs, leftOut)) continue;
      const preferred = is_preferred === true ? 'yes' : 'no';
      const own = {
        set: name,
        pipeline_type,
        waveform_family,
        data_url,
        is_preferred: preferred,
      };
      rows.push(
        rowOf(set, { ...parameters, ...own, name: version.value.name, version: version.value.version, links: pairs }),
      );
    }
  }
}

/** The observing runs that a service lists. */
export function runsOf({ runs }: Harvested): ObservingRun[] {
  return runs.map(({ value }) => ({
    name: String(value.name),
    gpsStart: Number(value.gps_start),
    gpsStop: Number(value.gps_end),
    detectors: namesIn(value.detectors),
  }));
}

/** Event versions by event, ascending. */
function versionsByEvent({ eventVersions }: Harvested): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const version of eventVersions) {
    const name = cellOf(version.value.name);
    const group = groups.get(name);
    if (group) group.push(version);
    else groups.set(name, [version]);
  }
  for (const group of groups.values()) group.sort((a, b) => Number(a.value.version) - Number(b.value.version));
  return groups;
}

const NO_FACTS = { name: '', graceId: null, run: null, aliases: [] };

/** The run that a time falls into. */
const runAt = (gps: unknown, runs: readonly ObservingRun[]): string | null =>
  runOf({ ...NO_FACTS, versions: [], last: undefined as never }, Number(gps), runs);

/**
 * For each event whose versions fall into different runs, the id of a version that its last one's run would be wrong for: only the
 * record of that version tells whether the run is on record, or follows from the time.
 */
export function versionsThatTell(found: Harvested): string[] {
  const runs = runsOf(found);
  return [...versionsByEvent(found).values()].flatMap((versions) => {
    const last = runAt(versions.at(-1)?.value.gps, runs);
    const other = versions.find(({ value }) => runAt(value.gps, runs) !== last);
    return other ? [idOf(other)] : [];
  });
}

/** The run that is on record of an event; undefined where it follows from the time. */
function runOnRecord(record: Entry | undefined, versions: readonly Entry[], found: Harvested): string | undefined {
  const run = record?.value.run;
  if (!record || typeof run !== 'string') return undefined;
  const runs = runsOf(found);
  if (runAt(versions.at(-1)?.value.gps, runs) !== run) return run;
  const telling = versions.map(idOf).flatMap((id) => found.versionRecords.get(id) ?? [])[0];
  return telling && runAt(telling.value.gps, runs) !== telling.value.run ? run : undefined;
}

/** Other names of an event: its aliases, and short names of its last version that are not made of name and version. */
export function eventRows(found: Harvested, { rows, leftOut }: RowSink): void {
  const byEvent = versionsByEvent(found);
  const shortNames = new Map<string, string>();
  for (const [name, versions] of byEvent) {
    for (const version of versions) {
      const shortName = cellOf(version.value.shortName);
      if (shortName === '' || shortName === versionIdOf(version)) continue;
      if (version === versions.at(-1)) shortNames.set(name, shortName);
      else {
        const message = `${versionIdOf(version)} is ${shortName} here, a name that would lead to its event's last version`;
        found.warnings.push(serviceWarning(version, 'shortName', message, 'nothing has to be done'));
      }
    }
  }
  for (const event of found.events) {
    const name = nameOf(event);
    const record = found.eventRecords.get(name);
    const shortName = shortNames.get(name);
    const given = [...namesIn(event.value.aliases), ...(shortName === undefined ? [] : [shortName])];
    const aliases = [...new Set(given)].filter((alias) => alias !== name);
    const graceId = textOf(record?.value.grace_id);
    const run = runOnRecord(record, byEvent.get(name) ?? [], found);
    warnOfLostRun(record, byEvent.get(name) ?? [], found);
    if (aliases.length === 0 && graceId === undefined && run === undefined) continue;
    if (!listIn(event, 'aliases', name, aliases, leftOut)) continue;
    rows.push(rowOf(event, { name, grace_id: graceId, run, aliases }));
  }
}

/** The data cannot say that an event is in no run. */
function warnOfLostRun(record: Entry | undefined, versions: readonly Entry[], found: Harvested): void {
  if (record?.value.run !== null) return;
  const run = runAt(versions.at(-1)?.value.gps, runsOf(found));
  if (run === null) return;
  const message = `${nameOf(record)} has no run here; by its time it is shown in ${run}`;
  found.warnings.push(serviceWarning(record, 'run', message, 'nothing has to be done'));
}

/** Starts of the short files of one detector. */
interface Starts {
  readonly first: Entry;
  readonly starts: Map<number, Set<number>>;
  readonly files: Map<string, Entry>;
}

export function eventFileRows({ eventFiles }: Harvested, { rows, leftOut }: RowSink): void {
  for (const { entry: version, inner: files } of eventFiles) {
    const detectors = new Map<string, Starts>();
    for (const file of files) {
      const { detector, duration, gps_start: start, sample_rate_kHz: rate, file_format: format } = file.value;
      const one = detectors.get(cellOf(detector)) ?? { first: file, starts: new Map(), files: new Map() };
      detectors.set(cellOf(detector), one);
      one.starts.set(Number(duration), (one.starts.get(Number(duration)) ?? new Set()).add(Number(start)));
      one.files.set([duration, rate, format].join(), file);
    }
    for (const [detector, starts] of detectors) {
      const label = `${versionIdOf(version)} ${detector}`;
      const wrong = wrongFile(version, detector, starts);
      if (wrong) {
        leftOut.push(
          leftOutEntry(wrong.file, wrong.member, label, wrong.message, 'nothing can be done: the data make all links'),
        );
        continue;
      }
      const startOf = (duration: number): number | undefined => [...(starts.starts.get(duration) ?? [])][0];
      const { name, version: number, catalog } = version.value;
      const [short, long] = EVENT_FILE_DURATIONS_S.map(startOf);
      rows.push(
        rowOf(starts.first, {
          event: name,
          version: number,
          catalog,
          detector,
          gps_start_32: short,
          gps_start_4096: long,
        }),
      );
    }
  }
}

/** What of the files the data cannot say: they make all files of a start, at both rates and in each format, and their links. */
function wrongFile(version: Entry, detector: string, { first, starts, files }: Starts) {
  for (const [durationS, gpsStarts] of starts) {
    const [gpsStart = 0, second] = gpsStarts;
    const known: readonly number[] = EVENT_FILE_DURATIONS_S;
    if (!known.includes(durationS))
      return { file: first, member: 'duration', message: `there are files of ${durationS} s` };
    if (second !== undefined) {
      return {
        file: first,
        member: 'gps_start',
        message: `files of ${durationS} s start at ${gpsStart} and at ${second}`,
      };
    }
    for (const sampleRateKHz of SAMPLE_RATES_KHZ) {
      for (const format of EVENT_FILE_FORMATS) {
        const file = files.get([durationS, sampleRateKHz, format].join());
        if (!file) {
          const message = `there is no ${format} file of ${durationS} s at ${sampleRateKHz} kHz`;
          return { file: first, member: 'file_format', message };
        }
        const { name, version: number, catalog } = version.value;
        const event = { name: cellOf(name), version: Number(number), catalog: cellOf(catalog) };
        const path = eventArchivePath(
          event,
          { detector, sampleRateKHz, gpsStart, durationS },
          EVENT_FILE_ENDINGS[format],
        );
        if (!cellOf(file.value.download_url).replace(/\?.*$/, '').endsWith(`/${path}`)) {
          return { file, member: 'download_url', message: `its link does not end in ${path}` };
        }
      }
    }
  }
  return null;
}
