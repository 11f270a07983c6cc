/** The view of datasets: all of them, those of a run, or one. */

import { DATASETS } from './datasets.tsx';
import { createRecordsView } from './records-view.tsx';

export default createRecordsView(DATASETS);
