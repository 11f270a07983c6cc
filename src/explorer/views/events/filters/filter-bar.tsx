/**
 * The row above the plot: catalogs, types and presets with counts, which double as the legend for types, and chips that show the other active
 * filters and remove them.
 */

import type { ComponentChildren } from 'preact';
import { type Address, withoutNames, withParameters, withSettings } from '../../../address/address.ts';
import { changeSettings } from '../../../address/navigate.ts';
import type { EventSettings } from '../../../address/settings.ts';
import { MASS_RATIO } from '../../../event-data/columns.ts';
import { countEvents } from '../../../event-data/rows.ts';
import { useCore, useNavigate } from '../../../host/context.ts';
import { CheckList } from '../../../widgets/controls.tsx';
import { Menu } from '../../../widgets/menu.tsx';
import { Name } from '../../../widgets/name.tsx';
import type { EventLists } from '../lists.ts';
import { narrowingNames, type Offer } from '../offer.ts';
import {
  isNarrowed,
  listReleases,
  passesSettings,
  RELEASE,
  rangesGiven,
  selectRows,
  withoutFilters,
} from '../selection.ts';
import { type Chip, chipText, listChips } from './chips.ts';
import { MissingFilter } from './missing-filter.tsx';
import { isPresetSet, PRESETS, type Preset, withoutPreset, withPreset } from './presets.ts';
import { TypeButtons } from './type-filter.tsx';

export interface FiltersProps {
  readonly address: Address;
  readonly offer: Offer;
  readonly settings: EventSettings;
  /** May still be the lists of the previous request, while others are loading; null at first. */
  readonly lists: EventLists | null;
}

function ChipButton({ chip }: { readonly chip: Chip }) {
  const navigate = useNavigate();
  const { names, text, parameters, settings = [], hasButton } = chip;
  const remove = () =>
    navigate(({ target, view }) =>
      withSettings({ target: withParameters(target, withoutNames(parameters)), view }, withoutNames(settings)),
    );
  return (
    <button
      type="button"
      class={hasButton ? 'chip is-set has-button' : 'chip is-set'}
      aria-label={`Remove ${chipText(chip)}`}
      onClick={remove}
    >
      <span>
        <Name text={names} />
        {text}
      </span>
      <span aria-hidden="true">×</span>
    </button>
  );
}

/** A menu for choosing catalogs, with a button that selects all of them. */
function CatalogMenu({ offer, address }: FiltersProps) {
  const navigate = useNavigate();
  const { release } = offer.filters;
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

/** Types and presets, each with the number of events that it would leave in the selection. They stay in place when they are chosen. */
function Presets(props: FiltersProps) {
  const { address, offer, settings, lists } = props;
  const { release } = useCore();
  const navigate = useNavigate();
  const known = new Set(offer.filters.ranges.flatMap(({ min, max }) => [min.name, max.name]));
  const offered = PRESETS.filter(({ limits }) => limits.every(({ parameter }) => known.has(parameter)));
  const hasTypes = offer.quantities.includes(MASS_RATIO);
  if (offered.length === 0 && !hasTypes) return null;
  const count = (preset: Preset): number => {
    const selected = selectRows(withPreset(address.target, preset), offer.listing, release, lists?.all ?? []);
    const found = new Set(selected);
    return countEvents((lists?.unfiltered ?? []).filter((row) => found.has(row) && passesSettings(row, settings)));
  };
  return (
    <fieldset class="presets">
      <legend>Show only</legend>
      <TypeButtons {...props} isBrief />
      {offered.map((preset) => {
        const isSet = isPresetSet(address, preset);
        const change = isSet ? withoutPreset : withPreset;
        return (
          <button
            key={preset.name}
            type="button"
            class="chip"
            title={preset.explanation}
            aria-pressed={isSet}
            onClick={() => navigate((now) => ({ ...now, target: change(now.target, preset) }))}
          >
            <span>
              <Name text={preset.name} />
            </span>
            <span class="unit">{count(preset).toLocaleString('en')}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

export function FilterBar({ children, ...props }: FiltersProps & { readonly children?: ComponentChildren }) {
  const { address, offer, settings, lists } = props;
  const navigate = useNavigate();
  const { isPart, filters, hiding } = offer;
  const isOpen = settings.filters === 'open';
  const all = listChips({ address, offer, settings, runs: lists?.runs ?? [] });
  const chips = all.filter(({ key }) => !key.startsWith('missing'));
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
          Filters <span class="unit">{all.length > 0 && all.length}</span>
        </button>
      )}
      {!isPart && <CatalogMenu {...props} />}
      {hasFilters && !isOpen && <Presets {...props} />}
      {chips.map((chip) => (
        <ChipButton key={chip.key} chip={chip} />
      ))}
      {rangesGiven(address.target, filters).map((range) => (
        <MissingFilter key={range.name} {...props} range={range} />
      ))}
      {isNarrowed(address, hiding) && (
        <button type="button" class="as-link" onClick={() => navigate((now) => withoutFilters(now, hiding))}>
          Clear
        </button>
      )}
      {children}
    </div>
  );
}
