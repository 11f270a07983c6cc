/**
 * Reads detectors, runs, catalogs and default parameters, and collects the names that other files may refer to. If a file cannot be read,
 * the names from its lists are null.
 */

import { legacyParameters } from '../core/contract/legacy-paths.ts';
import { PARAMETER_COLUMNS } from '../core/contract/parameters.ts';
import type { DataPath, Finding } from '../report/problems.ts';
import type { DataFile } from './files/data-file.ts';
import { type KnownNames, NameRegister, reservedNameFinding, unknownNameFinding } from './names.ts';
import { type ReadContext, readTop, report, reportName } from './read-folder.ts';
import { checkRuns } from './runs.ts';
import type { CatalogsFile, Catalogue } from './types.ts';

export interface TopFiles {
  readonly known: KnownNames;
  readonly lists: Pick<Catalogue, 'detectors' | 'runs' | 'catalogs' | 'parameters' | 'otherParameters'>;
}

/** Names of the records in each list of a file. */
type NamesByList = Readonly<Record<string, readonly string[]>>;

/** Reports duplicate names, names that differ only in case, and any finding that `check` returns for a name. */
function checkNames<T>(
  context: ReadContext,
  { file, kind, field = 'name' }: { readonly file: DataFile<T>; readonly kind: string; readonly field?: string },
  lists: NamesByList,
  check: (name: string) => Finding | null = () => null,
): void {
  const register = new NameRegister(kind);
  for (const [list, names] of Object.entries(lists)) {
    for (const [index, name] of names.entries()) {
      const at: DataPath = [list, index, field];
      reportName(context, register, file, at, name);
      report(context, file, at, check(name));
    }
  }
}

/** Reads detectors, runs, catalogs and parameters, and collects their names, which other files refer to. */
export function readTopFiles(context: ReadContext): TopFiles {
  const detectors = readTop(context, 'detectors');
  const runs = readTop(context, 'runs');
  const catalogs = readTop(context, 'catalogs');
  const parameters = readTop(context, 'default-parameters');

  const listNames = (records: readonly { readonly name: string }[] = []) => records.map(({ name }) => name);
  const codes = detectors?.value.detectors.map(({ code }) => code) ?? null;
  const runNames = listNames(runs?.value.runs);
  const catalogNames = listNames(catalogs?.value.catalogs);
  const parameterNames = listNames(parameters?.value.default_parameters);
  const otherNames = listNames(parameters?.value.other_parameters);

  if (detectors) checkNames(context, { file: detectors, kind: 'detector', field: 'code' }, { detectors: codes ?? [] });
  if (runs) {
    checkNames(context, { file: runs, kind: 'run' }, { runs: runNames }, (name) => reservedNameFinding('run', name));
    report(context, runs, ['runs'], checkRuns(runs.value.runs, codes));
  }
  if (catalogs) {
    const check = (name: string) => reservedNameFinding('catalog', name);
    checkNames(context, { file: catalogs, kind: 'catalog' }, { catalogs: catalogNames }, check);
    checkMembers(context, catalogs);
    checkAliases(context, catalogs);
  }
  if (parameters) {
    const lists = { default_parameters: parameterNames, other_parameters: otherNames };
    // The older interfaces have columns for some parameters even if the data lack them.
    const known = new Set([...legacyParameters(parameterNames), ...otherNames]);
    checkNames(context, { file: parameters, kind: 'parameter' }, lists, (name) => parameterNameFinding(name, known));
  }
  return {
    known: {
      detectors: codes,
      runs: runs && runNames,
      catalogs: catalogs && catalogNames,
      cumulative: catalogs && cumulativeOf(catalogs.value),
      parameters: parameters && parameterNames,
      otherParameters: parameters && otherNames,
    },
    lists: {
      detectors: detectors?.value.detectors ?? [],
      runs: runs?.value.runs ?? [],
      catalogs: catalogs?.value.catalogs ?? [],
      parameters: parameters?.value.default_parameters ?? [],
      otherParameters: parameters?.value.other_parameters ?? [],
    },
  };
}

function cumulativeOf({ catalogs }: CatalogsFile): string[] {
  return catalogs.filter(({ members }) => members !== undefined).map(({ name }) => name);
}

/** Checks that the members of cumulative catalogs are ordinary catalogs. */
function checkMembers(context: ReadContext, file: DataFile<CatalogsFile>): void {
  const names = file.value.catalogs.map(({ name }) => name);
  const cumulative = cumulativeOf(file.value);
  for (const [index, { name, members = [] }] of file.value.catalogs.entries()) {
    for (const [position, member] of members.entries()) {
      const message = `${member} is a cumulative catalog and cannot be a member of ${name}`;
      const finding: Finding | null = cumulative.includes(member)
        ? { code: 'D139', message, fix: `list the members of ${member} instead` }
        : unknownNameFinding('catalog', member, names);
      report(context, file, ['catalogs', index, 'members', position], finding);
    }
  }
}

/** Checks that the short names of catalogs are not reserved, and name nothing else. They become parts of paths, so case is ignored. */
function checkAliases(context: ReadContext, file: DataFile<CatalogsFile>): void {
  const taken = new Map(file.value.catalogs.map(({ name }) => [name.toLowerCase(), `the name of ${name}`]));
  for (const [index, { name, aliases = [] }] of file.value.catalogs.entries()) {
    for (const [position, alias] of aliases.entries()) {
      const owner = taken.get(alias.toLowerCase());
      const message = `alias ${alias} is already ${owner}`;
      const duplicate: Finding | null = owner
        ? { code: 'D138', message, fix: 'use another alias, or remove it' }
        : null;
      report(
        context,
        file,
        ['catalogs', index, 'aliases', position],
        reservedNameFinding('catalog', alias) ?? duplicate,
      );
      taken.set(alias.toLowerCase(), `an alias of ${name}`);
    }
  }
}

/**
 * Parameter names that have another meaning, in lower case: a range filter, import columns, and record members in the older interfaces.
 */
const RESERVED_PARAMETERS = new Set([
  'gps_time',
  'prototype',
  ...['name', 'version', 'gps', 'catalog', 'detectors', 'detectors_source', 'doi'],
  ...['short_name', 'reference', 'set', 'description', 'date_added', 'pipeline', 'pipeline_type', 'waveform_family'],
  ...['data_url', 'is_preferred', 'links'],
  ...['commonname', 'gracedb_id', 'jsonurl', 'parameters', 'strain'],
]);

/** Matches the suffixes of the columns with a parameter's errors, limit and unit. */
const COLUMN_ENDING = new RegExp(`(?:${[...PARAMETER_COLUMNS.filter(Boolean), '_unit'].join('|')})$`);

/** `known` contains the parameters that have columns. */
function parameterNameFinding(name: string, known: ReadonlySet<string>): Finding | null {
  const isColumn = COLUMN_ENDING.test(name) && known.has(name.replace(COLUMN_ENDING, ''));
  // In JavaScript, every object has members such as `constructor`.
  const isReserved = RESERVED_PARAMETERS.has(name.toLowerCase()) || name in Object.prototype;
  if (!isColumn && !isReserved) return null;
  const reason = name === 'gps_time' ? 'the range filter gps-time has this name' : 'the name has another meaning';
  const message = `a parameter cannot be named "${name}", because ${reason}`;
  return { code: 'D121', message, fix: 'choose another name' };
}
