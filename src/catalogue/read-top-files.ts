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
export function readTopFiles(context: ReadContext) {
  const detectors = readTop(context, 'detectors');
  const runs = readTop(context, 'runs');
  const catalogs = readTop(context, 'catalogs');
  const parameters = readTop(context, 'default-parameters');
  const lists = {
    detectors: detectors?.value.detectors ?? [],
    runs: runs?.value.runs ?? [],
    catalogs: catalogs?.value.catalogs ?? [],
    parameters: parameters?.value.default_parameters ?? [],
    otherParameters: parameters?.value.other_parameters ?? [],
  };
  const namesIn = (records: readonly { readonly name: string }[]) => records.map(({ name }) => name);
  const known: KnownNames = {
    detectors: lists.detectors.map(({ code }) => code),
    runs: namesIn(lists.runs),
    catalogs: namesIn(lists.catalogs),
    cumulative: cumulativeOf(lists.catalogs),
    parameters: namesIn(lists.parameters),
    otherParameters: namesIn(lists.otherParameters),
  };

  if (detectors) {
    checkNames(context, { file: detectors, kind: 'detector', field: 'code' }, { detectors: known.detectors });
  }
  if (runs) {
    checkNames(context, { file: runs, kind: 'run' }, { runs: known.runs }, (name) => reservedNameFinding('run', name));
    addFindings(context, runs, ['runs'], checkRuns(lists.runs, known.detectors));
  }
  if (catalogs) {
    const check = (name: string) => reservedNameFinding('catalog', name);
    checkNames(context, { file: catalogs, kind: 'catalog' }, { catalogs: known.catalogs }, check);
    addFindings(context, catalogs, ['catalogs'], checkCatalogs(lists.catalogs));
  }
  if (parameters) {
    const names = { default_parameters: known.parameters, other_parameters: known.otherParameters };
    // The older interfaces have columns for some parameters even if the data lack them.
    const all = new Set([...legacyParameters(known.parameters), ...known.otherParameters]);
    checkNames(context, { file: parameters, kind: 'parameter' }, names, (name) => parameterNameFinding(name, all));
  }
  return { known, lists };
}
