/** Every scenario, in the order in which they run. */

import { exhaustion } from './exhaustion.ts';
import { logs } from './logs.ts';
import { oddTargets } from './odd-targets.ts';
import type { Scenario } from './scenario.ts';
import { sockets } from './sockets.ts';
import { switches } from './switches.ts';
import { unknownNames } from './unknown-names.ts';
import { worstPatterns } from './worst-patterns.ts';

export const SCENARIOS: readonly Scenario[] = [
  sockets,
  logs,
  exhaustion,
  switches,
  unknownNames,
  oddTargets,
  worstPatterns,
];
