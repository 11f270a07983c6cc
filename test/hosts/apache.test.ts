/** The virtual host that `stillwave host apache` writes, on Apache httpd. */

import { APACHE } from '../support/hosts/rule-programs.ts';
import { testRuleHost } from './rule-host.ts';

testRuleHost(APACHE);
