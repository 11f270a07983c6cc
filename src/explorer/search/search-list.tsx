/** The list below the search field: what was found, in groups, and the keys. */

import { formatAddress } from '../address/address.ts';
import { TypeMark } from '../event-data/type-mark.tsx';
import { countText } from '../text/format.ts';
import type { Hit, HitGroup } from './hits.ts';

type Kind = HitGroup['title'];

/** How many hits of a kind are listed at first. */
const MOST: Readonly<Record<Kind, number>> = { Events: 5, Catalogs: 2, Runs: 2, Times: 3, Words: 3 };

/** An option: a hit, or the remaining hits of a kind. */
export type Option = { readonly hit: Hit } | { readonly rest: Kind; readonly count: number };

/** The groups with their options: all hits of the kind `whole`, and the first ones of the others. */
export const shortenGroups = (groups: readonly HitGroup[], whole: Kind | null) =>
  groups.map(({ title, about, hits }) => {
    const most = title === whole ? hits.length : MOST[title];
    const count = hits.length - most;
    const options: readonly Option[] = [
      ...hits.slice(0, most).map((hit) => ({ hit })),
      ...(count > 0 ? [{ rest: title, count }] : []),
    ];
    return { title, about, options };
  });

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
  readonly groups: ReturnType<typeof shortenGroups>;
  /** Why there are no groups, or that they are not what was typed. */
  readonly problem: string;
  readonly text: string;
  /** Position of the marked option. */
  readonly active: number;
  readonly onOpen: (option: Option) => void;
  readonly onPoint: (position: number) => void;
}

interface OptionProps extends Pick<ListProps, 'text' | 'active' | 'onOpen' | 'onPoint'> {
  readonly option: Option;
  readonly position: number;
}

function OptionLine({ option, text, position, active, onOpen, onPoint }: OptionProps) {
  const shared = {
    id: `search-${position}`,
    role: 'option',
    'aria-selected': position === active,
    tabIndex: -1,
    onMouseMove: () => onPoint(position),
  } as const;
  if ('rest' in option) {
    return (
      <button type="button" class="as-link" {...shared} onClick={() => onOpen(option)}>
        {countText(option.count, `more ${option.rest.toLowerCase().replace(/s$/, '')}`)}
      </button>
    );
  }
  const { title, about, end, type, address } = option.hit;
  return (
    <a
      {...shared}
      href={formatAddress(address)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(option);
      }}
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

export function SearchList({ groups, problem, text, ...shared }: ListProps) {
  let next = 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field while the list is clicked.
    <div class="search-sheet" onMouseDown={(event) => event.preventDefault()}>
      <p class="note" role="status">
        {problem}
      </p>
      <div id="search-list" role="listbox" aria-label="Found" tabIndex={-1}>
        {groups.map(({ title, about, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a list box.
          <div key={title} role="group" aria-label={title}>
            <p class="hit-head" aria-hidden="true">
              <b>{title}</b> {about}
            </p>
            {options.map((option) => {
              const position = next++;
              return <OptionLine key={position} {...{ option, position, ...shared }} text={text.trim()} />;
            })}
          </div>
        ))}
      </div>
      <p class="keys row">
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
