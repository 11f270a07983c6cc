/**
 * Renders event versions for the interfaces that preceded API v2: each line has a key and a record in one of three forms: short, with
 * strain files, or complete. Programs rely on the members and their order (docs/older-interfaces.md). Times are in GPS seconds.
 */

import { hasFile } from '../../catalogue/blocks.ts';
import type { ParameterDefinition, ParameterValue, StrainDataset } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { archivePath, EVENT_FILE_ENDINGS, eventArchivePath } from '../../core/contract/archive-paths.ts';
import { legacyParameters } from '../../core/contract/compatibility.ts';
import { legacyEventPath } from '../../core/contract/legacy-paths.ts';
import { LEGACY_LINE_SETS } from '../../core/contract/line-sets.ts';
import { SAMPLE_RATES_KHZ, STRAIN_FILE_DURATION_S, samplesPerSecond } from '../../core/contract/wire.ts';
import { type Event, runOf } from './event-facts.ts';
import { collectFiles, type NamedStrainFile } from './event-strain-files.ts';
import { arrayOf, float, link, plain } from './json.ts';
import { parameterSetsOf } from './parameter-sets.ts';
import type { CatalogueWith, NamedVersion } from './renderer.ts';

type LegacyInputs = CatalogueWith<
  'eventVersions' | 'eventStrainFiles' | 'parameters' | 'otherParameters' | 'catalogs' | 'runs' | 'datasets'
>;

/** Rendered members, in order. Most of their names come from the data, so they have no wire type. */
type MemberList = readonly (readonly [name: string, json: string])[];

const joinMembers = (members: MemberList): string => members.map(([name, json]) => `${plain(name)}:${json}`).join(',');

const renderObject = (members: MemberList): string => `{${joinMembers(members)}}`;

/** A parameter's four members: all null if there is no value. */
function renderValue(name: string, value: ParameterValue | undefined, unit: string | undefined): MemberList {
  return [
    [name, float(value?.best)],
    [`${name}_lower`, float(value?.lower_error)],
    [`${name}_upper`, float(value?.upper_error)],
    [`${name}_unit`, plain(value === undefined ? null : (unit ?? ''))],
  ];
}

/** How the older interfaces spell the formats of strain files. */
const FORMATS = { GWF: 'gwf', HDF: 'hdf5', TXT: 'txt' } as const;
/** The formats of runs' strain files. */
const BULK_FORMATS = ['gwf', 'hdf5'] as const;

interface LegacyStrainFile {
  readonly detector: string;
  readonly gpsStart: number;
  readonly rateKHz: number;
  readonly durationS: number;
  readonly format: string;
  /** Path in the data archive. */
  readonly path: string;
}

function renderStrainFile({ detector, gpsStart, rateKHz, durationS, format, path }: LegacyStrainFile): string {
  return renderObject([
    ['GPSstart', plain(gpsStart)],
    ['detector', plain(detector)],
    ['sampling_rate', plain(samplesPerSecond(rateKHz))],
    ['duration', plain(durationS)],
    ['format', plain(format)],
    ['url', link(path)],
  ]);
}

function renderOwnFile({ prefix, file }: NamedStrainFile, version: NamedVersion): string {
  const { detector, sample_rate_kHz: rateKHz, gps_start: gpsStart, duration: durationS, file_format: format } = file;
  const path = eventArchivePath(version, { prefix, gpsStart, durationS }, EVENT_FILE_ENDINGS[format]);
  return renderStrainFile({ detector, gpsStart, rateKHz, durationS, format: FORMATS[format], path });
}

/**
 * The dataset of a run's strain files, and the prefix of their names: from the data, or else by the rule for all runs since O2.
 * `isMissing`: the data list files for the run, but not this file.
 */
function bulkFileOf(
  { run, detector, rateKHz, gpsStart }: Pick<LegacyStrainFile, 'detector' | 'rateKHz' | 'gpsStart'> & { run: string },
  datasets: readonly StrainDataset[],
) {
  const ofRun = datasets.filter((one) => one.run === run && one.sample_rate_kHz === rateKHz);
  for (const { dataset, series } of ofRun) {
    const found = series.find((one) => one.detector === detector && hasFile(one.blocks, gpsStart));
    if (found) return { dataset, prefix: found.file_prefix, isMissing: false };
  }
  const dataset = `${run}_${rateKHz}KHZ_R1`;
  const prefix = `${detector.slice(0, 1)}-${detector}_GWOSC_${dataset}`;
  return { dataset, prefix, isMissing: ofRun.some(({ series }) => series.length > 0) };
}

