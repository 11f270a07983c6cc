/**
 * The search in the header: a field with a list below it, which shows what the typed text means. `/` opens it. What it knows is loaded when
 * it is first opened.
 */

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient, useNavigate } from '../client/context.ts';
import { loadScript, MissingScriptError } from '../client/site-client.ts';
import { useReleaseId } from '../client/use-loaded.ts';
import { Icon } from '../widgets/icon.tsx';
import type { Found } from './find.ts';
import type { HitGroup } from './hits.ts';
import { type Option, SearchList, shortenGroups } from './search-list.tsx';

/** True if the element accepts a typed slash as text. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;

/** Finds what a text means; null until it is loaded. After a failure, the next opening reads the catalogue again. */
function useSearch(isOpen: boolean) {
  const client = useClient();
  const releaseId = useReleaseId();
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly search: (text: string) => Found } | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const isWanted = isOpen && loaded?.of !== releaseId;
  useEffect(() => {
    setFailure(null);
    if (!isWanted) return;
    loadScript(import('./load-source.ts'))
      .then(({ openSearch }) => openSearch(client))
      .then((search) => setLoaded({ of: releaseId, search }), setFailure);
  }, [isWanted, releaseId]);
  return { search: loaded?.search ?? null, failure };
}

/** Calls `open` when `/` is pressed outside of fields. */
function useSlash(open: () => void): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isField(event.target)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** What is typed and found, the marked option, and what keys do. */
function useSearchField(field: RefObject<HTMLInputElement | null>, onDone: () => void) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  /** The group that is shown in full. */
  const [whole, setWhole] = useState<HitGroup['title'] | null>(null);
  const [active, setActive] = useState(0);
  const { search, failure } = useSearch(isOpen);
  const found = search?.(text) ?? null;
  const groups = shortenGroups(found?.groups ?? [], whole);
  const options = groups.flatMap((group) => group.options);
  const advice = failure instanceof MissingScriptError ? '' : ' Close the search and try again.';
  const problem = failure ? `${failure.message}.${advice}` : (found?.problem ?? 'Loading …');
  function type(typed: string): void {
    setText(typed);
    setWhole(null);
    setActive(0);
    setOpen(true);
  }
  function close(): void {
    type('');
    setOpen(false);
    onDone();
    field.current?.blur();
  }
  function open(option: Option): void {
    if ('rest' in option) {
      setWhole(option.rest);
      return;
    }
    close();
    navigate(option.hit.address);
  }
  /** Moves to the first option of the next group. False at the last group. */
  function goToNextGroup(): boolean {
    const next = groups.map((group) => options.indexOf(group.options[0] as Option)).find((start) => start > active);
    setActive(next ?? active);
    return next !== undefined;
  }
  const step = (by: number) => setActive((active + by + options.length) % Math.max(1, options.length));
  const keys: Readonly<Record<string, () => unknown>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Tab: goToNextGroup,
    Escape: close,
  };
  function press(event: KeyboardEvent): void {
    if (event.shiftKey || keys[event.key]?.() === false || !(event.key in keys)) return;
    event.preventDefault();
  }
  function submit(event: Event): void {
    event.preventDefault();
    const option = options[active];
    if (option) open(option);
  }
  const list = { groups, problem, text, active, onOpen: open, onPoint: setActive };
  return { isOpen, setOpen, text, type, list, count: options.length, press, submit };
}

interface SearchBoxProps {
  /** In a narrow window, the field is hidden until it is shown by a button. */
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onDone: () => void;
}

export function SearchBox({ isShown, onShow, onDone }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const { isOpen, setOpen, text, type, list, count, press, submit } = useSearchField(field, onDone);
  useSlash(() => {
    onShow();
    field.current?.focus();
  });
  // Before the next key is typed.
  useLayoutEffect(() => {
    if (isShown) field.current?.focus();
  }, [isShown]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a `<search>` around the form would be an element without use.
    <form
      class={`search${isShown ? ' is-open' : ''}${isOpen ? ' is-active' : ''}`}
      role="search"
      id="search"
      onSubmit={submit}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
      }}
    >
      <span>
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search for an event, catalog, run, time or word"
          aria-expanded={isOpen}
          aria-controls="search-list"
          aria-autocomplete="list"
          aria-activedescendant={isOpen && count > 0 ? `search-${list.active}` : undefined}
          placeholder="Event, catalog, UTC or GPS time"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onFocus={() => setOpen(true)}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={press}
        />
        <kbd>{isOpen ? 'Esc' : '/'}</kbd>
      </span>
      {isOpen && <SearchList {...list} />}
    </form>
  );
}
