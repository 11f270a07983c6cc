/** Suggestions for misspelt words. */

import { describe, expect, it } from 'vitest';
import { countEdits, findNearest, findSimilar } from '../../../src/core/base/did-you-mean.ts';

describe('findNearest', () => {
  it.each([
    ['catlog', ['catalog', 'doi'], 'catalog'],
    ['alias', ['name', 'aliases'], 'aliases'],
    ['BASEURL', ['baseUrl'], 'baseUrl'],
    ['K1', ['H1', 'L1'], null],
    ['kitten', ['sitting'], null],
    // Half of the word is wrong.
    ['note', ['name', 'doi'], null],
    ['mitten', ['sittin'], 'sittin'],
    ['zzz', ['catalog'], null],
    ['', ['a'], null],
    ['mass_1', ['mass_1_source', 'mass_2_source'], 'mass_1_source'],
    ['mass_1', ['mass_1_source', 'mass_1_detector'], null],
    ['snr', ['network_matched_filter_snr', 'far'], 'network_matched_filter_snr'],
    ['GWTC-l', ['GWTC-1', 'GWTC-2'], null],
    ['GWTC-l', ['GWTC-1', 'GWTC-1', 'GWTC-22'], 'GWTC-1'],
    ['relese', ['release', 'lastver', 'name-contains'], 'release'],
    ['Lastver', ['release', 'lastver', 'name-contains'], 'lastver'],
    ['names-contain', ['release', 'lastver', 'name-contains'], 'name-contains'],
    ['GWTC9', ['GWTC', 'GWTC-4.0', 'GWTC-5.0'], 'GWTC'],
    ['gwtc-5', ['GWTC', 'GWTC-4.0', 'GWTC-5.0'], 'GWTC-5.0'],
    ['GWTC-6.0', ['GWTC', 'GWTC-4.0', 'GWTC-5.0'], null],
    ['far', ['release', 'lastver', 'name-contains'], null],
    ['GW150915', ['GW150914', 'GW170817'], 'GW150914'],
  ])('of %s in %j is %s', (word, candidates, found) => {
    expect(findNearest(word, candidates)).toBe(found);
  });
});

it.each([
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['same', 'same', 0],
])('from %j to %j, countEdits counts %d', (a, b, edits) => {
  expect(countEdits(a, b)).toBe(edits);
});

describe('findSimilar', () => {
  const parameters = ['mass_1_source', 'mass_2_source', 'total_mass_source', 'chirp_mass', 'chirp_mass_source', 'far'];
  const columns = parameters.flatMap((name) => [name, `${name}_lower`, `${name}_upper`]);
  const catalogs = ['GWTC-1-confident', 'GWTC-1-marginal', 'GWTC-2', 'O3-Preliminary', 'GWTC-1-marginal'];

  it.each([
    ['a misspelt name', 'fra', columns, ['far']],
    ['the first words of a name and of the names that continue it', 'mass_1', columns, ['mass_1_source']],
    ['the last words of a name', 'mass_source', ['far', 'total-mass-source'], ['total-mass-source']],
    ['a word as near to two names', 'GWTC-l', ['GWTC-2', 'GWTC-1', 'GWTC-33'], ['GWTC-2', 'GWTC-1']],
    ['a word as near to three names', 'GWTC-l', ['GWTC-2', 'GWTC-1', 'GWTC-3'], []],
    ['with hyphens and in another case', 'Total-Mass', columns, ['total_mass_source']],
    ['the first words of two names', 'gwtc-1', catalogs, ['GWTC-1-marginal', 'GWTC-1-confident']],
    ['the first words of three names', 'mass', columns, []],
    ['the last words of three names', 'source', parameters, []],
    ['a part of a word', 'total_ma', columns, []],
    ['words in the middle', 'matched_filter', ['network_matched_filter_snr'], []],
    ['a code', 'O3', catalogs, []],
  ])('for %s', (_, word, allowed, found) => {
    expect(findSimilar(word, allowed)).toEqual(found);
  });

  it('stops at the third of very many names that continue the word', () => {
    const names = Array.from({ length: 200_000 }, (_, n) => `GWTC_candidates_${n}`);
    expect(findSimilar('GWTC', names)).toEqual([]);
  });
});
