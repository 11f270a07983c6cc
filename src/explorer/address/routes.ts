/** Maps requests to views and their sections. The compiler checks the paths against the collections' paths. */

import type { CollectionName, ListingPath } from '../../core/collections/registry.ts';
import { ID_PLACEHOLDER } from '../../core/contract/collection.ts';
import { type Address, API_VIEW, COMPARE_VIEW, pathOf } from './address.ts';

/** The sections of the page, with the request that each links to; empty for the request that the page starts with. */
export const SECTIONS = {
  Events: '',
  'Strain data': 'timelines',
  Runs: 'runs',
  Catalogs: 'catalogs',
  API: API_VIEW,
} as const;

interface ViewContent {
  readonly section: keyof typeof SECTIONS;
  readonly listings?: readonly ListingPath[];
  /** The collections whose records the view shows. */
  readonly records?: readonly CollectionName[];
}

const ROUTES = {
  events: {
    section: 'Events',
    listings: ['event-versions', 'events', 'catalogs/{}/events', 'runs/{}/events'],
  },
  strain: {
    section: 'Strain data',
    listings: [
      'timelines',
      'strain-files',
      'runs/{}/strain-files',
      'datasets/{}/strain-files',
      'events/{}/strain-files',
    ],
  },
  event: { section: 'Events', records: ['event-versions', 'events'] },
  runs: { section: 'Runs', listings: ['runs'] },
  catalogs: { section: 'Catalogs', listings: ['catalogs'] },
  run: { section: 'Runs', records: ['runs'] },
  catalog: { section: 'Catalogs', records: ['catalogs'] },
  // No paths of the API.
  compare: { section: 'Events' },
  api: { section: 'API' },
} as const satisfies Record<string, ViewContent>;

export type ViewName = keyof typeof ROUTES;

/** The properties of every view. */
export interface ViewProps {
  readonly address: Address;
}

function isShownBy({ listings = [], records = [] }: ViewContent, path: string): boolean {
  const forms = [...listings, ...records.map((name) => `${name}/${ID_PLACEHOLDER}`)];
  return forms.some((form) => new RegExp(`^${form.replaceAll(ID_PLACEHOLDER, '[^/]+')}$`).test(path));
}

/**
 * The view for a request, by its path below the API's root. `viewOf('runs/O1/events?page=2')` is `events`. The API view shows all paths that
 * have no view of their own.
 */
export function viewOf(target: string): ViewName {
  const path = pathOf(target);
  if (path === COMPARE_VIEW) return path;
  const names = Object.keys(ROUTES) as ViewName[];
  return names.find((name) => isShownBy(ROUTES[name], path)) ?? API_VIEW;
}

/** The section of a request's view. */
export const sectionOf = (target: string): string => ROUTES[viewOf(target)].section;
