/**
 * The head of an event's page: its name and type, its time and detectors, its other names, alerts and DOI, and the events before and after
 * it.
 */

import type { Release } from '../../../core/handler/release.ts';
import { idsAtHand } from '../../../core/inspect/at-hand.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import type { Core } from '../../host/core.ts';
import { listText, utcText } from '../../parts/format.ts';
import { isInjection } from '../../parts/injections.ts';
import { doiLink, Facts } from '../../parts/records.tsx';
import { TYPE_WORDS, typeOf, valuesOf } from '../events/rows.ts';
import { TypeName } from '../events/type-mark.tsx';
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

/** `Binary black hole, observed on 2019-05-21 at 03:02:29 UTC by H1, L1 and V1 in O3a.` */
function Sentence({ data: { version, versions } }: { readonly data: EventData }) {
  const type = typeOf(valuesOf(newestWithValues(versions).default_parameters));
  const [day, time] = utcText(version.gps).split(' ');
  const what = isInjection(version.name)
    ? 'A signal that was added to the data as a test. Not a detection. Not counted. Added'
    : `${type ? TYPE_WORDS[type] : 'Event'}, observed`;
  return (
    <p class="sentence">
      {what} on{' '}
      <b>
        {day} at {time} UTC
      </b>
      {version.detectors.length > 0 && ` by ${listText(version.detectors)}`}
      {version.run !== null && (
        <>
          {' '}
          in <a href={`#/runs/${version.run}`}>{version.run}</a>
        </>
      )}
      .
    </p>
  );
}

const listFacts = ({ version, event }: EventData) => ({
  GPS: version.gps.toFixed(1),
  Catalog: <a href={`#/catalogs/${version.catalog}`}>{version.catalog}</a>,
  'Also known as': version.aliases.length > 1 && version.aliases.slice(1).join(', '),
  Alerts: alertLinks(event),
  DOI: doiLink(version.doi),
});

export function EventHead({
  data,
  core,
  path,
}: {
  readonly data: EventData;
  readonly core: Core;
  readonly path: string;
}) {
  const { version, versions } = data;
  const { earlier, later } = neighboursOf(version.name, core.release);
  const type = typeOf(valuesOf(newestWithValues(versions).default_parameters));
  return (
    <>
      <div class="view-head">
        <div>
          <h1>
            {version.name}
            {type && (
              <span class="badge">
                <TypeName type={type} />
              </span>
            )}
            {isInjection(version.name) && <span class="badge">Blind injection</span>}
          </h1>
          <Sentence data={data} />
        </div>
        <nav class="links neighbours" aria-label="Other events">
          {earlier && <a href={`#/events/${earlier}`}>←&nbsp;{earlier}</a>}
          {later && <a href={`#/events/${later}`}>{later}&nbsp;→</a>}
        </nav>
        <ExportMenu core={core} target={path} cited={version} />
      </div>
      <Facts facts={listFacts(data)} />
    </>
  );
}
