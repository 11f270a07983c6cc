/** Tests the virtual host written by `stillwave host apache`, on Apache httpd. */

import { APACHE } from '../support/hosts/rule-programs.ts';
import { testRuleHost } from './rule-host.ts';

testRuleHost(APACHE);
