/** One event: its time, its versions side by side, the data around it, and everything to take away. */

import { useState } from 'preact/hooks';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { pathOf, recordTarget, segmentsOf } from '../../address/address.ts';
import type { ViewProps } from '../../address/routes.ts';
import { useClient } from '../../client/context.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { NEUTRON_STAR_BELOW } from '../../event-data/binaries.ts';
import { hasValues } from '../../event-data/rows.ts';
import { aroundEvent, loadTimelines } from '../../strain-data/timelines.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import { explanationText, longName } from '../../text/parameter-names.ts';
import { FEWER_DIGITS, MOST_DIGITS } from '../../text/values.ts';
import { Name } from '../../widgets/name.tsx';
import { Sheet } from '../../widgets/sheet.tsx';
import { useMedia } from '../../widgets/use-media.ts';
import { useTabTitle } from '../../widgets/view-head.tsx';
import { AroundEvent } from './around-event.tsx';
import { detectorsOn } from './describe-data.ts';
import { EventHead, Neighbours } from './event-head.tsx';
import { GetEvent, type GetEventProps } from './get-event.tsx';
import { type EventData, loadEvent } from './load-event.ts';
import { Versions } from './versions.tsx';
import { Whiskers } from './whiskers.tsx';

/** Explains the marks and the parameters. */
function HowToRead({ versions, version }: EventData) {
  const { parameters } = useClient().release.data.vocabulary;
  const empty = versions.filter((one) => !hasValues(one));
  const shown = parameters.filter(({ name }) =>
    versions.some(({ default_parameters }) => default_parameters.some((one) => one.name === name)),
  );
  return (
    <details class="how">
      <summary>How to read this</summary>
      <p>
        A version is a published set of values. Versions are numbered in the order of publication: a later one may come
        from another analysis, which replaces nothing. The selected version is in colour, with the others below it on
        the same axes. Bars: published errors, usually 90% credible intervals. Hollow with an arrow: a limit. Grey “
        {NOT_LISTED}”: the version has values, but not for this parameter. Values have the published digits, and at most{' '}
        {FEWER_DIGITS} of a value without errors that has more than {MOST_DIGITS}. Types follow from the masses: an
        object below {NEUTRON_STAR_BELOW} M☉ counts as a neutron star.
      </p>
      {empty.length > 0 && (
        <p>
          {empty.map(({ version: number, catalog }) => `v${number}, ${catalog}`).join('; ')}: values {NOT_LISTED}
          {empty.includes(version) ? ', so none are in colour.' : '.'}
        </p>
      )}
      <dl class="glossary">
        {shown.map(({ name, description, unit }) => (
          <div key={name}>
            <dt>
              <Name text={longName(name)} />
            </dt>
            <dd>{explanationText(description, unit)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Beside the versions; in narrower windows, a bar at the bottom that opens a sheet. */
function Get(props: GetEventProps) {
  const { name } = props.data.version;
  const isBeside = useMedia('(width >= 75rem)');
  const [isOpen, setOpen] = useState(false);
  if (isBeside) {
    return (
      <section class="panel get-event" aria-labelledby="get-event">
        <h2 id="get-event">Get this event</h2>
        <GetEvent {...props} />
      </section>
    );
  }
  return (
    <>
      <div class="event-bar">
        <button type="button" class="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Get this event
        </button>
        <Neighbours name={name} isShort />
      </div>
      {isOpen && (
        <Sheet title={`Get ${name}`} onClose={() => setOpen(false)}>
          <div class="get-event">
            <GetEvent {...props} />
          </div>
        </Sheet>
      )}
    </>
  );
}

export default function EventView({ address }: ViewProps) {
  const path = pathOf(address.target);
  const { value, current, isReady } = useLoaded(path, (client) => loadEvent(client, path));
  // A version stays in sight until another version of the same event is loaded.
  const isSameEvent = value?.versions.some(({ shortName }) => recordTarget('event-versions', shortName) === path);
  const data = isSameEvent ? value : current;
  const gps = data?.version.gps;
  // Loaded separately, because segments are as large as the rest of the page's data combined.
  const around = useLoaded(`around ${gps}`, async (client) => {
    if (gps === undefined) return null;
    const [timelines, runs] = await Promise.all([
      loadTimelines(client, aroundEvent(gps)),
      client.entries<RunEntry>('runs'),
    ]);
    return { timelines, runs };
  });
  useTabTitle(data?.version.name ?? segmentsOf(path).at(-1) ?? '', 'Events');
  if (data === null) return <p class="waiting">Loading event …</p>;
  return (
    <div class="event" data-ready={isReady ? '' : undefined}>
      <EventHead data={data} />
      <div class="event-body">
        <div>
          <section class="panel" aria-labelledby="by-version">
            <div class="versions-head row">
              <h2 id="by-version">Versions</h2>
              <Versions {...data} />
            </div>
            <Whiskers {...data} />
            {data.versions.some(hasValues) && <HowToRead {...data} />}
          </section>
          <AroundEvent {...{ data }} around={around.current} />
        </div>
        <Get data={data} withData={detectorsOn(around.current?.timelines ?? [], data.version.gps)} />
      </div>
    </div>
  );
}
