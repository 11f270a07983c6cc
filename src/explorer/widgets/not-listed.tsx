/** Stands for a fact that the catalogue lacks. */

import { NOT_LISTED } from '../text/not-listed.ts';

export const NotListed = () => <span class="none">{NOT_LISTED}</span>;
