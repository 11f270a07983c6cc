/** The sections of the page, with the views that belong to each. */

import { API_VIEW } from './address.ts';
import type { ViewName } from './routes.ts';

/** `target` is the request that a section links to; empty for the request that the page starts with. */
export const SECTIONS: readonly { title: string; target: string; views: readonly ViewName[] }[] = [
  { title: 'Events', target: '', views: ['events', 'event', 'compare'] },
  { title: 'Strain data', target: 'timelines', views: ['strain'] },
  { title: 'Runs', target: 'runs', views: ['runs', 'run'] },
  { title: 'Catalogs', target: 'catalogs', views: ['catalogs', 'catalog'] },
  { title: 'API', target: API_VIEW, views: ['api'] },
];

export const sectionOf = (view: ViewName): string => SECTIONS.find(({ views }) => views.includes(view))?.title ?? '';
