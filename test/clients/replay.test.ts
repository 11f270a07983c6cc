/** The replay reads the same members as the client: a response without one of them is an error, as in Python. */

import { expect, it } from 'vitest';
import { GwoscApi, type Send } from './gwosc-api.ts';
import { createClient, type GwoscClient } from './gwosc-client.ts';

/** A server that returns the same entry in every listing and as every record. */
const sending = (entry: object): GwoscClient => {
  const answer = { num_pages: 1, next: null, results: [entry], ...entry };
  const send: Send = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) });
  return createClient(new GwoscApi('http://stand-in', send));
};
const event = { shortName: 'A-v1', name: 'A', gps: 1.5, catalog: 'C', version: 1, detectors: ['H1'], run: 'R' };
const run = { name: 'R', gps_start: 0, gps_end: 9, detectors: ['H1'] };
const file = { gps_start: 1, duration: 2, download_url: 'http://stand-in/H-A-1-2.hdf5' };
const bulk = { hdf5_url: 'http://stand-in/H-A-1-2.hdf5' };
const reads: [call: string, run: (client: GwoscClient) => Promise<unknown>, entry: object, members: string[]][] = [
  [
    'find_datasets, runs',
    (client) => client.findDatasets({ type: 'run', detector: 'H1', segment: [1n, 2n] }),
    run,
    ['name', 'gps_start', 'gps_end', 'detectors'],
  ],
  ['find_datasets, catalogs', (client) => client.findDatasets({ type: 'catalog' }), { name: 'C' }, ['name']],
  [
    'find_datasets, events',
    (client) => client.findDatasets({ type: 'event', detector: 'H1', version: 1n }),
    event,
    ['shortName', 'gps', 'catalog', 'version', 'detectors'],
  ],
  ['event_gps', (client) => client.eventGps('A'), event, ['gps']],
  ['event_detectors', (client) => client.eventDetectors('A'), event, ['detectors']],
  ['event_segment', (client) => client.eventSegment('A'), file, ['gps_start', 'duration']],
  ['event_at_gps', (client) => client.eventAtGps(1n), event, ['name']],
  ['run_segment', (client) => client.runSegment('R'), run, ['gps_start', 'gps_end']],
  ['run_at_gps', (client) => client.runAtGps(1n), run, ['name', 'gps_start', 'gps_end']],
  ['query_events', (client) => client.queryEvents([]), event, ['shortName']],
  [
    'get_event_urls',
    (client) => client.getEventUrls('A', { start: 0n }),
    file,
    ['gps_start', 'duration', 'download_url'],
  ],
  ['get_run_urls', (client) => client.getRunUrls('R', 'H1', 1n, 2n), bulk, ['hdf5_url']],
];

it.each(reads)('%s fails if a member that it reads is missing', async (_, call, entry, members) => {
  await call(sending(entry));
  for (const member of members) {
    const { [member]: __, ...rest } = entry as Record<string, unknown>;
    await expect(call(sending(rest))).rejects.toMatchObject({ name: 'KeyError', message: member });
  }
});
