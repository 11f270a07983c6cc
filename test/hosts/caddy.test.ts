/** The Caddyfile that `stillwave host caddy` writes, on Caddy. */

import { CADDY } from '../support/hosts/rule-programs.ts';
import { testRuleHost } from './rule-host.ts';

testRuleHost(CADDY);