/** The detectors with a listed file of the run that starts at a time; null if the data list no files of the run. */
function detectorsWithFile(
  run: string,
  gpsStart: number,
  datasets: readonly StrainDataset[],
): readonly string[] | null {
  const series = datasets.filter((one) => one.run === run).flatMap((one) => one.series);
  if (series.length === 0) return null;
  const found = series.filter(({ blocks }) => hasFile(blocks, gpsStart)).map(({ detector }) => detector);
  return [...new Set(found)].sort(byCodeUnit);
}

/**
 * The run's files that contain the event, for a version without files of its own. These are the files for the detectors that the data name.
 * If the data name none, a catalog with `bulk_strain` has all of the run's files, or files for the version's detectors if the data do not
 * list the run's files.
 */
function renderBulkFiles(version: NamedVersion, run: string | null, { datasets, catalogs }: LegacyInputs): string[] {
  if (run === null) return [];
  const detectors = version.bulk_detectors ?? [];
  const isByRule = detectors.length === 0 && catalogs.some((one) => one.bulk_strain && one.name === version.catalog);
  const gpsStart = Math.floor(version.gps / STRAIN_FILE_DURATION_S) * STRAIN_FILE_DURATION_S;
  const byRule = isByRule ? (detectorsWithFile(run, gpsStart, datasets) ?? version.detectors) : [];
  return (isByRule ? byRule : detectors).flatMap((detector) =>
    SAMPLE_RATES_KHZ.toReversed().flatMap((rateKHz) => {
      const { dataset, prefix, isMissing } = bulkFileOf({ run, detector, rateKHz, gpsStart }, datasets);
      if (isByRule && isMissing) return [];
      return BULK_FORMATS.map((format) => {
        const path = archivePath(dataset, prefix, gpsStart, format);
        return renderStrainFile({ detector, gpsStart, rateKHz, durationS: STRAIN_FILE_DURATION_S, format, path });
      });
    }),
  );
}

function renderSets(version: NamedVersion, parameters: readonly ParameterDefinition[], units: Units): string {
  return renderObject(
    parameterSetsOf(version).map(({ links = [], parameters: values = {}, ...set }) => {
      const known = parameters.filter(({ name }) => values[name] !== undefined);
      const members: MemberList = [
        ['waveform_family', plain(set.waveform_family ?? null)],
        ['data_url', plain(set.data_url ?? null)],
        ['date_added', plain(set.date_added ?? null)],
        ['is_preferred', plain(set.is_preferred ?? false)],
        ['pipeline_type', plain(set.pipeline_type ?? null)],
        ['links', plain(Object.fromEntries(links.map(({ label, url }) => [label, url])))],
        ...known.flatMap(({ name }) => renderValue(name, values[name], units.get(name))),
      ];
      return [set.name, renderObject(members)] as const;
    }),
  );
}

/** Units by parameter. */
type Units = ReadonlyMap<string, string>;

function unitsOf({ parameters, otherParameters, catalogs }: LegacyInputs): Map<string, Units> {
  const usual = [...parameters, ...otherParameters].map(({ name, unit }) => [name, unit] as const);
  return new Map(catalogs.map((one) => [one.name, new Map([...usual, ...Object.entries(one.legacy_units ?? {})])]));
}

/** Creates the function that renders the lines for an event version, by line set. */
export function createLegacyRenderer(catalogue: LegacyInputs) {
  const { parameters, otherParameters } = catalogue;
  const names = legacyParameters(parameters.map(({ name }) => name));
  const units = unitsOf(catalogue);
  const files = new Map(collectFiles(catalogue).map(({ version, files: own }) => [version, own]));
  return (version: NamedVersion, event: Event): Record<string, string> => {
    const { name, catalog, gps, reference } = version;
    const unitOf = units.get(catalog) ?? new Map();
    const first = joinMembers([
      ['commonName', plain(name)],
      ['version', plain(version.version)],
      ['catalog.shortName', plain(catalog)],
      ['GPS', float(gps)],
      ['reference', plain(reference ?? null)],
      ['jsonurl', link(legacyEventPath(version))],
    ]);
    const own = (files.get(version) ?? []).map((file) => renderOwnFile(file, version));
    const strain = own.length > 0 ? own : renderBulkFiles(version, runOf(event, gps, catalogue.runs), catalogue);
    const values = joinMembers(names.flatMap((one) => renderValue(one, version.parameters?.[one], unitOf.get(one))));
    const full = `${first},"strain":${arrayOf(strain)},${values}`;
    const last = joinMembers([
      ['gracedb_id', plain(event.grace_id ?? null)],
      ['parameters', renderSets(version, [...parameters, ...otherParameters], unitOf)],
    ]);
    const line = (text: string): string => `"${version.shortName}":{${text}}`;
    return {
      [LEGACY_LINE_SETS.events]: line(`${first},${values}`),
      [LEGACY_LINE_SETS.fullEvents]: line(full),
      [LEGACY_LINE_SETS.eventRecords]: line(`${full},${last}`),
    };
  };
}
