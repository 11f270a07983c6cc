/**
 * Reads `event-versions/<catalog>.yaml`. In: the input files and the names that entries may refer to. Out: event versions in the
 * order of the catalogs, and within a catalog in the order of its file. Problems are added to the context.
 */
import { checkEventVersion, shortNameOf } from './check-event-versions.ts';
import { catalogOfVersionsFinding, EventIds } from './check-events.ts';
import { implausibleEvent, outOfOrder } from './check-plausible.ts';
import type { RawEventVersion, RawEventVersions, RawValues } from './files/raw.ts';
import type { DataPath, PlacedFinding, YamlFile } from './files/yaml-file.ts';
import { type KnownNames, NameRegister } from './names.ts';
import { describePlace, type ReadContext, readFolder, warnOf } from './read-folder.ts';
import type { EventVersion, ParameterSet, ParameterValue } from './types.ts';

/** The record of each version lists all versions of its event, so the total size is quadratic in their number. */
const MAX_VERSIONS = 100;

export function readEventVersions(context: ReadContext, known: KnownNames): EventVersion[] {
  const { problems } = context;
  const names = new NameRegister('event');
  const places = new Map<string, () => string>();
  const counts = new Map<string, number>();
  const firstOfName = new Map<string, (finding: PlacedFinding) => void>();
  const otherShortNames: { alias: string; shortName: string; report: (finding: PlacedFinding) => void }[] = [];
  const byCatalog = new Map<string, EventVersion[]>();
  const checkName = (catalog: string) => catalogOfVersionsFinding(catalog, known);
  for (const { file } of readFolder<RawEventVersions>(context, 'event-versions', 'catalog', checkName)) {
    const { catalog } = file.value;
    const events: EventVersion[] = [];
    byCatalog.set(catalog, events);
    for (const [index, raw] of file.value.event_versions.entries()) {
      const at: DataPath = ['event_versions', index];
      const report = (found: PlacedFinding): void => void problems.push(inEntry(file, at, found));
      for (const finding of checkEventVersion(raw, known)) report(finding);
      const shortName = shortNameOf(raw);
      const before = file.value.event_versions[index - 1];
      const first = places.get(shortName);
      // A copy is out of order only because it is a copy.
      const order = first === undefined ? outOfOrder(before, raw, shortName) : [];
      warnOf(context, file, at, [...implausibleEvent(raw, shortName), ...order]);
      const place = (): string => describePlace(file, [...at, 'name']);
      if (first !== undefined) {
        const message = `event version ${shortName} is given twice, first at ${first()}`;
        const fix = 'correct the version, or keep one of the two';
        report({ at: ['name'], code: 'D131', message, fix });
      } else {
        places.set(shortName, place);
      }
      const renamed = names.addAgain(raw.name, place);
      if (renamed) report({ at: ['name'], ...renamed });
      const count = (counts.get(raw.name) ?? 0) + 1;
      counts.set(raw.name, count);
      if (count === MAX_VERSIONS + 1) {
        const message = `event ${raw.name} has more than ${MAX_VERSIONS} versions`;
        report({ at: ['name'], code: 'D157', message, fix: 'correct the names, or remove versions' });
      }
      if (!firstOfName.has(raw.name)) firstOfName.set(raw.name, report);
      if (raw.short_name !== undefined) otherShortNames.push({ alias: raw.short_name, shortName, report });
      events.push(toEventVersion(raw, catalog));
    }
  }
  const order = known.catalogs ?? [];
  const catalogs = [...byCatalog.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const loaded = catalogs.flatMap((catalog) => byCatalog.get(catalog) ?? []);
  const ids = new EventIds(loaded.map(({ name, version }) => ({ name, version })));
  for (const [name, report] of firstOfName) {
    const taken = ids.nameFinding(name);
    if (taken) report({ at: ['name'], ...taken });
  }
  for (const { alias, shortName, report } of otherShortNames) {
    const taken = ids.addAlias(alias, shortName);
    if (taken) report({ at: ['short_name'], ...taken });
  }
  return loaded;
}

function inEntry(file: YamlFile<RawEventVersions>, at: DataPath, found: PlacedFinding) {
  return file.problem({ ...found, at: [...at, ...found.at] });
}

function toEventVersion(raw: RawEventVersion, catalog: string): EventVersion {
  const { name, version, gps, detectors } = raw;
  return {
    name,
    version,
    otherShortName: raw.short_name ?? null,
    gps,
    catalog,
    doi: raw.doi ?? null,
    detectors,
    parameters: toParameters(raw.parameters),
    parameterSets: (raw.parameter_sets ?? []).map(
      (set): ParameterSet => ({
        name: set.name,
        description: set.description ?? null,
        dateAdded: set.date_added ?? null,
        pipeline: set.pipeline ?? null,
        pipelineType: set.pipeline_type ?? null,
        waveformFamily: set.waveform_family ?? null,
        dataUrl: set.data_url ?? null,
        isPreferred: set.is_preferred ?? false,
        links: (set.links ?? []).map((link) => ({ ...link, description: link.description ?? null })),
        parameters: toParameters(set.parameters),
      }),
    ),
  };
}

function toParameters(values: RawValues = {}): Map<string, ParameterValue> {
  const parameters = Object.entries(values).map(
    ([name, value]) =>
      [
        name,
        {
          best: value.best,
          upperError: value.upper_error ?? null,
          lowerError: value.lower_error ?? null,
          isUpperLimit: value.is_upper_limit ?? false,
          isLowerLimit: value.is_lower_limit ?? false,
        },
      ] as const,
  );
  return new Map(parameters);
}
