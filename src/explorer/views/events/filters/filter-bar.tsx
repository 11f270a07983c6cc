/**
 * The row above the plot: catalogs, types and presets with counts, which double as the legend for types, and chips that show the active filters
 * and remove them.
 */

import type { ComponentChildren } from 'preact';
import { type Address, withParameters } from '../../../address/address.ts';
import { RELEASE } from '../../../address/event-requests.ts';
import { changeSettings } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { CheckList } from '../../../widgets/controls.tsx';
import { Menu } from '../../../widgets/menu.tsx';
import { Name } from '../../../widgets/name.tsx';
import { type Chip, chipText, clearAll, listChips } from '../chips.ts';
import { countFor, type EventsState } from '../lists.ts';
import { hasRange, listReleases, withEnds } from '../request.ts';
import { MissingFilter, MissingTypes } from './missing-filter.tsx';
import { isPresetSet, PRESETS, withPreset } from './presets.ts';
import { TypeButtons } from './type-filter.tsx';

function ChipButton({ chip }: { readonly chip: Chip }) {
  const navigate = useNavigate();
  const { names, text, remove } = chip;
  return (
    <button type="button" class="chip is-set" aria-label={`Remove ${chipText(chip)}`} onClick={() => navigate(remove)}>
      <span>
        <Name text={names} />
        {text}
      </span>
      <span aria-hidden="true">×</span>
    </button>
  );
}

/** A menu for choosing catalogs, with a button that selects all of them. */
function CatalogMenu({ offer, address }: EventsState) {
  const navigate = useNavigate();
  const chosen = listReleases(address.target);
  if (!offer.filters.has(RELEASE)) return null;
  const title = chosen.length === 0 ? 'all' : chosen.join(', ');
  const choose = (names: readonly string[]) =>
    navigate((now) => ({ ...now, target: withParameters(now.target, { [RELEASE]: names.join(',') || null }) }));
  return (
    <Menu title={`Catalog: ${title}`} class="options catalogs">
      <CheckList options={offer.catalogs} chosen={chosen} onChoose={choose} />
      <p class="buttons row">
        <button type="button" disabled={chosen.length === 0} onClick={() => choose([])}>
          All catalogs
        </button>
      </p>
    </Menu>
  );
}

/** Types and presets, each with the number of events that it would leave in the selection. They stay in place when they are chosen. */
function Presets(props: EventsState) {
  const { address, offer, settings, lists } = props;
  const navigate = useNavigate();
  const offered = PRESETS.flatMap((preset) => {
    const range = offer.ranges.find((one) => one[preset.bound].name === preset.parameter);
    return range ? [{ preset, range }] : [];
  });
  if (offered.length === 0 && !offer.hasMasses) return null;
  return (
    <fieldset class="presets">
      <legend>Show only</legend>
      <TypeButtons {...props} isBrief />
      {offered.map(({ preset, range }) => {
        const isSet = isPresetSet(address.target, preset);
        // A stricter end also sets the preset, so it goes, too.
        const toggle = (now: Address): Address =>
          isSet
            ? withEnds(now, range, { [preset.parameter]: null })
            : { ...now, target: withPreset(now.target, preset) };
        return (
          <button
            key={preset.name}
            type="button"
            class="chip"
            title={preset.explanation}
            aria-pressed={isSet}
            onClick={() => navigate(toggle)}
          >
            <span>
              <Name text={preset.name} />
            </span>
            <span class="unit">{countFor(props, settings, withPreset(lists.target, preset))}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

export function FilterBar({ children, ...props }: EventsState & { readonly children?: ComponentChildren }) {
  const { address, page, offer, settings } = props;
  const navigate = useNavigate();
  const chips = listChips(props);
  const isOpen = settings.filters === 'open';
  const hasFilters = offer.ranges.length > 0;
  return (
    <div class="chips filter-bar row">
      {hasFilters && (
        <button
          type="button"
          class="filters-button"
          aria-expanded={isOpen}
          aria-controls="filters"
          onClick={() => changeSettings(navigate, { filters: isOpen ? null : 'open' })}
        >
          Filters <span class="unit">{chips.length > 0 && chips.length}</span>
        </button>
      )}
      {page === null && <CatalogMenu {...props} />}
      {hasFilters && !isOpen && <Presets {...props} />}
      {chips.map((chip) => (
        <ChipButton key={chipText(chip)} chip={chip} />
      ))}
      <MissingTypes {...props} />
      {offer.ranges
        .filter((range) => hasRange(address.target, range))
        .map((range) => (
          <MissingFilter key={range.min.name} {...props} range={range} />
        ))}
      {chips.length > 0 && (
        <button type="button" class="as-link" onClick={() => navigate((now) => clearAll(chips, now))}>
          Clear
        </button>
      )}
      {children}
    </div>
  );
}
