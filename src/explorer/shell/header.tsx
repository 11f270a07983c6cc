/**
 * The header of every view: the site name, the sections, and a search field. In narrow windows, sections and search are each opened by a
 * button.
 */

import { useState } from 'preact/hooks';
import { hrefOf } from '../address/address.ts';
import { SECTIONS } from '../address/routes.ts';
import { SearchBox } from '../search/search-box.tsx';
import { Icon } from '../widgets/icon.tsx';

/** A wave that grows and stops, like the signal from a merger. */
const Logo = () => (
  <svg viewBox="0 0 24 16" aria-hidden="true">
    <path d="M0 8h4l1.5-2 2 5 2.5-7 2.5 11 3-14 2 9 1.5-3 1 1h4" />
  </svg>
);

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
        {Object.entries(SECTIONS).map(([one, target]) => (
          <a
            key={one}
            href={hrefOf(target || start)}
            aria-current={one === section ? 'page' : undefined}
            onClick={close}
          >
            {one}
          </a>
        ))}
      </nav>
      <SearchBox isShown={open === 'search'} onShow={() => setOpen('search')} onDone={close} />
    </header>
  );
}

/** Focuses the view. A link cannot do this, because the text after `#` in the address is a request. */
function focusView(): void {
  document.getElementById('view')?.focus();
}
