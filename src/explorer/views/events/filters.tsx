/** The filters of the listing, generated from its definition, with their values from the address. Every change is a new address. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Filter } from '../../../core/contract/collection.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { parametersOf, withParameters, withSettings } from '../../address/address.ts';
import { changeParameters, changeSettings } from '../../address/use-address.ts';
import { CheckBox, CheckList, Choice, Select } from '../../parts/controls.tsx';
import { numberText, readTime, utcText } from '../../parts/format.ts';
import type { ViewProps } from '../../shell/view.ts';
import { type EndFormat, Range } from './range-filter.tsx';
import { countSet, type EventRow, type Filters, filterNames, listDetectors, type Quantity, TIME } from './selection.ts';

interface FiltersProps extends Pick<ViewProps, 'address' | 'navigate'> {
  readonly filters: Filters;
  readonly runs: readonly RunEntry[];
  readonly quantities: readonly Quantity[];
  readonly all: readonly EventRow[];
  readonly selected: readonly EventRow[];
}

const NUMBERS: EndFormat = {
  placeholders: ['min', 'max'],
  short: numberText,
  show: (value) => value,
  read: (text) => text.replace('−', '-'),
  expected: 'a number, such as 35.6 or 1e-3',
};

/** Times in the address are GPS seconds, but are shown as UTC. */
const UTC_TIMES: EndFormat = {
  placeholders: ['YYYY-MM', 'YYYY-MM'],
  short: (gps) => utcText(gps).slice(0, 4),
  show: (value) => (/^\d+(\.\d*)?$/.test(value) ? utcText(Number(value)) : value),
  read: (text) => readTime(text)?.toString(),
  expected: 'a time in UTC, such as 2019-04-01 15:00',
};

/** Delay after the last keystroke before a text takes effect. */
const TYPING_MS = 250;

/** Display names of filters; others are shown under their own name. */
const TITLES: Readonly<Record<string, string>> = {
  'name-contains': 'Name contains',
  release: 'Catalogs',
  lastver: 'Only the last version of each event',
};

interface FilterProps {
  readonly filter: Filter;
  readonly title: string;
  /** As in the address; empty or false if it is not set. */
  readonly value: string;
  readonly onChange: (value: string | null, how?: 'push' | 'replace') => void;
}

function TextFilter({ title, value, onChange }: FilterProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (event: Event) => {
    const typed = (event.currentTarget as HTMLInputElement).value;
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(typed === '' ? null : typed, 'replace'), TYPING_MS);
  };
  return (
    <label class="text-filter">
      <span class="label">{title}</span>
      <input type="search" value={text} onInput={type} placeholder="GW1509" autoComplete="off" />
    </label>
  );
}

const FlagFilter = ({ filter: { codec }, title, value, onChange }: FilterProps) => (
  <div class="flag">
    <CheckBox
      title={title}
      isChecked={codec.parse(value) === true}
      onChange={(isChecked) => onChange(isChecked ? codec.format(true) : null)}
    />
  </div>
);

function ListFilter({ filter, title, value, onChange }: FilterProps) {
  const chosen = value === '' ? [] : value.split(',');
  return (
    <fieldset class="list-filter">
      <legend>
        {title}
        <span class="unit"> {chosen.length === 0 ? 'all' : `${chosen.length} chosen`}</span>
      </legend>
      <div class="options">
        <CheckList
          options={filter.codec.allowed ?? []}
          chosen={chosen}
          onChoose={(names) => onChange(names.join(',') || null)}
        />
      </div>
    </fieldset>
  );
}

const CONTROLS = { text: TextFilter, flag: FlagFilter, list: ListFilter };

