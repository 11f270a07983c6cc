/** Expectations for events. */

import type { EventDetail, EventEntry, EventVersionEntry } from '../../core/contract/wire.ts';
import { testCase } from '../case.ts';
import { entriesOf } from '../entries.ts';
import { difference } from '../expect.ts';
import { bodyOf, type Expectations } from './expectations.ts';

const namesOf = (entries: readonly { readonly name: string }[]): string[] => entries.map(({ name }) => name);

export const events: Expectations<EventEntry> = {
  otherIds: ({ aliases }) => aliases.slice(1),
  below: {
    'runs/{}/events': async ({ detail_url }, [run], { follow }) =>
      bodyOf<EventDetail>(await follow(detail_url)).run === run,
  },
  cases: ({ listing, path }) =>
    listing.parents.length > 0
      ? []
      : [
          // Events are sorted by a time that only their last versions show.
          testCase(`${listing.path}.order`, path, async (_, tools) => {
            const lastVersions = await entriesOf<EventVersionEntry>('event-versions', tools, { lastver: 'true' });
            return difference('names', namesOf(await entriesOf<EventEntry>('events', tools)), namesOf(lastVersions));
          }),
          testCase(`${listing.path}.names`, path, async (_, tools) => {
            const entries = await entriesOf<EventEntry>('events', tools);
            const wrong = entries.find(({ name, aliases, versions }) => {
              const numbers = versions.map(({ version }) => version);
              return aliases[0] !== name || numbers.some((number, n) => n > 0 && number <= (numbers[n - 1] ?? 0));
            });
            return wrong ? `${wrong.name}: its name is not the first alias, or its versions do not ascend` : null;
          }),
        ],
};
