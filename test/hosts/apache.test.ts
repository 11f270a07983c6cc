/** The virtual host that `stillwave host apache` writes, on Apache httpd. */

import { testRuleHost } from './rule-host.ts';
import { APACHE } from './rule-programs.ts';

testRuleHost(APACHE);
