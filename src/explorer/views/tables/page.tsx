/** A view that loads its content and shows when it is loading or has failed; and the number of entries of a listing, which tables show. */

import type { ComponentChildren } from 'preact';
import { PAGE_SIZE } from '../../../core/contract/parameters.ts';
import type { Envelope } from '../../../core/contract/wire.ts';
import { withParameters } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { Problem } from '../../parts/problem.tsx';
import type { ViewProps } from '../../shell/view.ts';

interface PageProps<T> extends ViewProps {
  readonly title: string;
  readonly lead?: string;
  readonly load: () => Promise<T>;
  readonly draw: (value: T) => ComponentChildren;
  /** True if a part of the page says when it is ready. */
  readonly isReadyLater?: (value: T) => boolean;
}

export function Page<T>({ title, lead, load, draw, isReadyLater, ...props }: PageProps<T>) {
  const loaded = useLoaded(props.core, props.address.target, load);
  if (loaded.state === 'failed') return <Problem {...props} {...loaded} />;
  const value = latestOf(loaded);
  const isReady = loaded.state === 'ready' && isReadyLater?.(loaded.value) !== true;
  return (
    <div class="tables" data-ready={isReady ? '' : undefined}>
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
      {value === null ? <p class="waiting">Loading …</p> : draw(value)}
    </div>
  );
}

/** The number of entries in a listing. Rejects like `json`. */
export async function countOf(core: Core, target: string): Promise<number> {
  const one = withParameters(target, { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(1) });
  return (await core.json<Envelope<unknown>>(one)).results_count;
}
