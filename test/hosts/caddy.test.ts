/** Tests the Caddyfile written by `stillwave host caddy`, on Caddy. */

import { CADDY } from '../support/hosts/rule-programs.ts';
import { testRuleHost } from './rule-host.ts';

testRuleHost(CADDY);
