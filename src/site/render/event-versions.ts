/**
 * Renders event versions: catalogue -> one line for each entry (bare and with parameters) and each record, in the collection's
 * order; and the index columns in the same order. Times are in GPS seconds.
 */

import { EVENT_VERSION, WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { EventVersionDetail, EventVersionEntry } from '../../core/contract/wire.ts';
import type { IndexData } from '../../core/listing/select.ts';
import {
  allNames,
  catalogsOf,
  detectorRuns,
  type Event,
  gcnLinks,
  groupByEvent,
  renderVersions,
  runOf,
  sortVersions,
} from './event-facts.ts';
import { columnIndex, names, numbers, texts } from './index-columns.ts';
import { arrayOf, float, membersOf, nestedLink, plain, recordLink } from './json.ts';
import { createLegacyRenderer } from './legacy-events.ts';
import { renderParameters, sortParameters } from './parameter-objects.ts';
import {
  type CatalogueWith,
  createRenderer,
  type NamedVersion,
  type RenderedEntry,
  type RenderOptions,
} from './renderer.ts';

const READS = [
  'eventVersions',
  'events',
  'parameters',
  'otherParameters',
  'runs',
  'catalogs',
  'eventStrainFiles',
  'datasets',
] as const;
type VersionInputs = CatalogueWith<(typeof READS)[number]>;

type BareEntry = Omit<EventVersionEntry, 'default_parameters'>;

/** The members of an entry, which are also in the record. */
function entryMembers(version: NamedVersion): string {
  return membersOf<BareEntry>({
    name: plain(version.name),
    shortName: plain(version.shortName),
    gps: float(version.gps),
    version: plain(version.version),
    catalog: plain(version.catalog),
    doi: version.doi === undefined ? undefined : plain(version.doi),
    detectors: plain(version.detectors),
    detail_url: recordLink('event-versions', version.shortName),
  });
}

function renderVersion(
  version: NamedVersion,
  event: Event,
  { runs, parameters: definitions }: CatalogueWith<'runs' | 'parameters'>,
  compatibility: Compatibility,
): RenderedEntry {
  const id = version.shortName;
  const entry = entryMembers(version);
  const parameters = membersOf<Pick<EventVersionDetail, 'default_parameters'>>({
    default_parameters: arrayOf(renderParameters(version.parameters ?? {}, definitions, compatibility)),
  });
  const more = membersOf<Omit<EventVersionDetail, keyof EventVersionEntry>>({
    run: plain(runOf(event, version.gps, runs)),
    grace_id: plain(event.grace_id ?? null),
    aliases: plain(allNames(event)),
    ...gcnLinks(event),
    is_last_version: plain(event.last === version),
    versions: renderVersions(event),
    parameters_url: nestedLink('event-versions/{}/parameters', id),
    timelines_url: nestedLink('event-versions/{}/timelines', id),
    strain_files_url: nestedLink('event-versions/{}/strain-files', id),
  });
  return {
    entry: `{${entry}}`,
    variants: { [WITH_PARAMETERS]: `{${entry},${parameters}}` },
    record: `{${entry},${more},${parameters}}`,
  };
}

function eventOf(events: ReadonlyMap<string, Event>, { name }: NamedVersion): Event {
  return events.get(name) as Event;
}

function index(catalogue: VersionInputs): IndexData {
  const sorted = sortVersions(catalogue.eventVersions);
  const events = groupByEvent(catalogue);
  const column = <T>(read: (version: NamedVersion, event: Event) => T): T[] =>
    sorted.map((version) => read(version, eventOf(events, version)));
  const best = catalogue.parameters.map(({ name }) => {
    const values = column(({ parameters }) => parameters?.[name]?.best ?? null);
    return [EVENT_VERSION.best(name), numbers(values)] as const;
  });
  return columnIndex(sorted.length, {
    [EVENT_VERSION.name]: texts(column(({ name }) => name)),
    [EVENT_VERSION.version]: numbers(column(({ version }) => version)),
    [EVENT_VERSION.gps]: numbers(column(({ gps }) => gps)),
    [EVENT_VERSION.catalogs]: names(column((version, event) => catalogsOf(version, event, catalogue.catalogs))),
    [EVENT_VERSION.detectors]: names(column(({ detectors }) => detectors)),
    [EVENT_VERSION.aliases]: names(column((_, { aliases = [] }) => aliases)),
    [EVENT_VERSION.shortName]: names(
      column(({ name, version, shortName }) => (shortName === eventVersionId(name, version) ? [] : shortName)),
    ),
    [EVENT_VERSION.otherShortName]: names(
      column(({ short_name: other = [], shortName }) => (other === shortName ? [] : other)),
    ),
    [EVENT_VERSION.detectorRuns]: names(
      column((version, event) => detectorRuns(version.detectors, runOf(event, version.gps, catalogue.runs))),
    ),
    ...Object.fromEntries(best),
  });
}

function* lines(
  catalogue: VersionInputs,
  { legacyInterfaces, compatibility }: RenderOptions,
): Generator<RenderedEntry> {
  const events = groupByEvent(catalogue);
  const { runs } = catalogue;
  const parameters = sortParameters(catalogue.parameters, compatibility);
  const renderLegacy = legacyInterfaces ? createLegacyRenderer(catalogue) : () => ({});
  for (const version of sortVersions(catalogue.eventVersions)) {
    const event = eventOf(events, version);
    const { variants, ...rendered } = renderVersion(version, event, { runs, parameters }, compatibility);
    yield { ...rendered, variants: { ...variants, ...renderLegacy(version, event) } };
  }
}

export const eventVersions = createRenderer(READS, { index, lines });
