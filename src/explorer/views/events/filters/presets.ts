/** Presets: the filters that visitors use most, each with a name. */

import { hyphenForm, nameRangeFilter, type RangeBound } from '../../../../core/contract/parameter-forms.ts';
import { parametersOf, withParameters } from '../../../address/address.ts';
import { strictEnd } from '../../../event-data/range-ends.ts';
import { P_ASTRO, RATE } from '../../../text/parameter-names.ts';

export interface Preset {
  readonly name: string;
  readonly explanation: string;
  readonly bound: RangeBound;
  /** The query parameter, and the value that it has in an address. */
  readonly parameter: string;
  readonly end: number;
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'p_astro > 0.9',
    explanation: 'Probably astrophysical.',
    bound: 'min',
    parameter: nameRangeFilter('min', hyphenForm(P_ASTRO)),
    end: strictEnd('min', 0.9),
  },
  {
    name: 'FAR < 1 yr⁻¹',
    explanation: 'Noise alone gives such a candidate less than once a year.',
    bound: 'max',
    parameter: nameRangeFilter('max', hyphenForm(RATE)),
    end: strictEnd('max', 1),
  },
];

/** The end that a request has for a preset's parameter; NaN if it has none, or one that is not a number. */
const endIn = (target: string, { parameter }: Preset): number =>
  Number(parametersOf(target).get(parameter) || Number.NaN);

/** True if a preset would not narrow a request: the request has its end, or a stricter one. */
export function isPresetSet(target: string, preset: Preset): boolean {
  const given = endIn(target, preset);
  return preset.bound === 'min' ? given >= preset.end : given <= preset.end;
}

/** Narrows a request by a preset. Every other filter keeps its limits. */
export const withPreset = (target: string, preset: Preset): string =>
  isPresetSet(target, preset) ? target : withParameters(target, { [preset.parameter]: String(preset.end) });
