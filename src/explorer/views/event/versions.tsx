/** An event's versions as links, newest first. The selected version is marked, and versions without values have a dashed outline. */

import type { EventVersionDetail } from '../../../core/contract/wire.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import { hasValues, newestWithValues } from './load-event.ts';

interface VersionsProps {
  /** In ascending order. */
  readonly versions: readonly EventVersionDetail[];
  /** Short name of the version shown. */
  readonly current: string;
}

export function Versions({ versions, current }: VersionsProps) {
  const newest = newestWithValues(versions);
  return (
    <nav class="versions" aria-label="Versions">
      {versions.toReversed().map((one) => (
        <a
          key={one.shortName}
          href={hrefOf(recordTarget('event-versions', one.shortName))}
          class={hasValues(one) ? undefined : 'is-empty'}
          aria-current={one.shortName === current ? 'page' : undefined}
        >
          <span class="radio" aria-hidden="true" />
          <b>v{one.version}</b> {one.catalog}
          {!hasValues(one) && <small> no values published</small>}
          {one === newest && hasValues(one) && versions.length > 1 && <small> newest with values</small>}
        </a>
      ))}
    </nav>
  );
}
