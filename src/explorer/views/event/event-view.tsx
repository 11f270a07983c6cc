/** One event: its time and detectors, its versions side by side, its parameter sets, the data around it, and its files. */

import { pathOf, segmentsOf } from '../../address/address.ts';
import { useCore } from '../../host/context.ts';
import { useLoaded } from '../../host/use-loaded.ts';
import type { ViewProps } from '../../host/view.ts';
import { countText } from '../../text/format.ts';
import { Panel } from '../../widgets/records.tsx';
import { useTabTitle } from '../../widgets/view-head.tsx';
import { AroundEvent } from './around-event.tsx';
import { EventFiles } from './event-files.tsx';
import { EventHead } from './event-head.tsx';
import { type EventData, hasValues, loadEvent } from './load-event.ts';
import { isStandIn, ParameterSets } from './parameter-sets.tsx';
import { Versions } from './versions.tsx';
import { Whiskers } from './whiskers.tsx';

interface DataProps {
  readonly data: EventData;
}

/** Explains the marks on the page, and how numbers are rounded. */
function HowToRead({ data: { versions, version } }: DataProps) {
  const empty = versions.filter((one) => !hasValues(one));
  return (
    <details class="how" open>
      <summary>How to read this</summary>
      <p>
        A version is a published set of values; later versions replace earlier ones. The selected version is in colour,
        with the others below it on the same axes. Bars: published errors, usually 90% credible intervals. Hollow with
        an arrow: a limit. “Not published”: the version has values, but not for this parameter. Values have the
        published digits.
      </p>
      {empty.length > 0 && (
        <p>
          {empty.map(({ version: number, catalog }) => `v${number}, ${catalog}`).join('; ')}: no values published
          {empty.includes(version) ? ', so none is in colour.' : '.'}
        </p>
      )}
    </details>
  );
}

/** A title with the number of files. */
function FilesTitle({ files, bulkFiles }: Pick<EventData, 'files' | 'bulkFiles'>) {
  const count = [...files, ...bulkFiles].reduce((sum, { links }) => sum + links.length, 0);
  return <>Strain files {count > 0 && <span class="unit">{countText(count, 'file')}</span>}</>;
}

export default function EventView({ address }: ViewProps) {
  const { vocabulary } = useCore().release.data;
  const path = pathOf(address.target);
  const { value: data, isReady } = useLoaded(path, (core) => loadEvent(core, path));
  useTabTitle(data?.version.name ?? segmentsOf(path).at(-1) ?? '', 'Events');
  if (data === null) return <p class="waiting">Loading event …</p>;
  const { version, versions, sets } = data;
  const order = vocabulary.parameters.map(({ name }) => name);
  return (
    <div class="event" data-ready={isReady ? '' : undefined}>
      <EventHead data={data} />
      <section class="panel" aria-labelledby="by-version">
        <div class="versions-head">
          <h2 id="by-version">Versions</h2>
          <Versions versions={versions} current={version.shortName} />
        </div>
        <Whiskers versions={versions} current={version.shortName} order={order} />
        {versions.some(hasValues) && <HowToRead data={data} />}
      </section>
      <div class="columns">
        <Panel id="around" title="Detectors around the event">
          {/* The key ensures that the previous event's segments are not shown while this event's segments load. */}
          <AroundEvent key={version.gps} version={version} files={data.files} />
        </Panel>
        <Panel id="files" title={<FilesTitle {...data} />}>
          <EventFiles {...data} />
        </Panel>
      </div>
      {!sets.every(isStandIn) && (
        <Panel id="sets" title={`Parameter sets of v${version.version}`}>
          <ParameterSets sets={sets} />
        </Panel>
      )}
    </div>
  );
}
