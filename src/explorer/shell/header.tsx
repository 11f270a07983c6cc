/**
 * The header of every view: the site name, the sections, and a search field. In narrow windows, sections and search are each opened by a
 * button.
 */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hrefOf } from '../address/address.ts';
import { SECTIONS } from '../address/sections.ts';
import { useCore, useNavigate } from '../host/context.ts';
import { Icon } from '../widgets/icon.tsx';
import { findTarget, listNames } from './find-target.ts';

/** A wave that grows and stops, like the signal from a merger. */
const Logo = () => (
  <svg viewBox="0 0 24 16" aria-hidden="true">
    <path d="M0 8h4l1.5-2 2 5 2.5-7 2.5 11 3-14 2 9 1.5-3 1 1h4" />
  </svg>
);

/** True if the element accepts a typed slash as text. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;

interface SearchProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onDone: () => void;
}

/** The search field, which goes to the event, catalog, run or time typed into it; `/` focuses it. */
function Search({ isOpen, onOpen, onDone }: SearchProps) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const { release } = useCore();
  const names = useMemo(() => listNames(release), [release]);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isField(event.target)) return;
      event.preventDefault();
      // In a narrow window, the field is hidden until it is opened; the code below then gives it the focus.
      onOpen();
      field.current?.focus();
    };
    addEventListener('keydown', focusOnSlash);
    return () => removeEventListener('keydown', focusOnSlash);
  }, []);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const search = (event: Event) => {
    event.preventDefault();
    const input = field.current;
    const target = findTarget(input?.value ?? '', release);
    if (input === null || target === null) return;
    input.value = '';
    input.blur();
    onDone();
    navigate({ target, view: {} });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari before 17 does not support the element that has this role.
    <form class={isOpen ? 'search is-open' : 'search'} role="search" id="search" onSubmit={search}>
      <span>
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          aria-label="Search for an event, catalog, run, UTC or GPS time"
          placeholder="Event, catalog, UTC or GPS time"
          list="search-names"
          spellcheck={false}
          autocomplete="off"
        />
        <kbd>/</kbd>
      </span>
      <datalist id="search-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}

interface HeaderProps {
  readonly title: string;
  /** The title of the section shown. */
  readonly section: string;
  /** The request that the page starts with. */
  readonly start: string;
}

export function Header({ title, section, start }: HeaderProps) {
  const [open, setOpen] = useState<'search' | 'sections' | null>(null);
  const close = () => setOpen(null);
  const toggle = (part: 'search' | 'sections') => () => setOpen(open === part ? null : part);
  return (
    <header class="top">
      <button type="button" class="skip" onClick={focusView}>
        Skip to the view
      </button>
      <a class="brand" href={hrefOf(start)}>
        <Logo />
        {title}
      </a>
      <button
        type="button"
        class="toggle"
        aria-label="Search"
        aria-expanded={open === 'search'}
        aria-controls="search"
        onClick={toggle('search')}
      >
        <Icon name="search" />
      </button>
      <button
        type="button"
        class="toggle"
        aria-label="Sections"
        aria-expanded={open === 'sections'}
        aria-controls="sections"
        onClick={toggle('sections')}
      >
        <Icon name="menu" />
      </button>
      <nav id="sections" aria-label="Sections" class={open === 'sections' ? 'is-open' : undefined}>
        {SECTIONS.map((one) => (
          <a
            key={one.title}
            href={hrefOf(one.target || start)}
            aria-current={one.title === section ? 'page' : undefined}
            onClick={close}
          >
            {one.title}
          </a>
        ))}
      </nav>
      <Search isOpen={open === 'search'} onOpen={() => setOpen('search')} onDone={close} />
    </header>
  );
}

/** Focuses the view. A link cannot do this, because the text after `#` in the address is a request. */
function focusView(): void {
  document.getElementById('view')?.focus();
}
