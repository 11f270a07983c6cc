/** What the cases of paths and records share. Pure. */

import { NOT_FOUND } from '../contract/refusals.ts';
import { isRefusal } from './expect.ts';
import type { World } from './world.ts';

export const isNotFound = isRefusal(NOT_FOUND);

/** The path below the base URL of a record's link. */
export const pathOf = ({ baseUrl }: World, link: string): string => link.slice(baseUrl.length + 1).replace(/\?.*$/, '');
