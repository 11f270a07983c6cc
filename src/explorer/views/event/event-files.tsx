/** The strain files around an event and the bulk files that cover it, with one row for each detector and sample rate. */

import { isLinked, type ListedFile } from '../../strain-data/archive.ts';
import { NoArchive } from '../../strain-data/no-archive.tsx';
import { utcText } from '../../text/format.ts';
import { Scroll } from '../../widgets/records.tsx';
import { groupFiles } from './group-files.ts';
import type { EventData } from './load-event.ts';

const Links = ({ links }: { readonly links: ListedFile['links'] }) => (
  <td>
    {links.map(([format, url]) =>
      url === null ? (
        <span key={format}>{format} </span>
      ) : (
        <a key={format} class="file-link" href={url}>
          {format}
        </a>
      ),
    )}
  </td>
);

export function EventFiles({ files, bulkFiles }: Pick<EventData, 'files' | 'bulkFiles'>) {
  const { columns, rows } = groupFiles(files, bulkFiles);
  if (rows.length === 0) return <p class="empty">The catalogue has no strain files for this event.</p>;
  return (
    <>
      {![...files, ...bulkFiles].some(isLinked) && <NoArchive />}
      <Scroll label="Strain files">
        <table class="records files by-length">
          <thead>
            <tr>
              <th scope="col">Detector</th>
              <th scope="col">Rate</th>
              {columns.map(({ title, start }) => (
                <th key={`${title} ${start}`} scope="col" title={`GPS ${start}`}>
                  {title} <small>from {utcText(start).slice(-'HH:MM:SS'.length)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ detector, isRepeated, rate, cells }) => (
              <tr key={`${detector} ${rate}`}>
                <th scope="row">{isRepeated ? <span class="visually-hidden">{detector}</span> : detector}</th>
                <td>{rate} kHz</td>
                {cells.map((links, n) => (
                  <Links key={n} links={links} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
