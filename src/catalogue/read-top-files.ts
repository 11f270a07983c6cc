/**
 * Reads detectors, runs, catalogs and default parameters. In: the list of input files. Out: the lists, and the names that
 * other files may refer to (null for a list whose file could not be read). Problems are added to the context.
 */
import { checkRun } from './check-runs.ts';
import type { Finding, Problem } from './files/problems.ts';
import type { RawCatalogs, RawDetectors, RawParameters, RawRuns } from './files/raw.ts';
import { type DataPath, readYamlFile, type YamlFile } from './files/yaml-file.ts';
import { type KnownNames, NameRegister, reservedNameFinding, unknownNameFinding } from './names.ts';
import { placeOf, type ReadContext } from './read-folder.ts';
import type { Catalogue } from './types.ts';

export interface TopFiles {
  readonly known: KnownNames;
  readonly lists: Pick<Catalogue, 'detectors' | 'runs' | 'catalogs' | 'parameters'>;
}

/** Reports names given twice, or in two cases, in a list of named records. */
function checkNames<T>(
  file: YamlFile<T>,
  kind: string,
  list: string,
  field: string,
  names: readonly string[],
): Problem[] {
  const register = new NameRegister(kind);
  return names.flatMap((name, index) => {
    const at: DataPath = [list, index, field];
    const finding = register.add(name, () => placeOf(file, at));
    return finding ? [file.problem({ at, ...finding })] : [];
  });
}

export function readTopFiles({ inputs, problems, overlay }: ReadContext): TopFiles {
  const detectors = readYamlFile<RawDetectors>(inputs.top['detectors.yaml'], 'detectors', overlay);
  const runs = readYamlFile<RawRuns>(inputs.top['runs.yaml'], 'runs', overlay);
  const catalogs = readYamlFile<RawCatalogs>(inputs.top['catalogs.yaml'], 'catalogs', overlay);
  const parameters = readYamlFile<RawParameters>(inputs.top['default-parameters.yaml'], 'default-parameters', overlay);
  for (const read of [detectors, runs, catalogs, parameters]) problems.push(...read.problems);

  const codes = detectors.file?.value.detectors.map((detector) => detector.code) ?? null;
  const runNames = runs.file?.value.runs.map((run) => run.name) ?? null;
  const catalogNames = catalogs.file?.value.catalogs.map((catalog) => catalog.name) ?? null;
  const parameterNames = parameters.file?.value.default_parameters.map((parameter) => parameter.name) ?? null;

  if (detectors.file) problems.push(...checkNames(detectors.file, 'detector', 'detectors', 'code', codes ?? []));
  if (runs.file) {
    problems.push(...checkNames(runs.file, 'run', 'runs', 'name', runNames ?? []), ...checkRuns(runs.file, codes));
  }
  if (catalogs.file) {
    problems.push(...checkNames(catalogs.file, 'catalog', 'catalogs', 'name', catalogNames ?? []));
    problems.push(...checkReserved(catalogs.file, 'a catalog', 'catalogs', catalogNames ?? []));
    problems.push(...checkMembers(catalogs.file));
  }
  if (parameters.file) {
    const list = 'default_parameters';
    problems.push(...checkNames(parameters.file, 'parameter', list, 'name', parameterNames ?? []));
    problems.push(...checkGpsTime(parameters.file, list, parameterNames ?? []));
  }
  return {
    known: {
      detectors: codes,
      runs: runNames,
      catalogs: catalogNames,
      cumulative: catalogs.file ? cumulativeOf(catalogs.file.value) : null,
      parameters: parameterNames,
    },
    lists: {
      detectors: detectors.file?.value.detectors ?? [],
      runs: (runs.file?.value.runs ?? []).map((run) => ({
        name: run.name,
        gpsStart: run.gps_start,
        gpsStop: run.gps_stop,
        detectors: run.detectors ?? [],
      })),
      catalogs: (catalogs.file?.value.catalogs ?? []).map((catalog) => ({
        name: catalog.name,
        description: catalog.description,
        doi: catalog.doi ?? null,
        members: catalog.members ?? null,
      })),
      parameters: parameters.file?.value.default_parameters ?? [],
    },
  };
}

function checkReserved<T>(file: YamlFile<T>, kind: string, list: string, names: readonly string[]): Problem[] {
  return names.flatMap((name, index) => {
    const finding = reservedNameFinding(kind, name);
    return finding ? [file.problem({ at: [list, index, 'name'], ...finding })] : [];
  });
}

function cumulativeOf({ catalogs }: RawCatalogs): string[] {
  return catalogs.filter(({ members }) => members !== undefined).map(({ name }) => name);
}

/** A cumulative catalog is made of ordinary ones. */
function checkMembers(file: YamlFile<RawCatalogs>): Problem[] {
  const names = file.value.catalogs.map(({ name }) => name);
  const cumulative = cumulativeOf(file.value);
  return file.value.catalogs.flatMap(({ name, members = [] }, index) =>
    members.flatMap((member, position) => {
      const message = `${member} is a cumulative catalog and cannot be a member of ${name}`;
      const finding: Finding | null = cumulative.includes(member)
        ? { code: 'D139', message, fix: `list the members of ${member} in its place` }
        : unknownNameFinding('D132', 'catalog', member, names, 'catalogs.yaml');
      return finding ? [file.problem({ at: ['catalogs', index, 'members', position], ...finding })] : [];
    }),
  );
}

/** `gps-time` is a range filter of its own, on the time of the event. */
function checkGpsTime<T>(file: YamlFile<T>, list: string, names: readonly string[]): Problem[] {
  const index = names.indexOf('gps_time');
  if (index < 0) return [];
  const message = 'a parameter cannot be named "gps_time", the range filter gps-time has this name';
  const finding: Finding = { code: 'D121', message, fix: 'choose another name' };
  return [file.problem({ at: [list, index, 'name'], ...finding })];
}

function checkRuns(file: YamlFile<RawRuns>, codes: readonly string[] | null): Problem[] {
  const { runs } = file.value;
  return runs.flatMap((run, index) =>
    checkRun(run, runs.slice(0, index), codes).map((finding) =>
      file.problem({ ...finding, at: ['runs', index, ...finding.at] }),
    ),
  );
}
