/** The filters of the listing, generated from its definition, with their values from the address. Every change is a new address. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Filter } from '../../../core/contract/collection.ts';
import { gpsFromUtc } from '../../../core/contract/gps-time.ts';
import { parametersOf, withParameters, withSettings } from '../../address/address.ts';
import { Choice } from '../../parts/choice.tsx';
import { numberText, utcText } from '../../parts/format.ts';
import type { ViewProps } from '../../shell/view.ts';
import { type BoundForm, Range } from './range-filter.tsx';
import { countSet, type Filters, namesOf, type Quantity, type Row, TIME } from './selection.ts';

interface FiltersProps extends Pick<ViewProps, 'address' | 'navigate'> {
  readonly filters: Filters;
  readonly quantities: readonly Quantity[];
  readonly all: readonly Row[];
  readonly selected: readonly Row[];
}

const NUMBER_FORM: BoundForm = {
  placeholder: '',
  endText: numberText,
  show: (value) => value,
  read: (text) => text.replace('−', '-'),
  expected: 'a number, such as 35.6 or 1e-3',
};

/** Times in the address are GPS seconds, but are shown and typed as UTC. A year, month or day means its first second. */
const UTC_FORM: BoundForm = {
  placeholder: 'YYYY-MM-DD',
  endText: (gps) => utcText(gps).slice(0, 4),
  show: (value) => (/^\d+(\.\d*)?$/.test(value) ? utcText(Number(value)) : value),
  read(text) {
    const isTime = /^\d{4}(-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?)?)?$/.test(text);
    const gps = isTime ? gpsFromUtc(text.replace(' ', 'T') + '0000-01-01T00:00:00'.slice(text.length)) : undefined;
    return gps === undefined ? undefined : String(gps);
  },
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
const titleOf = ({ name }: Filter): string => TITLES[name] ?? name;

interface OneFilterProps {
  readonly filter: Filter;
  /** As in the address; empty if it is not set. */
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}

function TextFilter({ filter, value, onChange }: OneFilterProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (event: Event) => {
    const typed = (event.currentTarget as HTMLInputElement).value;
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(typed === '' ? null : typed), TYPING_MS);
  };
  return (
    <label class="text-filter">
      <span class="label">{titleOf(filter)}</span>
      <input type="search" value={text} onInput={type} placeholder="GW1509" autoComplete="off" />
    </label>
  );
}

function ListFilter({ filter, value, onChange }: OneFilterProps) {
  const chosen = value === '' ? [] : value.split(',');
  const allowed = filter.codec.allowed ?? [];
  const toggle = (name: string) => {
    const next = allowed.filter((one) => (one === name) !== chosen.includes(one));
    onChange(next.length === 0 ? null : next.join(','));
  };
  return (
    <fieldset class="list-filter">
      <legend>
        {titleOf(filter)}
        <span class="unit"> {chosen.length === 0 ? 'all' : `${chosen.length} chosen`}</span>
      </legend>
      <div class="options">
        {allowed.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const TIME_FORMS = [
  { value: 'utc', title: 'UTC' },
  { value: 'gps', title: 'GPS' },
] as const;

export function ClearFilters({ filters, navigate }: Pick<FiltersProps, 'filters' | 'navigate'>) {
  const none = Object.fromEntries(namesOf(filters).map((name) => [name, null]));
  const clear = () => navigate((now) => ({ ...now, target: withParameters(now.target, none) }));
  return (
    <button type="button" onClick={clear}>
      Remove all filters
    </button>
  );
}

export function FilterPanel({ filters, quantities, all, selected, address, navigate }: FiltersProps) {
  const given = parametersOf(address.target);
  const isUtc = address.view.time !== 'gps';
  const change = (changes: Readonly<Record<string, string | null>>, how: 'push' | 'replace' = 'push') =>
    navigate((now) => ({ ...now, target: withParameters(now.target, changes) }), how);
  const ranges = filters.ranges.flatMap((range) => {
    const quantity = quantities.find(({ name }) => name === range.name);
    return quantity === undefined ? [] : [{ range, quantity }];
  });
  return (
    <div class="filter-panel">
      {countSet(filters, given) > 0 && <ClearFilters {...{ filters, navigate }} />}
      {filters.texts.map((filter) => (
        <TextFilter
          key={filter.name}
          filter={filter}
          value={given.get(filter.name) ?? ''}
          onChange={(value) => change({ [filter.name]: value }, 'replace')}
        />
      ))}
      {filters.flags.map((filter) => (
        <label class="flag" key={filter.name}>
          <input
            type="checkbox"
            checked={filter.codec.parse(given.get(filter.name) ?? 'false') === true}
            onChange={(event) =>
              change({ [filter.name]: event.currentTarget.checked ? filter.codec.format(true) : null })
            }
          />{' '}
          {TITLES[filter.name] ?? filter.meaning}
        </label>
      ))}
      {filters.lists.map((filter) => (
        <ListFilter
          key={filter.name}
          filter={filter}
          value={given.get(filter.name) ?? ''}
          onChange={(value) => change({ [filter.name]: value })}
        />
      ))}
      {ranges.length > 0 && (
        <Choice
          label="Times as"
          options={TIME_FORMS}
          value={isUtc ? 'utc' : 'gps'}
          onChoose={(form) => navigate((now) => withSettings(now, { time: form === 'utc' ? null : form }), 'replace')}
        />
      )}
      {ranges
        .toSorted((a, b) => Number(b.quantity === TIME) - Number(a.quantity === TIME))
        .map(({ range, quantity }) => (
          <Range
            key={range.name}
            {...{ range, quantity, all, selected, given }}
            form={quantity === TIME && isUtc ? UTC_FORM : NUMBER_FORM}
            onChange={change}
          />
        ))}
    </div>
  );
}
