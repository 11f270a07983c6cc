/** All calls, by the client's function names. Results published in its documentation are included literally. */

import type { Case } from './case.ts';
import { datasetType, findDatasets, runAtGps, runSegment } from './dataset-cases.ts';
import { eventAtGps, eventDetectors, eventGps, eventSegment, queryEvents } from './event-cases.ts';
import type { Facts } from './facts.ts';
import { getEventUrls, getRunUrls, getSegments, getUrls } from './file-cases.ts';

export const casesFor = (facts: Facts): Readonly<Record<string, readonly Case[]>> => ({
  find_datasets: findDatasets(facts),
  event_gps: eventGps(facts),
  event_detectors: eventDetectors(facts),
  event_segment: eventSegment(),
  event_at_gps: eventAtGps(facts),
  run_segment: runSegment(facts),
  run_at_gps: runAtGps(facts),
  dataset_type: datasetType(),
  query_events: queryEvents(facts),
  get_event_urls: getEventUrls(facts),
  get_run_urls: getRunUrls(facts),
  get_urls: getUrls(facts),
  get_segments: getSegments(facts),
});
