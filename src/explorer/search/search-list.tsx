/** The list below the search field: what was found, in groups, and the keys. */

import type { Address } from '../address/address.ts';
import { formatAddress } from '../address/address.ts';
import { TypeMark } from '../event-data/type-mark.tsx';
import { countText } from '../text/format.ts';
import type { Found, Hit, HitGroup } from './find.ts';

interface Option {
  readonly group: HitGroup['title'];
  /** Null for the option that lists all events. */
  readonly address: Address | null;
}

/** The options in the order of the list. */
export const listOptions = ({ groups }: Found): readonly Option[] =>
  groups.flatMap(({ title: group, hits, more }) => [
    ...hits.map(({ address }) => ({ group, address })),
    ...(more > 0 ? [{ group, address: null }] : []),
  ]);

/** Text with the part that was typed in bold. */
function Matched({ text, typed }: { readonly text: string; readonly typed: string }) {
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0) return text;
  const end = at + typed.length;
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, end)}</b>
      {text.slice(end)}
    </>
  );
}

interface ListProps {
  /** Null while it is loading. */
  readonly found: Found | null;
  readonly text: string;
  /** Position of the marked option. */
  readonly active: number;
  readonly onOpen: (address: Address | null) => void;
  readonly onPoint: (option: number) => void;
}

interface HitOptionProps extends Pick<ListProps, 'text' | 'onOpen' | 'onPoint'> {
  readonly hit: Hit;
  readonly position: number;
  readonly isActive: boolean;
}

function HitOption({ hit, text, position, isActive, onOpen, onPoint }: HitOptionProps) {
  const { title, about, end, type, address } = hit;
  return (
    <a
      id={`search-${position}`}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={formatAddress(address)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(address);
      }}
      onMouseMove={() => onPoint(position)}
    >
      <span class="hit-mark">{type && <TypeMark type={type} />}</span>
      <span class="hit-title">
        <Matched text={title} typed={text} />
      </span>
      <span class="hit-about">
        <Matched text={about} typed={text} />
      </span>
      <span class="hit-end">{end}</span>
    </a>
  );
}

interface GroupProps extends Pick<ListProps, 'text' | 'active' | 'onOpen' | 'onPoint'> {
  readonly group: HitGroup;
  /** Position of its first option. */
  readonly from: number;
}

function Group({ group: { title, note, hits, more }, from, active, ...shared }: GroupProps) {
  const last = from + hits.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a list box.
    <div role="group" aria-label={title}>
      <p class="hit-head" aria-hidden="true">
        <b>{title}</b> {note}
      </p>
      {hits.map((hit, n) => (
        <HitOption key={hit.title} {...{ hit, ...shared }} position={from + n} isActive={from + n === active} />
      ))}
      {more > 0 && (
        <button
          type="button"
          id={`search-${last}`}
          role="option"
          aria-selected={last === active}
          tabIndex={-1}
          class="as-link"
          onClick={() => shared.onOpen(null)}
          onMouseMove={() => shared.onPoint(last)}
        >
          {countText(more, 'more event')}
        </button>
      )}
    </div>
  );
}

/** What is not known, and the nearest name. */
const nearestText = ({ nearest }: Found): string =>
  nearest === undefined ? '' : nearest === null ? 'No match.' : `No match; nearest: ${nearest}`;

export function SearchList({ found, text, active, ...shared }: ListProps) {
  let from = 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field while the list is clicked.
    <div class="search-sheet" onMouseDown={(event) => event.preventDefault()}>
      <p class="note" role="status">
        {found === null ? 'Loading …' : nearestText(found)}
      </p>
      <div id="search-list" role="listbox" aria-label="Found" tabIndex={-1}>
        {found?.groups.map((group) => {
          const first = from;
          from += group.hits.length + Number(group.more > 0);
          return <Group key={group.title} {...{ group, active, ...shared }} text={text.trim()} from={first} />;
        })}
      </div>
      <p class="keys">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Tab</kbd> next group
        </span>
        <span class="push">Name, alias, GraceDB id, UTC, GPS or a word</span>
      </p>
    </div>
  );
}
