/** The words that the search understands, with their meaning and what they do. */

import type { Vocabulary } from '../../core/contract/collection.ts';
import { hyphenForm, nameRangeFilter } from '../../core/contract/parameter-forms.ts';
import { parametersOf, withParameters } from '../address/address.ts';
import { type BinaryType, hasMasses, TYPE_WORDS } from '../event-data/binaries.ts';
import { MASS_RATIO } from '../event-data/quantities.ts';
import { endText, readEnd } from '../event-data/range-ends.ts';
import { menuName, RATE, shortName, unitText } from '../text/parameter-names.ts';
import { findByName, type Hit, type NamedHit, RANKS, rankNames } from './hits.ts';

export interface Word extends NamedHit {
  /** The parameter that a comparison such as `FAR < 0.01` filters by. */
  readonly parameter?: { readonly name: string; readonly unit: string };
}

/** `m1` for the larger mass. */
const symbolOf = (name: string): string => name.replace(/^mass_(\d)_source$/, 'm$1');

/** `start` is the list of events that the page starts with. */
export function listWords(vocabulary: Vocabulary, start: string): readonly Word[] {
  const { parameters, detectors } = vocabulary;
  const ofType = (type: BinaryType): Word => ({
    title: type,
    names: [type, TYPE_WORDS[type]],
    about: TYPE_WORDS[type].toLowerCase(),
    end: 'filter: type by mass',
    address: { target: start, settings: { types: type } },
  });
  const ofParameters = parameters.map(({ name, unit, description }): Word => {
    const own = hyphenForm(name);
    // The smallest rates are the best ones.
    const isSmallestFirst = name === RATE;
    return {
      title: menuName(name),
      names: [menuName(name), shortName(name), name, own, symbolOf(name)],
      about: description.replace(/\.$/, ''),
      end: `sort: ${isSmallestFirst ? 'smallest' : 'largest'} first`,
      address: { target: start, settings: { sort: isSmallestFirst ? own : `-${own}` } },
      parameter: { name, unit: unitText(unit) },
    };
  });
  const ratio: Word = {
    title: 'q',
    names: ['q', 'mass ratio', MASS_RATIO.name],
    about: 'mass ratio, mass 2 / mass 1',
    end: 'plot: distribution of q',
    address: { target: start, settings: { plot: 'distribution', x: MASS_RATIO.name } },
  };
  const ofDetectors = detectors.map(
    (detector): Word => ({
      title: detector,
      names: [detector],
      about: 'detector',
      end: `filter: strain published from ${detector}`,
      address: { target: start, settings: { detectors: detector } },
    }),
  );
  const isRate = ({ parameter }: Word) => parameter?.name === RATE;
  // The first three are shown while nothing is typed: FAR, BNS and q.
  return [
    ...ofParameters.filter(isRate),
    ...(hasMasses(vocabulary) ? [ofType('BNS'), ratio, ofType('BBH'), ofType('NSBH')] : []),
    ...ofParameters.filter((word) => !isRate(word)),
    ...ofDetectors,
  ];
}

/** The start of a name counts, as does the start of a later word in it. */
function rankWord(word: Pick<Word, 'names'>, text: string): number {
  const rank = rankNames(word, text);
  const startsWord = rank <= RANKS.start || word.names.some((name) => name.toLowerCase().includes(` ${text}`));
  // A single letter would match most words.
  return rank === RANKS.whole || (startsWord && text.length > 1) ? rank : RANKS.none;
}

const COMPARISON = /^(.+?)\s*([<>≤≥].*)$/;
const AND = /\s+and\s+|\s*[,&]\s*/i;

/** The filters that a comparison such as `FAR < 0.01` may stand for. */
function listFilters(comparison: string, words: readonly Word[]): readonly Hit[] {
  const [, name = '', typed = ''] = COMPARISON.exec(comparison) ?? [];
  const bound = /^[<≤]/.test(typed) ? 'max' : 'min';
  const end = readEnd(bound, typed);
  if (end === undefined) return [];
  return findByName(words, name.toLowerCase(), rankWord).flatMap(({ title, about, address, parameter }): Hit | [] => {
    if (parameter === undefined) return [];
    const target = withParameters(address.target, { [nameRangeFilter(bound, hyphenForm(parameter.name))]: end });
    const text = [title, endText(bound, Number(end)), parameter.unit].join(' ').trim();
    return { title: text, about, end: 'filter', address: { target, settings: {} } };
  });
}

/** A hit that applies the filters of both. */
const joinFilters = (a: Hit, b: Hit): Hit => ({
  title: `${a.title} and ${b.title}`,
  about: '',
  end: 'filters',
  address: {
    target: withParameters(a.address.target, Object.fromEntries(parametersOf(b.address.target))),
    settings: {},
  },
});

/** Words that match. Comparisons become filters, also several of them: `p_astro > 0.9 and m1 > 50`. */
export function findWords(typed: string, words: readonly Word[]): readonly Hit[] {
  if (!COMPARISON.test(typed)) return findByName(words, typed.toLowerCase(), rankWord);
  const filters = typed.split(AND).map((comparison) => listFilters(comparison, words));
  return filters.reduce((before, next) =>
    before.flatMap((one) => next.slice(0, 1).map((two) => joinFilters(one, two))),
  );
}
