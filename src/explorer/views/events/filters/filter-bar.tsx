/**
 * The row above the plot: catalogs, chips that show the active filters and remove them, and presets with counts, which double as the legend
 * for types.
 */

import type { ComponentChildren } from 'preact';
import { parametersOf, withoutNames, withParameters, withSettings } from '../../../address/address.ts';
import { changeSettings } from '../../../address/use-address.ts';
import { CheckList } from '../../../parts/controls.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { Name } from '../../../parts/name.tsx';
import { countEvents } from '../rows.ts';
import {
  isNarrowed,
  listReleases,
  narrowingNames,
  passes,
  passesSettings,
  RELEASE,
  withoutFilters,
} from '../selection.ts';
import { TypeMark } from '../type-mark.tsx';
import { type Chip, chipText, listChips } from './chips.ts';
import type { FiltersProps } from './filters-props.ts';
import { isPresetSet, PRESETS, type Preset, withPreset } from './presets.ts';

function ChipButton({ chip, navigate }: Pick<FiltersProps, 'navigate'> & { readonly chip: Chip }) {
  const { names, text, parameters, settings = [] } = chip;
  const remove = () =>
    navigate(({ target, view }) =>
      withSettings({ target: withParameters(target, withoutNames(parameters)), view }, withoutNames(settings)),
    );
  return (
    <button type="button" class="chip is-set" aria-label={`Remove ${chipText(chip)}`} onClick={remove}>
      <span>
        <Name text={names} />
        {text}
      </span>
      <span aria-hidden="true">×</span>
    </button>
  );
}

/** A menu for choosing catalogs, with a button that selects all of them. */
function CatalogMenu({ events, address, navigate }: FiltersProps) {
  const { release } = events.filters;
  const chosen = listReleases(address.target);
  if (release === undefined) return null;
  const title = chosen.length === 0 ? 'all' : chosen.join(', ');
  const choose = (names: readonly string[]) =>
    navigate((now) => ({ ...now, target: withParameters(now.target, { [RELEASE]: names.join(',') || null }) }));
  return (
    <Menu title={`Catalog: ${title}`} kind="options catalogs">
      <CheckList options={release.codec.allowed ?? []} chosen={chosen} onChoose={choose} />
      <p class="buttons">
        <button type="button" disabled={chosen.length === 0} onClick={() => choose([])}>
          All catalogs
        </button>
      </p>
    </Menu>
  );
}

/** Presets that are not active, each with the number of events it would leave in the selection. */
function Presets({ address, navigate, events, settings }: FiltersProps) {
  const { filters, quantities, pool } = events;
  const known = new Set(filters.ranges.flatMap(({ min, max }) => [min.name, max.name]));
  const unset = PRESETS.filter(
    (preset) => !isPresetSet(address, preset) && preset.limits.every(({ parameter }) => known.has(parameter)),
  );
  if (unset.length === 0) return null;
  const count = (preset: Preset) => {
    const given = parametersOf(withPreset(address.target, preset));
    return countEvents(pool.filter((row) => passesSettings(row, settings) && passes(row, given, filters, quantities)));
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
  readonly children?: ComponentChildren;
}

export function FilterBar({ isOpen, children, ...props }: FilterBarProps) {
  const { address, navigate, events } = props;
  const { isPart, filters, hiding } = events;
  const chips = listChips(address, events);
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
          Filters {chips.length > 0 && <span class="unit">{chips.length}</span>}
        </button>
      )}
      {!isPart && <CatalogMenu {...props} />}
      {chips.map((chip) => (
        <ChipButton key={chip.key} chip={chip} navigate={navigate} />
      ))}
      {isNarrowed(address, hiding) && (
        <button type="button" class="as-link" onClick={() => navigate((now) => withoutFilters(now, hiding))}>
          Clear
        </button>
      )}
      {hasFilters && <Presets {...props} />}
      {children}
    </div>
  );
}
