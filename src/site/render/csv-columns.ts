/**
 * The members of the entries of each line set in order, which are the columns of CSV. A missing or misspelt member of a wire type
 * does not compile. Build time; pure.
 */

import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { CollectionName } from '../../core/collections/registry.ts';
import type {
  Catalog,
  Dataset,
  EventEntry,
  EventStrainFile,
  EventVersionEntry,
  ParameterObject,
  ParameterSet,
  RunEntry,
  Segment,
  StrainFileEntry,
  Timeline,
} from '../../core/contract/wire.ts';

/** Lists every member of a wire type; the values are ignored. */
type MembersOf<Wire> = { readonly [name in keyof Wire]-?: '' };

const namesOf = <Wire>(members: MembersOf<Wire>): readonly string[] => Object.keys(members);

const EVENT_VERSION = {
  name: '',
  shortName: '',
  gps: '',
  version: '',
  catalog: '',
  doi: '',
  detectors: '',
  detail_url: '',
} as const;

/** Columns by line set. */
export const CSV_COLUMNS: Readonly<Record<CollectionName | typeof WITH_PARAMETERS, readonly string[]>> = {
  'strain-files': namesOf<StrainFileEntry>({
    gps_start: '',
    utc_start: '',
    detector: '',
    sample_rate_kHz: '',
    hdf5_url: '',
    gwf_url: '',
    detail_url: '',
  }),
  'event-versions': namesOf<Omit<EventVersionEntry, 'default_parameters'>>(EVENT_VERSION),
  [WITH_PARAMETERS]: namesOf<EventVersionEntry>({ ...EVENT_VERSION, default_parameters: '' }),
  // Its entries are strings.
  'default-parameters': ['name'],
  runs: namesOf<RunEntry>({ name: '', gps_start: '', gps_end: '', detectors: '', detail_url: '' }),
  datasets: namesOf<Dataset>({
    name: '',
    run: '',
    description: '',
    sample_rate_kHz: '',
    gps_start: '',
    gps_end: '',
    detectors: '',
    bitmask: '',
    strain_files_url: '',
    detail_url: '',
  }),
  catalogs: namesOf<Catalog>({ name: '', description: '', doi: '', events_url: '', detail_url: '' }),
  events: namesOf<EventEntry>({ name: '', strain_files_url: '', detail_url: '', aliases: '', versions: '' }),
  timelines: namesOf<Timeline>({ name: '', detector: '', run_names: '', segments_url: '', detail_url: '' }),
  segments: namesOf<Segment>({ start: '', stop: '' }),
  'event-strain-files': namesOf<EventStrainFile>({
    gps_start: '',
    detector: '',
    sample_rate_kHz: '',
    duration: '',
    file_format: '',
    download_url: '',
  }),
  'event-parameters': namesOf<ParameterObject>({
    name: '',
    unit: '',
    description: '',
    best: '',
    upper_error: '',
    lower_error: '',
    is_upper_limit: '',
    is_lower_limit: '',
  }),
  'parameter-sets': namesOf<ParameterSet>({
    name: '',
    pipeline_type: '',
    waveform_family: '',
    data_url: '',
    is_preferred: '',
    links: '',
    parameters: '',
  }),
};
