/**
 * Converts event versions and their parameter sets to rows of the imports of the same names. Out: rows, and entries that no row can
 * hold. Facts that can be derived are omitted. Pure.
 */

import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { LeftOut } from '../import/plan.ts';
import type { Entry, Harvested } from './harvested.ts';
import { cellOf, listIn, type RowSink, rowOf } from './row.ts';
import { leftOutEntry } from './service-problems.ts';

/** The id of an event version in the data. */
export const versionIdOf = ({ value }: Entry): string => eventVersionId(cellOf(value.name), value.version as number);

/** Columns of parameters, with `none` for missing errors and limits. */
function parameterCells(found: Entry, values: unknown, label: string, leftOut: LeftOut[]): Mapping | null {
  const cells: Record<string, unknown> = {};
  const objects = Array.isArray(values) ? values : [];
  for (const one of objects) {
    if (!isMapping(one)) continue;
    const name = cellOf(one.name).replaceAll('-', '_');
    if (one.is_upper_limit === true && one.is_lower_limit === true) {
      leftOut.push(
        leftOutEntry(
          found,
          'default_parameters',
          label,
          `${name} is both an upper and a lower limit`,
          'ask the service which one is right',
        ),
      );
      return null;
    }
    cells[name] = one.best;
    cells[`${name}_upper`] = one.upper_error ?? 'none';
    cells[`${name}_lower`] = one.lower_error ?? 'none';
    cells[`${name}_limit`] = one.is_upper_limit === true ? 'upper' : one.is_lower_limit === true ? 'lower' : 'none';
  }
  return cells;
}

export function versionRows({ eventVersions }: Harvested, { rows, leftOut }: RowSink): void {
  for (const version of eventVersions) {
    const parameters = parameterCells(version, version.value.default_parameters, versionIdOf(version), leftOut);
    if (parameters === null) continue;
    const { name, version: number, gps, catalog, doi, detectors } = version.value;
    rows.push(rowOf(version, { ...parameters, name, version: number, gps, catalog, doi, detectors }));
  }
}

/** True for the set that stands for missing ones: it equals the default parameters. */
function standsIn({ value: set }: Entry, sets: readonly Entry[], { value: version }: Entry): boolean {
  const { name, pipeline_type, waveform_family, data_url, is_preferred, links, parameters } = set;
  const says = [pipeline_type, waveform_family, data_url, ...(Array.isArray(links) ? links : [])];
  const isBare =
    sets.length === 1 && name === version.catalog && is_preferred === true && says.every((one) => one === null);
  return isBare && JSON.stringify(parameters) === JSON.stringify(version.default_parameters ?? []);
}

export function parameterSetRows({ parameterSets }: Harvested, { rows, leftOut }: RowSink): void {
  for (const { entry: version, inner: sets } of parameterSets) {
    for (const set of sets) {
      if (standsIn(set, sets, version)) continue;
      const { name, pipeline_type, waveform_family, data_url, is_preferred } = set.value;
      const label = `${versionIdOf(version)} set ${cellOf(name)}`;
      const links = (Array.isArray(set.value.links) ? set.value.links : []).filter(isMapping);
      const odd = links.find(({ label }) => cellOf(label).includes('='));
      if (odd) {
        leftOut.push(
          leftOutEntry(
            set,
            'links',
            label,
            `the label "${cellOf(odd.label)}" contains a =`,
            'ask the service to correct it',
          ),
        );
        continue;
      }
      const pairs = links.map(({ url, label }) => `${cellOf(label)}=${cellOf(url)}`);
      const parameters = parameterCells(set, set.value.parameters, label, leftOut);
      if (parameters === null || !listIn(set, 'links', label, pairs, leftOut)) continue;
      const preferred = is_preferred === true ? 'yes' : 'no';
      const own = {
        set: name,
        pipeline_type,
        waveform_family,
        data_url,
        is_preferred: preferred,
      };
      rows.push(
        rowOf(set, { ...parameters, ...own, name: version.value.name, version: version.value.version, links: pairs }),
      );
    }
  }
}
