/**
 * The head of an event's page: its name and type, its time here and at the detectors, its other names and alerts, and the events before and
 * after it.
 */

import type { ComponentChildren } from 'preact';
import type { Release } from '../../../core/release/release.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import { ALL_PATH } from '../../address/event-requests.ts';
import { useClient } from '../../client/context.ts';
import { eventsOnce } from '../../client/start-target.ts';
import { MASSES, secondaryIsUnknown, TYPE_WORDS, typeOf, valuesOf } from '../../event-data/binaries.ts';
import { isInjection } from '../../event-data/injections.ts';
import { hasValues, newestWithValues } from '../../event-data/rows.ts';
import { selectNames } from '../../event-data/select-rows.ts';
import { TypeMark, TypeName } from '../../event-data/type-mark.tsx';
import { utcText } from '../../text/format.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import { valueText } from '../../text/values.ts';
import { ViewHead } from '../../widgets/view-head.tsx';
import type { EventData } from './load-event.ts';

/**
 * The names of the events before and after an event in time, or undefined. Injections are no events. Beside an event of the catalog that the
 * page starts with, the others are of this catalog too.
 */
function neighboursOf(name: string, release: Release) {
  const lists = [eventsOnce(release), ALL_PATH].map((target) => selectNames(release, target));
  const found = lists.find((names) => names.includes(name)) ?? [];
  const names = found.filter((one) => one === name || !isInjection(one));
  const position = names.indexOf(name);
  // The API lists the latest event first, so later events have lower indexes.
  return position < 0 ? {} : { earlier: names[position + 1], later: names[position - 1] };
}

/** Links to the events before and after; only arrows if `isShort`. */
export function Neighbours({ name, isShort = false }: { readonly name: string; readonly isShort?: boolean }) {
  const { earlier, later } = neighboursOf(name, useClient().release);
  const text = (one: string) => <span class={isShort ? 'visually-hidden' : undefined}>{one}</span>;
  return (
    <nav class="neighbours row" aria-label={isShort ? 'Previous and next event' : 'Other events'}>
      {earlier && <a href={hrefOf(recordTarget('events', earlier))}>←&nbsp;{text(earlier)}</a>}
      {later && <a href={hrefOf(recordTarget('events', later))}>{text(later)}&nbsp;→</a>}
    </nav>
  );
}

/** The type by the masses of the version shown, or of the newest version that has values. */
function TypeBadge({ version, versions }: Pick<EventData, 'version' | 'versions'>) {
  const values = valuesOf((hasValues(version) ? version : newestWithValues(versions)).default_parameters);
  const type = typeOf(values);
  if (type === undefined) return null;
  const lighter = values.get(MASSES[1]);
  return (
    <>
      <span class="badge">
        {lighter && secondaryIsUnknown(values) ? (
          <>
            <TypeMark type={type} /> {valueText(lighter).best} M☉ secondary: nature unknown
          </>
        ) : (
          <TypeName type={type} />
        )}
      </span>{' '}
      <small title={TYPE_WORDS[type]}>type by mass</small>
    </>
  );
}

function listAlerts({ grace_id, gcn_circular, gcn_notice }: EventData['event']) {
  if (grace_id === null) return null;
  return (
    <>
      <a href={`https://gracedb.ligo.org/superevents/${grace_id}/view/`}>GraceDB {grace_id}</a>
      {gcn_circular !== null && (
        <>
          {' '}
          <a href={gcn_circular}>GCN circulars</a>
        </>
      )}
      {gcn_notice !== null && (
        <>
          {' '}
          <a href={gcn_notice}>GCN notice</a>
        </>
      )}
    </>
  );
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <span>
    {title} <b>{children}</b>
  </span>
);

/** The lines below the name. */
function EventFacts({ data }: { readonly data: EventData }) {
  const { version, event, localTimes, published } = data;
  const others = version.aliases.slice(1);
  const alerts = listAlerts(event);
  return (
    <div class="event-facts">
      <p>
        <Fact title="UTC">{utcText(version.gps)}</Fact>
        <Fact title="GPS">{version.gps.toFixed(1)}</Fact>
        {localTimes.length > 0 && <span class="local">{localTimes.join(' · ')}</span>}
      </p>
      <p>
        {published.length > 0 ? (
          <Fact title="Strain published from">{published.join(', ')}</Fact>
        ) : (
          <>
            {version.detectors.length > 0 && <Fact title="Detectors">{version.detectors.join(', ')}</Fact>}
            <Fact title="Strain">{NOT_LISTED}</Fact>
          </>
        )}
        {version.run !== null && (
          <Fact title="Run">
            <a href={hrefOf(recordTarget('runs', version.run))}>{version.run}</a>
          </Fact>
        )}
        {others.length > 0 && <Fact title="Also named">{others.join(', ')}</Fact>}
        {alerts && <Fact title="Alerts">{alerts}</Fact>}
      </p>
    </div>
  );
}

export function EventHead({ data }: { readonly data: EventData }) {
  const { version, versions } = data;
  const isAdded = isInjection(version.name);
  const title = (
    <>
      {version.name} <TypeBadge {...{ version, versions }} />
      {isAdded && <span class="badge">Blind injection</span>}
    </>
  );
  return (
    <>
      <ViewHead
        title={title}
        sentence={isAdded ? 'A signal that was added to the data as a test. Not a detection. Not counted.' : undefined}
      >
        <Neighbours name={version.name} />
      </ViewHead>
      <EventFacts data={data} />
    </>
  );
}
