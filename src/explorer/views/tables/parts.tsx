/** Shared parts of the tables. */

import type { ComponentChildren } from 'preact';
import { utcLabel } from '../../charts/utc-ticks.ts';
import { type Loaded, useLoaded } from '../../host/use-answer.ts';
import { countText } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import type { ViewProps } from '../../shell/view.ts';

/** A count that links to what it counts; plain text if it is zero. */
export function CountLink({
  total,
  noun,
  href,
}: {
  readonly total: number;
  readonly noun: string;
  readonly href: string;
}) {
  return total === 0 ? <span class="none">no {noun}s</span> : <a href={href}>{countText(total, noun)}</a>;
}

/** The date of a GPS second, in UTC. */
export const dayOf = (gps: number): string => utcLabel(gps).slice(0, 10);

export function Doi({ doi }: { readonly doi: string | null }) {
  return doi === null ? null : <a href={doi}>{doi.replace('https://doi.org/', '')}</a>;
}

interface PageProps<T> extends ViewProps {
  readonly title: string;
  readonly lead?: string;
  readonly load: () => Promise<T>;
  readonly draw: (value: T) => ComponentChildren;
}

/** A view that loads its content and shows when it is loading or has failed. */
export function Page<T>({ title, lead, load, draw, ...props }: PageProps<T>) {
  const loaded: Loaded<T> = useLoaded(props.core, props.address.target, load);
  if (loaded.state === 'failed') return <Problem {...props} {...loaded} />;
  const value = loaded.state === 'ready' ? loaded.value : loaded.before;
  return (
    <div class="tables" data-ready={loaded.state === 'ready' ? '' : undefined}>
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
      {value === null ? <p class="waiting">Loading …</p> : draw(value)}
    </div>
  );
}
