/** Every host, in the order in which the table and the documentation show them. */

import type { Host } from './host.ts';
import { nginx } from './nginx.ts';

export const HOSTS: readonly Host[] = [nginx];
