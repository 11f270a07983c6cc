/**
 * Reads detectors, runs, catalogs and default parameters, and collects the names that other files may refer to. If a file cannot be read,
 * its lists are empty.
 */

import { legacyParameters } from '../core/contract/compatibility.ts';
import type { DataPath, Finding } from '../report/problems.ts';
import { checkCatalogs, cumulativeOf } from './check-catalogs.ts';
import { type KnownNames, NameRegister, parameterNameFinding, reservedNameFinding } from './check-names.ts';
import { checkRuns } from './check-runs.ts';
import type { DataFile } from './files/data-file.ts';
import { addFindings, addName, type ReadContext, readTop } from './read-folder.ts';
import type { Catalogue } from './types.ts';

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
      addName(context, register, file, at, name);
      addFindings(context, file, at, check(name));
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
  const codes = detectors?.value.detectors.map(({ code }) => code) ?? [];
  const runNames = listNames(runs?.value.runs);
  const catalogNames = listNames(catalogs?.value.catalogs);
  const parameterNames = listNames(parameters?.value.default_parameters);
  const otherNames = listNames(parameters?.value.other_parameters);

  if (detectors) checkNames(context, { file: detectors, kind: 'detector', field: 'code' }, { detectors: codes });
  if (runs) {
    checkNames(context, { file: runs, kind: 'run' }, { runs: runNames }, (name) => reservedNameFinding('run', name));
    addFindings(context, runs, ['runs'], checkRuns(runs.value.runs, codes));
  }
  if (catalogs) {
    const check = (name: string) => reservedNameFinding('catalog', name);
    checkNames(context, { file: catalogs, kind: 'catalog' }, { catalogs: catalogNames }, check);
    addFindings(context, catalogs, ['catalogs'], checkCatalogs(catalogs.value.catalogs));
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
      runs: runNames,
      catalogs: catalogNames,
      cumulative: cumulativeOf(catalogs?.value.catalogs ?? []),
      parameters: parameterNames,
      otherParameters: otherNames,
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
