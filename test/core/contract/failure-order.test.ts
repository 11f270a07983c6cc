/** The order of failures does not depend on their order in the query. */

import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../support/vocabulary.ts';

describe('the order of checks decides which failure wins, not the order in the query', () => {
  const failures: [string, string][] = [
    ['stop=7&stop=8', 'The parameter "stop" is given more than once.'],
    ['format=x', 'Not found.'],
    ['pagesize=0', 'The value of "pagesize" must be a whole number from 1 to 1000.'],
    ['detector=X', 'The value of "detector" must be one of H1, H2, L1, V1.'],
    ['sample-rate=8', 'The value of "sample-rate" must be one of 4, 16.'],
    ['page=0', 'Invalid page.'],
  ];
  const pairs = failures.flatMap((first, index) => failures.slice(index + 1).map((second) => [first, second] as const));

  it.each(pairs)('%j before %j', ([first, detail], [second]) => {
    expect(refusalOf('strain-files', `${first}&${second}`).body.detail).toBe(detail);
    expect(refusalOf('strain-files', `${second}&${first}`).body.detail).toBe(detail);
  });

  it.each<[string, string, string]>([
    // If several parameters are repeated, or several filters are invalid, the response reports the one whose name sorts first.
    ['strain-files', 'stop=1&stop=1&detector=H1&detector=H1', 'detector'],
    ['strain-files', 'page=1&format=x&page=1&format=y', 'format'],
    ['event-versions', 'release=x&min-foo=1', 'min-foo'],
    ['event-versions', 'min-foo=1&lastver=x', 'lastver'],
    ['event-versions', 'min-zzz=1&min-far=x', 'min-far'],
    ['event-versions', 'min-aaa=1&min-far=x', 'min-aaa'],
    ['event-versions', 'min-zzz=1&max-zzz=1', 'max-zzz'],
    // An interval is only checked if both ends are valid.
    ['strain-files', 'start=2&stop=x', 'stop'],
    ['strain-files', 'start=x&stop=1', 'start'],
    ['strain-files', 'start=2&stop=1&sample-rate=8', 'sample-rate'],
    ['strain-files', 'start=2&stop=1&page=0', 'start'],
    // Malformed encoding fails when its parameter is checked.
    ['strain-files', 'page=%zz&detector=X', 'detector'],
    ['strain-files', 'pagesize=%zz&format=%zz', 'format'],
    ['strain-files', 'format=%zz&stop=1&stop=2', 'stop'],
    ['strain-files', 'detector=%zz&pagesize=0', 'pagesize'],
    // The same applies below parents.
    ['events/{}/strain-files', 'page=%zz&detector=X', 'detector'],
    ['timelines/{}/segments', 'start=2&stop=1&page=0', 'start'],
    ['event-versions/{}/strain-files', 'sample-rate=8&file-format=x&duration=x', 'duration'],
  ])('%s?%s fails in %s', (listing, text, parameter) => {
    expect(refusalOf(listing, text).body.parameter).toBe(parameter);
  });
});