/** The time of a run as a range of times; empty for all times, and for a range that is no run's. */
function RunFilter({
  filters,
  runs,
  address,
  navigate,
}: Pick<FiltersProps, 'filters' | 'runs' | 'address' | 'navigate'>) {
  const range = filters.ranges.find(({ name }) => name === TIME.name);
  if (range === undefined || runs.length === 0) return null;
  const given = parametersOf(address.target);
  const changesTo = ({ gps_start, gps_end }: RunEntry) => range.format(gps_start, gps_end);
  const isGiven = (run: RunEntry) => Object.entries(changesTo(run)).every(([name, value]) => given.get(name) === value);
  const choose = (name: string) => {
    const run = runs.find((one) => one.name === name);
    changeParameters(navigate, run ? changesTo(run) : { [range.min.name]: null, [range.max.name]: null });
  };
  return (
    <Select
      label="Run"
      options={['', ...runs.map(({ name }) => name)]}
      titleOf={(name) => name || 'any time'}
      value={runs.find(isGiven)?.name ?? ''}
      onChoose={choose}
    />
  );
}

/** The detectors that all shown event versions have data of. A setting of the view, because the API has no such filter. */
function DetectorFilter({ all, address, navigate }: Pick<FiltersProps, 'all' | 'address' | 'navigate'>) {
  const chosen = listDetectors(address.view);
  return (
    <fieldset class="list-filter">
      <legend>
        Detectors
        <span class="unit"> {chosen.length === 0 ? 'any' : 'data of each chosen one'}</span>
      </legend>
      <div class="options">
        <CheckList
          options={[...new Set(all.flatMap(({ entry }) => entry.detectors))].sort()}
          chosen={chosen}
          onChoose={(names) => changeSettings(navigate, { detectors: names.join(',') })}
        />
      </div>
      {chosen.length > 0 && <small>The API has no such filter: exports have all detectors.</small>}
    </fieldset>
  );
}

export function ClearFilters({ filters, navigate }: Pick<FiltersProps, 'filters' | 'navigate'>) {
  const none = Object.fromEntries(filterNames(filters).map((name) => [name, null]));
  const clear = () =>
    navigate((now) => withSettings({ ...now, target: withParameters(now.target, none) }, { detectors: null }));
  return (
    <button type="button" onClick={clear}>
      Remove all filters
    </button>
  );
}

export function FilterPanel(props: FiltersProps) {
  const { filters, quantities, all, selected, address, navigate } = props;
  const given = parametersOf(address.target);
  const isUtc = address.view.time !== 'gps';
  const propsOf = (filter: Filter): FilterProps => ({
    filter,
    title: TITLES[filter.name] ?? (filter.codec.kind === 'flag' ? filter.meaning : filter.name),
    value: given.get(filter.name) ?? (filter.codec.kind === 'flag' ? filter.codec.format(false) : ''),
    onChange: (value, how) => changeParameters(navigate, { [filter.name]: value }, how),
  });
  const ranges = filters.ranges.flatMap((range) => {
    const quantity = quantities.find(({ name }) => name === range.name);
    return quantity === undefined ? [] : [{ range, quantity }];
  });
  return (
    <div class="filter-panel">
      {countSet(filters, address) > 0 && <ClearFilters {...{ filters, navigate }} />}
      {filters.single.map((filter) => {
        const Control = CONTROLS[filter.codec.kind as keyof typeof CONTROLS];
        return <Control key={filter.name} {...propsOf(filter)} />;
      })}
      <DetectorFilter {...props} />
      <RunFilter {...props} />
      {ranges.length > 0 && (
        <Choice
          label="Times as"
          options={['utc', 'gps']}
          titleOf={(form) => form.toUpperCase()}
          value={isUtc ? 'utc' : 'gps'}
          onChoose={(form) => changeSettings(navigate, { time: form === 'utc' ? null : form })}
        />
      )}
      {ranges
        .toSorted((a, b) => Number(b.quantity === TIME) - Number(a.quantity === TIME))
        .map(({ range, quantity }) => (
          <Range
            key={range.name}
            {...{ range, quantity, all, selected, given }}
            format={quantity === TIME && isUtc ? UTC_TIMES : NUMBERS}
            onChange={(changes) => changeParameters(navigate, changes)}
          />
        ))}
    </div>
  );
}
