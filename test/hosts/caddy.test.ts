/** The Caddyfile that `stillwave host caddy` writes, on Caddy. */

import { testRuleHost } from './rule-host.ts';
import { CADDY } from './rule-programs.ts';

testRuleHost(CADDY);
