/** The words that the search understands, with their meaning and what they do. */

import type { Vocabulary } from '../../core/contract/collection.ts';
import { hyphenForm, nameRangeFilter } from '../../core/contract/parameters.ts';
import { type Address, withParameters } from '../address/address.ts';
import { TYPE_WORDS, TYPES } from '../event-data/binaries.ts';
import { numberText, unitText } from '../text/format.ts';
import { menuName, shortName } from '../text/parameter-names.ts';

export interface Word {
  /** The names of the word; the first one is shown. */
  readonly names: readonly string[];
  readonly meaning: string;
  readonly does: string;
  readonly address: Address;
  /** The parameter that a comparison such as `FAR < 0.01` filters by, in hyphen form. */
  readonly parameter?: string;
}

/** Small rates are the best ones. */
const isSmallBest = (name: string): boolean => name === 'far';

/** `start` is the list of events that the page starts with. */
export function listWords({ parameters, detectors }: Vocabulary, start: string): readonly Word[] {
  const hasMasses = ['mass_1_source', 'mass_2_source'].every((mass) => parameters.some(({ name }) => name === mass));
  const types = TYPES.map(
    (type): Word => ({
      names: [type, TYPE_WORDS[type]],
      meaning: TYPE_WORDS[type].toLowerCase(),
      does: 'filter: type by mass',
      address: { target: start, view: { types: type } },
    }),
  );
  const ofParameters = parameters.map(({ name, description }): Word => {
    const parameter = hyphenForm(name);
    return {
      names: [shortName(name), menuName(name), name, parameter],
      meaning: description.replace(/\.$/, ''),
      does: `sort: ${isSmallBest(name) ? 'smallest' : 'largest'} first`,
      address: { target: start, view: { sort: isSmallBest(name) ? parameter : `-${parameter}` } },
      parameter,
    };
  });
  const ratio: Word = {
    names: ['q', 'mass ratio', 'mass-ratio'],
    meaning: 'mass ratio, mass 2 / mass 1',
    does: 'plot: distribution of q',
    address: { target: start, view: { plot: 'distribution', x: 'mass-ratio' } },
  };
  const ofDetectors = detectors.map(
    (detector): Word => ({
      names: [detector],
      meaning: 'detector',
      does: `filter: events with ${detector}`,
      address: { target: start, view: { detectors: detector } },
    }),
  );
  const far = ofParameters.filter(({ parameter }) => parameter === 'far');
  const others = ofParameters.filter((one) => !far.includes(one));
  // The first three are shown while nothing is typed.
  return [
    ...far,
    ...(hasMasses ? [...types.toReversed().slice(0, 1), ratio, ...types.slice(0, -1)] : []),
    ...others,
    ...ofDetectors,
  ];
}

/** The start of a name counts, as does the start of a later word in it. */
function isNamed({ names }: Word, text: string): boolean {
  const wanted = text.toLowerCase();
  return names.some((name) => {
    const lower = name.toLowerCase();
    // A single letter would otherwise match most words.
    return wanted.length < 2 ? lower === wanted : lower.startsWith(wanted) || lower.includes(` ${wanted}`);
  });
}

const COMPARISON = /^(.+?)\s*(<=?|>=?|≤|≥)\s*(\d*\.?\d+(?:e[+-]?\d+)?)$/i;

/** Words that match; a comparison such as `FAR < 0.01` becomes a filter. */
export function findWords(text: string, words: readonly Word[], vocabulary: Vocabulary): readonly Word[] {
  const [, name = text, sign = '', number = ''] = COMPARISON.exec(text) ?? [];
  const exact = (one: Word) => one.names.some((known) => known.toLowerCase() === name.toLowerCase());
  const found = words.filter((one) => isNamed(one, name)).toSorted((a, b) => Number(exact(b)) - Number(exact(a)));
  if (sign === '') return found;
  return found.flatMap((one) => {
    const { parameter, address } = one;
    if (parameter === undefined) return [];
    const unit = vocabulary.parameters.find(({ name: known }) => hyphenForm(known) === parameter)?.unit ?? '';
    const filter = nameRangeFilter(/[<≤]/.test(sign) ? 'max' : 'min', parameter);
    const shown = /[<≤]/.test(sign) ? '≤' : '≥';
    const does = ['filter:', one.names[0], shown, numberText(Number(number)), unitText(unit)].join(' ').trim();
    return { ...one, does, address: { target: withParameters(address.target, { [filter]: number }), view: {} } };
  });
}
