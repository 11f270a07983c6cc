/** Shows facts as a list. */

import type { ComponentChildren } from 'preact';

/** Facts by title; facts that are null or false are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) {
  const known = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== false);
  return (
    <dl class="facts row">
      {known.map(([title, fact]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A link to a DOI, or null. */
export const doiLink = (doi: string | null | undefined): ComponentChildren =>
  doi ? <a href={doi}>{doi.replace('https://doi.org/', '')}</a> : null;
