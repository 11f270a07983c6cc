/** Every scenario, in the order in which they run. */

import type { Scenario } from './scenario.ts';
import { unknownNames } from './unknown-names.ts';

export const SCENARIOS: readonly Scenario[] = [unknownNames];
