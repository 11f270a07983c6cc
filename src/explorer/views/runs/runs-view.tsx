/** The observing runs: their times and detectors, and the numbers of their events and files. */

import { groupBy } from '../../../core/base/group-by.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import type { ViewProps } from '../../address/routes.ts';
import { useClient } from '../../client/context.ts';
import { mainCatalog } from '../../client/start-target.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { isShort } from '../../strain-data/observing.ts';
import { RecordFrame } from '../../widgets/record-frame.tsx';
import { type RecordColumn, RecordTable } from '../../widgets/record-table.tsx';
import { type CountedRun, countEntries, FilesLink, lengthText, RunEventsLink, SPAN_COLUMNS } from './run-facts.tsx';

const COLUMNS: readonly RecordColumn<CountedRun>[] = [
  { title: 'Run', cell: ({ name }) => <a href={hrefOf(recordTarget('runs', name))}>{name}</a> },
  ...SPAN_COLUMNS,
  { title: 'Length', class: 'number', cell: lengthText },
  { title: 'Detectors', cell: ({ detectors }) => detectors.join(' ') },
  { title: 'Events', class: 'number', cell: (run) => <RunEventsLink run={run} /> },
  { title: 'Strain files', class: 'number', cell: (run) => <FilesLink run={run} /> },
];

export default function RunsView({ address }: ViewProps) {
  const { release } = useClient();
  const { value: all, isReady } = useLoaded('runs', async (client) => {
    const runs = await client.entries<RunEntry>('runs');
    return Promise.all(runs.map((run) => countEntries(run, client)));
  });
  const main = mainCatalog(release) ?? 'all catalogs';
  const sentence = `When the detectors observed. Events are counted in ${main}. The page of a run lists its datasets.`;
  const groups = all && [...groupBy(all, (run) => (isShort(run) ? 'Runs shorter than a day' : ''))];
  return (
    <RecordFrame title="Observing runs" {...{ address, sentence, isReady }}>
      {groups?.map(([caption, runs]) => (
        <RecordTable
          key={caption}
          label={caption || 'Observing runs'}
          isCaptioned={caption !== ''}
          columns={COLUMNS}
          records={runs}
          keyOf={({ name }) => name}
        />
      ))}
    </RecordFrame>
  );
}
