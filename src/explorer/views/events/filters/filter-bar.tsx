/**
 * The row above the plot: catalogs, chips that show the active filters and remove them, and presets with counts, which double as the legend
 * for types.
 */

import type { ComponentChildren } from 'preact';
import { parametersOf, withoutNames, withParameters, withSettings } from '../../../address/address.ts';
import { changeSettings } from '../../../address/use-address.ts';
import { CheckList } from '../../../parts/controls.tsx';
import { numberText, unitText, utcText } from '../../../parts/format.ts';
import { Menu } from '../../../parts/menu.tsx';
import { Name } from '../../../parts/name.tsx';
import { TIME } from '../columns.ts';
import { countEvents } from '../rows.ts';
import {
  isNarrowed,
  LAST_VERSION,
  listDetectors,
  listReleases,
  listWithout,
  narrowingNames,
  passes,
  passesSettings,
  RELEASE,
  runGiven,
  withoutFilters,
} from '../selection.ts';
import { TypeMark } from '../type-mark.tsx';
import type { FiltersProps } from './filters-props.ts';
import { isPresetSet, PRESETS, type Preset, presetNames, withPreset } from './presets.ts';

interface Chip {
  readonly key: string;
  readonly text: string;
  /** Parameters and settings that the chip removes. */
  readonly parameters: readonly string[];
  readonly settings?: readonly string[];
}

/** Describes a range by one end or both ends: `Mass 1 ≥ 50 M☉`. */
function rangeText(title: string, unit: string, low: string | null, high: string | null): string {
  const after = unit === '' ? '' : ` ${unitText(unit)}`;
  if (low !== null && high !== null) return `${title} ${low} to ${high}${after}`;
  return low === null ? `${title} ≤ ${high}${after}` : `${title} ≥ ${low}${after}`;
}

/** An address's filters, except the choice of catalogs. They are shown as presets where possible. */
export function listChips({ address, filters, quantities, runs }: FiltersProps): readonly Chip[] {
  const given = parametersOf(address.target);
  const presets = PRESETS.filter((preset) => isPresetSet(address, preset));
  const named = new Set(presets.flatMap(presetNames));
  const chips: Chip[] = presets.map(({ name, sets }) => ({ key: name, text: name, parameters: Object.keys(sets) }));
  const part = filters.text && given.get(filters.text.name);
  if (filters.text && part) chips.push({ key: 'text', text: `Name: ${part}`, parameters: [filters.text.name] });
  for (const range of filters.ranges) {
    const { name, unit, min, max } = range;
    const parameters = [min.name, max.name].filter((one) => given.get(one) !== null && !named.has(one));
    if (parameters.length === 0) continue;
    const [low = null, high = null] = [min, max].map((end) =>
      parameters.includes(end.name) ? given.get(end.name) : null,
    );
    const run = name === TIME.name ? runGiven(runs, range, given) : undefined;
    const quantity = quantities.find((one) => one.name === name);
    const show = (end: string | null) => {
      const value = end === null || end === '' ? Number.NaN : Number(end);
      if (Number.isNaN(value)) return end;
      return name === TIME.name && address.view.time !== 'gps' ? utcText(value).slice(0, 16) : numberText(value);
    };
    const title = quantity?.title ?? name;
    const text = run ? `Run ${run.name}` : rangeText(title, name === TIME.name ? '' : unit, show(low), show(high));
    chips.push({ key: name, text, parameters });
  }
  const without = quantities.filter(({ name }) => listWithout(address.view).includes(name));
  if (without.length > 0) {
    const text = `Without ${without.map(({ title }) => title).join(' or ')}`;
    chips.push({ key: 'without', text, parameters: [], settings: ['without'] });
  }
  const detectors = listDetectors(address.view);
  if (detectors.length > 0) {
    chips.push({ key: 'detectors', text: `With ${detectors.join(' ')}`, parameters: [], settings: ['detectors'] });
  }
  if (given.has(LAST_VERSION)) chips.push({ key: LAST_VERSION, text: 'Last versions', parameters: [LAST_VERSION] });
  if (address.view.rows === 'versions') {
    chips.push({ key: 'rows', text: 'One row per version', parameters: [], settings: ['rows'] });
  }
  return chips;
}

