/** The nginx configuration that `stillwave host nginx` writes, on nginx. */

import { testRuleHost } from './rule-host.ts';
import { NGINX } from './rule-programs.ts';

testRuleHost(NGINX);
