/**
 * Reads detectors, runs, catalogs and default parameters. In: the list of input files. Out: the lists, and the names that
 * other files may refer to (null for a list whose file could not be read). Problems are added to the context.
 */

import type { Finding, Problem } from '../report/problems.ts';
import { checkRun } from './check-runs.ts';
import { INPUT_FILES, type TopFile } from './files/input-files.ts';
import type { RawCatalogs, RawDetectors, RawParameters, RawRuns } from './files/raw.ts';
import { type DataPath, readYamlFile, type YamlFile } from './files/yaml-file.ts';
import { fileNameFinding, type KnownNames, NameRegister, reservedNameFinding, unknownNameFinding } from './names.ts';
import { describePlace, type ReadContext } from './read-folder.ts';
import type { Catalogue } from './types.ts';

export interface TopFiles {
  readonly known: KnownNames;
  readonly lists: Pick<Catalogue, 'detectors' | 'runs' | 'catalogs' | 'parameters' | 'otherParameters'>;
}

/** Reports duplicate names, and names that differ only in case, among the records of a file; `lists` are the names in each of its lists. */
function checkNames<T>(file: YamlFile<T>, kind: string, field: string, lists: NamesByList): Problem[] {
  const register = new NameRegister(kind);
  return eachName(lists, field).flatMap(({ name, at }) => {
    const finding = register.add(name, () => describePlace(file, at));
    return finding ? [file.problem({ at, ...finding })] : [];
  });
}

/** Names of the records in each list of a file. */
type NamesByList = Readonly<Record<string, readonly string[]>>;

function eachName(lists: NamesByList, field: string): { name: string; at: DataPath }[] {
  return Object.entries(lists).flatMap(([list, names]) =>
    names.map((name, index) => ({ name, at: [list, index, field] })),
  );
}

export function readTopFiles({ inputs, problems, overlay }: ReadContext): TopFiles {
  const read = <T>(kind: TopFile) => readYamlFile<T>(inputs.top[kind], INPUT_FILES[kind].schema, overlay);
  const detectors = read<RawDetectors>('detectors');
  const runs = read<RawRuns>('runs');
  const catalogs = read<RawCatalogs>('catalogs');
  const parameters = read<RawParameters>('default-parameters');
  const add = (found: readonly Problem[]): void => {
    // No spread syntax: a file may have more problems than a call can have arguments.
    for (const problem of found) problems.push(problem);
  };
  for (const { problems: found } of [detectors, runs, catalogs, parameters]) add(found);

  const codes = detectors.file?.value.detectors.map((detector) => detector.code) ?? null;
  const runNames = runs.file?.value.runs.map((run) => run.name) ?? null;
  const catalogNames = catalogs.file?.value.catalogs.map((catalog) => catalog.name) ?? null;
  const parameterLists = parameters.file && {
    default_parameters: parameters.file.value.default_parameters,
    other_parameters: parameters.file.value.other_parameters ?? [],
  };
  const parameterNames = parameterLists?.default_parameters.map(({ name }) => name) ?? null;
  const otherParameterNames = parameterLists?.other_parameters.map(({ name }) => name) ?? null;

  if (detectors.file) add(checkNames(detectors.file, 'detector', 'code', { detectors: codes ?? [] }));
  if (runs.file) {
    add(checkNames(runs.file, 'run', 'name', { runs: runNames ?? [] }));
    add(checkReserved(runs.file, 'a run', 'runs', runNames ?? [], fileNameFinding));
    add(checkRuns(runs.file, codes));
  }
  if (catalogs.file) {
    add(checkNames(catalogs.file, 'catalog', 'name', { catalogs: catalogNames ?? [] }));
    add(checkReserved(catalogs.file, 'a catalog', 'catalogs', catalogNames ?? []));
    add(checkMembers(catalogs.file));
  }
  if (parameters.file) {
    const lists = { default_parameters: parameterNames ?? [], other_parameters: otherParameterNames ?? [] };
    add(checkNames(parameters.file, 'parameter', 'name', lists));
    add(checkParameterNames(parameters.file, lists));
  }
  return {
    known: {
      detectors: codes,
      runs: runNames,
      catalogs: catalogNames,
      cumulative: catalogs.file ? cumulativeOf(catalogs.file.value) : null,
      parameters: parameterNames,
      otherParameters: otherParameterNames,
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
      parameters: parameterLists?.default_parameters ?? [],
      otherParameters: parameterLists?.other_parameters ?? [],
    },
  };
}

function checkReserved<T>(
  file: YamlFile<T>,
  kind: string,
  list: string,
  names: readonly string[],
  findingOf = reservedNameFinding,
): Problem[] {
  return names.flatMap((name, index) => {
    const finding = findingOf(kind, name);
    return finding ? [file.problem({ at: [list, index, 'name'], ...finding })] : [];
  });
}

function cumulativeOf({ catalogs }: RawCatalogs): string[] {
  return catalogs.filter(({ members }) => members !== undefined).map(({ name }) => name);
}

/** A cumulative catalog consists of ordinary ones. */
function checkMembers(file: YamlFile<RawCatalogs>): Problem[] {
  const names = file.value.catalogs.map(({ name }) => name);
  const cumulative = cumulativeOf(file.value);
  return file.value.catalogs.flatMap(({ name, members = [] }, index) =>
    members.flatMap((member, position) => {
      const message = `${member} is a cumulative catalog and cannot be a member of ${name}`;
      const finding: Finding | null = cumulative.includes(member)
        ? { code: 'D139', message, fix: `list the members of ${member} instead` }
        : unknownNameFinding('D132', 'catalog', member, names, 'catalogs.yaml');
      return finding ? [file.problem({ at: ['catalogs', index, 'members', position], ...finding })] : [];
    }),
  );
}

/** Parameter names with another meaning: a range filter, members of every object, columns of imports. */
const RESERVED_PARAMETERS = new Set([
  'gps_time',
  'constructor',
  'prototype',
  ...['name', 'version', 'gps', 'catalog', 'detectors', 'detectors_source', 'doi'],
  ...['short_name', 'reference', 'set', 'description', 'date_added', 'pipeline', 'pipeline_type', 'waveform_family'],
  ...['data_url', 'is_preferred', 'links'],
]);

/** Suffixes of the columns for a parameter's errors and limits. */
const COLUMN_ENDING = /_(?:lower|upper|limit)$/;

function checkParameterNames<T>(file: YamlFile<T>, lists: NamesByList): Problem[] {
  const known = new Set(Object.values(lists).flat());
  return eachName(lists, 'name').flatMap(({ name, at }) => {
    const isColumn = COLUMN_ENDING.test(name) && known.has(name.replace(COLUMN_ENDING, ''));
    if (!isColumn && !RESERVED_PARAMETERS.has(name)) return [];
    const reason = name === 'gps_time' ? 'the range filter gps-time has this name' : 'the name has another meaning';
    const message = `a parameter cannot be named "${name}", because ${reason}`;
    return [file.problem({ at, code: 'D121', message, fix: 'choose another name' })];
  });
}

function checkRuns(file: YamlFile<RawRuns>, codes: readonly string[] | null): Problem[] {
  const { runs } = file.value;
  return runs.flatMap((run, index) =>
    checkRun(run, runs.slice(0, index), codes).map((finding) =>
      file.problem({ ...finding, at: ['runs', index, ...finding.at] }),
    ),
  );
}