function ChipButton({ chip, navigate }: Pick<FiltersProps, 'navigate'> & { readonly chip: Chip }) {
  const { parameters, settings = [] } = chip;
  const remove = () =>
    navigate(({ target, view }) =>
      withSettings({ target: withParameters(target, withoutNames(parameters)), view }, withoutNames(settings)),
    );
  return (
    <button type="button" class="chip is-set" aria-label={`Remove ${chip.text}`} onClick={remove}>
      <span>
        <Name text={chip.text} />
      </span>
      <span aria-hidden="true">×</span>
    </button>
  );
}

/** A menu for choosing catalogs, with a button that selects all of them. */
function CatalogMenu({ filters, address, navigate }: FiltersProps) {
  const chosen = listReleases(address.target);
  if (filters.release === undefined) return null;
  const title = chosen.length === 0 ? 'all' : chosen.join(', ');
  const choose = (names: readonly string[]) =>
    navigate((now) => ({ ...now, target: withParameters(now.target, { [RELEASE]: names.join(',') || null }) }));
  return (
    <Menu title={`Catalog: ${title}`} kind="options catalogs">
      <CheckList options={filters.release.codec.allowed ?? []} chosen={chosen} onChoose={choose} />
      <p class="buttons">
        <button type="button" disabled={chosen.length === 0} onClick={() => choose([])}>
          All catalogs
        </button>
      </p>
    </Menu>
  );
}

/** Presets that are not active, each with the number of events it would leave in the selection. */
function Presets(props: FiltersProps) {
  const { address, navigate, filters, quantities, pool } = props;
  const known = new Set(filters.ranges.flatMap(({ min, max }) => [min.name, max.name]));
  const unset = PRESETS.filter(
    (preset) => !isPresetSet(address, preset) && Object.keys(preset.sets).every((name) => known.has(name)),
  );
  if (unset.length === 0) return null;
  const count = (preset: Preset) => {
    const given = parametersOf(withPreset(address.target, preset));
    return countEvents(
      pool.filter((row) => passesSettings(row, address.view, quantities) && passes(row, given, filters, quantities)),
    );
  };
  return (
    <fieldset class="presets">
      <legend>Show only</legend>
      {unset.map((preset) => (
        <button
          key={preset.name}
          type="button"
          class="chip"
          title={preset.explanation}
          onClick={() => navigate((now) => ({ ...now, target: withPreset(now.target, preset) }))}
        >
          {preset.type && <TypeMark type={preset.type} />}
          <span>
            <Name text={preset.name} />
          </span>
          <span class="unit">{count(preset).toLocaleString('en')}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface FilterBarProps extends FiltersProps {
  readonly isOpen: boolean;
  /** True on the page of a catalog or run, whose heading names the selection. */
  readonly isPart: boolean;
  readonly children?: ComponentChildren;
}

function ClearFilters({ filters, navigate }: Pick<FiltersProps, 'filters' | 'navigate'>) {
  return (
    <button type="button" class="as-link" onClick={() => navigate((now) => withoutFilters(now, filters))}>
      Clear
    </button>
  );
}

export function FilterBar({ isOpen, isPart, children, ...props }: FilterBarProps) {
  const { filters, navigate, address } = props;
  const chips = isPart ? [] : listChips(props);
  const count = chips.length;
  const hasFilters = narrowingNames(filters).length > 0;
  return (
    <div class="chips filter-bar">
      {hasFilters && (
        <button
          type="button"
          class="filters-button"
          aria-expanded={isOpen}
          aria-controls="filters"
          onClick={() => changeSettings(navigate, { filters: isOpen ? null : 'open' })}
        >
          Filters {count > 0 && <span class="unit">{count}</span>}
        </button>
      )}
      {!isPart && <CatalogMenu {...props} />}
      {chips.map((chip) => (
        <ChipButton key={chip.key} chip={chip} navigate={navigate} />
      ))}
      {!isPart && isNarrowed(address, filters) && <ClearFilters {...{ filters, navigate }} />}
      {hasFilters && <Presets {...props} />}
      {children}
    </div>
  );
}
