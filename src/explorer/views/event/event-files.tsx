/** The strain files of an event: its own short ones, and those of the run that contain its second. */

import {
  EVENT_FILE_FORMATS,
  type EventStrainFile,
  STRAIN_FILE_DURATION_S,
  type StrainFileEntry,
} from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { archiveUrlOf, NO_ARCHIVE } from '../strain/archive-url.ts';

interface Row {
  readonly detector: string;
  readonly duration: number;
  readonly rate: number;
  readonly gpsStart: number;
  /** By format. */
  readonly links: ReadonlyMap<string, string>;
}

function rowsOf(own: readonly EventStrainFile[], bulk: readonly StrainFileEntry[], release: Release): Row[] {
  const rows = new Map<string, Row & { readonly links: Map<string, string> }>();
  for (const { detector, duration, sample_rate_kHz: rate, gps_start: gpsStart, file_format, download_url } of own) {
    const key = `${detector} ${duration} ${rate}`;
    const row = rows.get(key) ?? { detector, duration, rate, gpsStart, links: new Map() };
    const url = archiveUrlOf(download_url, release);
    if (url !== null) row.links.set(file_format, url);
    rows.set(key, row);
  }
  const links = ({ gwf_url, hdf5_url }: StrainFileEntry) => {
    const urls = [['GWF', archiveUrlOf(gwf_url, release)] as const, ['HDF', archiveUrlOf(hdf5_url, release)] as const];
    return new Map(urls.flatMap(([format, url]) => (url === null ? [] : [[format, url] as const])));
  };
  return [
    ...rows.values(),
    ...bulk.map((file) => ({
      detector: file.detector,
      duration: STRAIN_FILE_DURATION_S,
      rate: file.sample_rate_kHz,
      gpsStart: file.gps_start,
      links: links(file),
    })),
  ];
}

function FileRows({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th colSpan={7} scope="rowgroup">
          {title}
        </th>
      </tr>
      {rows.map(({ detector, duration, rate, gpsStart, links }) => (
        <tr key={`${detector} ${duration} ${rate} ${gpsStart}`}>
          <td>{detector}</td>
          <td class="number">{duration} s</td>
          <td class="number">{rate} kHz</td>
          <td class="number spare">{gpsStart}</td>
          {EVENT_FILE_FORMATS.map((format) => (
            <td key={format}>{links.has(format) && <a href={links.get(format) as string}>{format}</a>}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface EventFilesProps {
  readonly own: readonly EventStrainFile[];
  readonly bulk: readonly StrainFileEntry[];
  readonly release: Release;
}

export function EventFiles({ own, bulk, release }: EventFilesProps) {
  if (own.length + bulk.length === 0) return <p class="empty">The catalogue has no strain files of this event.</p>;
  const isLinked = [...rowsOf(own, [], release), ...rowsOf([], bulk, release)].some(({ links }) => links.size > 0);
  return (
    <div class="scroll">
      {!isLinked && <p class="note">{NO_ARCHIVE}</p>}
      <table class="files">
        <thead>
          <tr>
            <th scope="col">Detector</th>
            <th scope="col" class="number">
              Length
            </th>
            <th scope="col" class="number">
              Rate
            </th>
            <th scope="col" class="number spare">
              GPS start
            </th>
            <th scope="col" colSpan={EVENT_FILE_FORMATS.length}>
              Files
            </th>
          </tr>
        </thead>
        <FileRows title="Around the event" rows={rowsOf(own, [], release)} />
        <FileRows title="Files of the run that hold it" rows={rowsOf([], bulk, release)} />
      </table>
    </div>
  );
}
