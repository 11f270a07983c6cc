/** An event's versions as links, newest first. The selected version is marked, and versions without values have a dashed outline. */

import type { EventVersionDetail } from '../../../core/contract/wire.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import { hasValues, newestWithValues } from '../../event-data/rows.ts';
import { joinText } from '../../text/format.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import type { EventData } from './load-event.ts';

export function Versions({ version: shown, versions }: EventData) {
  const newest = newestWithValues(versions);
  const noteOn = (one: EventVersionDetail): string =>
    hasValues(one) ? (one === newest && versions.length > 1 ? 'newest with values' : '') : `values ${NOT_LISTED}`;
  return (
    <>
      <nav class="versions row" aria-label="Versions">
        {versions.toReversed().map((one) => (
          <a
            key={one.shortName}
            href={hrefOf(recordTarget('event-versions', one.shortName))}
            class={hasValues(one) ? undefined : 'is-empty'}
            aria-current={one === shown ? 'page' : undefined}
          >
            <span class="radio" aria-hidden="true" />
            <b>v{one.version}</b>{' '}
            <span class="version-about">
              {one.catalog} <small>{noteOn(one)}</small>
            </span>
          </a>
        ))}
      </nav>
      {/* In narrow windows, the links above show only numbers. */}
      <p class="note version-shown" aria-hidden="true">
        v{shown.version}: {joinText([shown.catalog, noteOn(shown)], ', ')}
      </p>
    </>
  );
}
