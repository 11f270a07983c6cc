/** Maps requests to views and their settings. The compiler checks the paths against the collections' paths. */

import type { CollectionName, ListingPath } from '../../core/collections/registry.ts';
import { PARENT } from '../../core/contract/collection.ts';
import { API_VIEW, COMPARE_VIEW, pathOf, segmentsOf } from './address.ts';
import { API_SETTINGS, COMPARE_SETTINGS, EVENT_SETTINGS, type Settings } from './settings.ts';

interface Shown {
  readonly listings?: readonly ListingPath[];
  /** The collections whose records the view shows. */
  readonly records?: readonly CollectionName[];
  /** Parameters, all of them times, that the view uses even in requests for which the API ignores them. */
  readonly parameters?: readonly string[];
  readonly settings?: Settings;
  /** The settings of a record's page. */
  readonly recordSettings?: Settings;
}

const ROUTES = {
  events: {
    listings: ['event-versions', 'events', 'catalogs/{}/events', 'runs/{}/events'],
    settings: EVENT_SETTINGS,
  },
  strain: {
    listings: [
      'timelines',
      'strain-files',
      'runs/{}/strain-files',
      'datasets/{}/strain-files',
      'events/{}/strain-files',
    ],
    // The interval shown.
    parameters: ['start', 'stop'],
  },
  event: { records: ['event-versions', 'events'] },
  // Datasets are shown with their runs. The page of a run or catalog has a list of events.
  runs: {
    listings: ['runs', 'datasets', 'runs/{}/datasets'],
    records: ['runs', 'datasets'],
    recordSettings: EVENT_SETTINGS,
  },
  catalogs: { listings: ['catalogs'], records: ['catalogs'], recordSettings: EVENT_SETTINGS },
  // No paths of the API.
  compare: { settings: COMPARE_SETTINGS },
  api: { settings: API_SETTINGS },
} as const satisfies Record<string, Shown>;

/** `answer` shows the API's response unchanged. */
export type ViewName = keyof typeof ROUTES | 'answer';

function isShownBy({ listings = [], records = [] }: Shown, path: string): boolean {
  const forms = [...listings, ...records.map((name) => `${name}/${PARENT}`)];
  return forms.some((form) => new RegExp(`^${form.replaceAll(PARENT, '[^/]+')}$`).test(path));
}

/** The view for a request, by its path below the API's root. `viewOf('runs/O1/events?page=2')` is `events`. */
export function viewOf(target: string): ViewName {
  const path = pathOf(target);
  if (path === API_VIEW || path === COMPARE_VIEW) return path;
  const names = Object.keys(ROUTES) as (keyof typeof ROUTES)[];
  return names.find((name) => isShownBy(ROUTES[name], path)) ?? 'answer';
}

const shownBy = (target: string): Shown => (ROUTES as Partial<Record<ViewName, Shown>>)[viewOf(target)] ?? {};

/** The parameters that the view of a request uses even if the API ignores them. */
export const parametersUsedBy = (target: string): readonly string[] => shownBy(target).parameters ?? [];

/** The settings that the view of a request has. */
export function settingsOf(target: string): Settings {
  const { settings = {}, recordSettings = settings } = shownBy(target);
  return segmentsOf(target).length > 1 ? recordSettings : settings;
}
