/** Everything to take away from an event's page: posterior samples, sky map, papers, strain files, code and citation. */

import type { ComponentChildren } from 'preact';
import { useClient } from '../../client/context.ts';
import { describeSite } from '../../client/site-facts.ts';
import { formatBibTex, formatText, paperText } from '../../export/citations.ts';
import { citeData } from '../../export/site-citations.ts';
import { joinText } from '../../text/format.ts';
import { CodeBox } from '../../widgets/code-box.tsx';
import { doiLink } from '../../widgets/facts.tsx';
import { NotListed } from '../../widgets/not-listed.tsx';
import { CopyButton } from '../../widgets/save.tsx';
import { listLinks } from './choose-files.ts';
import { findExample, makeEventCode } from './event-code.ts';
import type { EventData } from './load-event.ts';
import { listPapers, listSamples, listSkyMaps, type PublishedFile } from './published.ts';
import { StrainChoice } from './strain-choice.tsx';

/** A version other than the one shown. */
const otherVersion = (version: number, shown: number): string => (version === shown ? '' : `v${version}`);

interface FilesProps {
  readonly files: readonly PublishedFile[];
  /** The version shown. */
  readonly shown: number;
  /** What the first file is about. */
  readonly name?: string;
}

/** The first file with its source, and the others. */
function Files({ files, shown, name = '' }: FilesProps) {
  const [first, ...others] = files;
  if (first === undefined) return <NotListed />;
  return (
    <>
      <a href={first.url}>
        {name} {first.text}
      </a>
      <small>
        v{first.version}, {first.source}
        {others.length > 0 && '. Also '}
        {others.map(({ url, text, version }, n) => (
          <span key={url}>
            {n > 0 && ', '}
            <a href={url}>{joinText([otherVersion(version, shown), text], ' ')}</a>
          </span>
        ))}
      </small>
    </>
  );
}

/** The papers on the catalogs of the version shown and of other versions. */
function Papers({ version, sets }: EventData) {
  const papers = listPapers(sets, describeSite().catalogs);
  if (papers.length === 0) return <NotListed />;
  return papers.map(({ url, title, version: of }) => (
    <span key={url} class="paper">
      <a href={url}>{paperText(url)}</a>{' '}
      <span class="unit">{joinText([title, otherVersion(of, version.version)], ', ')}</span>
    </span>
  ));
}

function PublishedData(data: EventData) {
  const { version, sets } = data;
  const { catalogs } = describeSite();
  const shown = version.version;
  const rows: readonly (readonly [title: string, content: ComponentChildren])[] = [
    ['Posterior samples', <Files key="samples" files={listSamples(sets)} shown={shown} name={version.name} />],
    ['Sky map', <Files key="maps" files={listSkyMaps(sets, catalogs)} shown={shown} />],
    ['Paper', <Papers key="papers" {...data} />],
    ['Data DOI', doiLink(version.doi ?? catalogs.get(version.catalog)?.doi) ?? <NotListed />],
  ];
  return (
    <dl class="published">
      {rows.map(([title, content]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

function CiteEvent({ version }: Pick<EventData, 'version'>) {
  const { paper, data } = citeData(useClient(), version.catalog, version);
  const all = paper === null ? [data] : [data, paper];
  return (
    <section aria-labelledby="cite-event">
      <div class="cite-head row">
        <h3 id="cite-event">
          Cite <span class="unit">data and paper together</span>
        </h3>
        <p class="buttons row">
          <CopyButton title="Copy BibTeX" make={() => all.map(formatBibTex).join('\n')} />
          <CopyButton title="Copy text" make={() => all.map((one) => `${formatText(one)}\n`).join('')} />
        </p>
      </div>
      <p class="citation">
        <b>Data</b> {formatText(data)}
      </p>
      <p class="citation">
        <b>Paper</b> {paper === null ? <NotListed /> : formatText(paper)}
      </p>
    </section>
  );
}

export interface GetEventProps {
  readonly data: EventData;
  /** The detectors that had data at the event. */
  readonly withData: readonly string[];
}

export function GetEvent({ data, withData }: GetEventProps) {
  const { version, files } = data;
  const { detectors } = useClient().release.data.vocabulary;
  const links = listLinks(files);
  const example = findExample(links, withData);
  return (
    <>
      <PublishedData {...data} />
      <section aria-labelledby="strain-files">
        <h3 id="strain-files">Strain files</h3>
        <StrainChoice
          key={version.shortName}
          links={links}
          detectors={detectors.filter((one) => version.detectors.includes(one))}
        />
      </section>
      {example && <CodeBox label="Code for" texts={makeEventCode(version.gps, example.detector, example.url)} />}
      <CiteEvent version={version} />
    </>
  );
}
