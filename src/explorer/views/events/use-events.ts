/** Collects everything that the events view shows for an address, from the core's responses. */

import { useMemo } from 'preact/hooks';
import type { EventVersionEntry, RunEntry } from '../../../core/contract/wire.ts';
import { pathOf } from '../../address/address.ts';
import { latestOf, useEntries } from '../../host/use-answer.ts';
import type { ViewProps } from '../../host/view.ts';
import { chosenColumns, listColumns, listQuantities, sortRows } from './columns.ts';
import { ALL_TARGET, type FoundEntry, findRows, makeRows, pickVersions } from './rows.ts';
import {
  asksForVersions,
  findListing,
  groupFilters,
  passesSettings,
  poolTarget,
  selectionTarget,
} from './selection.ts';
import { listPlots, type PlotName } from './settings.ts';

const NO_RUNS: readonly RunEntry[] = [];

export function useEvents({
  core,
  address,
  isPart,
}: Pick<ViewProps, 'core' | 'address'> & { readonly isPart: boolean }) {
  const { release } = core;
  const path = pathOf(address.target);
  const listing = useMemo(() => findListing(path, release), [path, release]);
  const everything = useEntries<EventVersionEntry>(core, ALL_TARGET);
  const whole = useEntries<FoundEntry>(core, poolTarget(address.target));
  const found = useEntries<FoundEntry>(core, selectionTarget(address.target, listing));
  const runs = useEntries<RunEntry>(core, 'runs');
  const [entries, candidates, matches] = [latestOf(everything), latestOf(whole), latestOf(found)];
  const byId = useMemo(() => makeRows(entries ?? []), [entries]);
  const all = useMemo(() => [...byId.values()], [byId]);
  const areVersions = asksForVersions(address);
  const pool = useMemo(() => {
    const rows = findRows(candidates ?? [], byId);
    return areVersions ? rows : pickVersions(rows);
  }, [candidates, byId, areVersions]);
  const { sort, columns: chosen, detectors, without, rows: rowsOf } = address.view;
  const quantities = useMemo(() => listQuantities(release), [release]);
  const plots = useMemo(() => listPlots(quantities, release.data.vocabulary, isPart), [quantities, release, isPart]);
  const rows = useMemo(() => {
    const selected = new Set(findRows(matches ?? [], byId));
    return pool.filter((row) => selected.has(row) && passesSettings(row, address.view, quantities));
  }, [matches, byId, pool, quantities, detectors, without]);
  const columns = useMemo(() => listColumns(quantities), [quantities]);
  const hasVersions = rowsOf === 'versions';
  return {
    ...{ listing, all, pool, rows, quantities, columns, areVersions, plots },
    plot: plots.find((one) => one === address.view.plot) ?? (plots[0] as PlotName),
    filters: useMemo(() => groupFilters(listing), [listing]),
    shown: useMemo(() => chosenColumns(chosen, columns, hasVersions), [chosen, columns, hasVersions]),
    sorted: useMemo(() => sortRows(rows, sort, columns), [rows, sort, columns]),
    runs: latestOf(runs) ?? NO_RUNS,
    failed: [everything, whole, found, runs].find((loaded) => loaded.state === 'failed') ?? null,
    isThere: entries !== null && candidates !== null && matches !== null,
    isBusy: [everything, whole, found].some(({ state }) => state === 'loading'),
  };
}
