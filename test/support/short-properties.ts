/** For mutation tests, which run the same properties thousands of times: each property stops after a moment, whatever its number of runs. */

import fc from 'fast-check';

fc.configureGlobal({ interruptAfterTimeLimit: 1500 });
