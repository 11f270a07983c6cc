/**
 * The head of an event's page: its name and type, its time and detectors, its other names, alerts and DOI, and the events before and after
 * it.
 */

import type { Release } from '../../../core/handler/release.ts';
import { idsAtHand } from '../../../core/inspect/at-hand.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import { type BinaryType, TYPE_WORDS, typeOf, valuesOf } from '../../event-data/binaries.ts';
import { TypeName } from '../../event-data/type-mark.tsx';
import { ExportMenu } from '../../export/export-menu.tsx';
import { useCore } from '../../host/context.ts';
import { listText, utcText } from '../../text/format.ts';
import { isInjection } from '../../text/injections.ts';
import { doiLink, Facts } from '../../widgets/records.tsx';
import { ViewHead } from '../../widgets/view-head.tsx';
import { type EventData, newestWithValues } from './load-event.ts';

/** The names of the events before and after an event in time, or undefined. */
function neighboursOf(name: string, release: Pick<Release, 'indexOf'>) {
  const names = idsAtHand(release, 'events');
  const position = names.indexOf(name);
  // The API lists the latest event first, so later events have lower indexes.
  return position < 0 ? {} : { earlier: names[position + 1], later: names[position - 1] };
}

/** Links to the event's alerts; null if it has no GraceDB id. */
function alertLinks({ grace_id, gcn_circular, gcn_notice }: EventData['event']) {
  if (grace_id === null) return null;
  return (
    <span class="links">
      <a href={`https://gracedb.ligo.org/superevents/${grace_id}/view/`}>GraceDB {grace_id}</a>
      {gcn_circular !== null && <a href={gcn_circular}>GCN circulars</a>}
      {gcn_notice !== null && <a href={gcn_notice}>GCN notice</a>}
    </span>
  );
}

interface SentenceProps {
  readonly version: EventData['version'];
  readonly type: BinaryType | undefined;
}

/** `Binary black hole, observed on 2019-05-21 at 03:02:29 UTC by H1, L1 and V1 in O3a.` */
function Sentence({ version: { name, gps, detectors, run }, type }: SentenceProps) {
  const [day, time] = utcText(gps).split(' ');
  const isAdded = isInjection(name);
  const found = `${type ? TYPE_WORDS[type] : 'Event'}, observed`;
  const added = `A signal that was added to the data${detectors.length > 0 ? ` of ${listText(detectors)}` : ''} as a test,`;
  return (
    <>
      {isAdded ? added : found} on{' '}
      <b>
        {day} at {time} UTC
      </b>
      {!isAdded && detectors.length > 0 && ` by ${listText(detectors)}`}
      {run !== null && (
        <>
          {' '}
          in <a href={hrefOf(recordTarget('runs', run))}>{run}</a>
        </>
      )}
      .{isAdded && ' Not a detection. Not counted.'}
    </>
  );
}

const listFacts = ({ version, event }: EventData) => ({
  GPS: version.gps.toFixed(1),
  Catalog: <a href={hrefOf(recordTarget('catalogs', version.catalog))}>{version.catalog}</a>,
  'Also known as': version.aliases.length > 1 && version.aliases.slice(1).join(', '),
  Alerts: alertLinks(event),
  DOI: doiLink(version.doi),
});

export function EventHead({ data }: { readonly data: EventData }) {
  const { version, versions } = data;
  const { earlier, later } = neighboursOf(version.name, useCore().release);
  const type = typeOf(valuesOf(newestWithValues(versions).default_parameters));
  const title = (
    <>
      {version.name}
      {type && (
        <span class="badge">
          <TypeName type={type} />
        </span>
      )}
      {isInjection(version.name) && <span class="badge">Blind injection</span>}
    </>
  );
  return (
    <>
      <ViewHead title={title} sentence={<Sentence {...{ version, type }} />}>
        <nav class="links neighbours" aria-label="Other events">
          {earlier && <a href={hrefOf(recordTarget('events', earlier))}>←&nbsp;{earlier}</a>}
          {later && <a href={hrefOf(recordTarget('events', later))}>{later}&nbsp;→</a>}
        </nav>
        <ExportMenu target={recordTarget('event-versions', version.shortName)} cited={version} />
      </ViewHead>
      <Facts facts={listFacts(data)} />
    </>
  );
}
