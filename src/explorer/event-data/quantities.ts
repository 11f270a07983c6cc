/** The quantities of events, from the catalogue's vocabulary: their titles, units and values. */

import type { Vocabulary } from '../../core/contract/collection.ts';
import { hyphenForm } from '../../core/contract/parameter-forms.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
import { TIME_NAME } from '../address/event-requests.ts';
import { type Extent, roundOutwards } from '../charts/scale.ts';
import {
  axisName,
  DISTANCE,
  explanationText,
  frameOf,
  menuName,
  P_ASTRO,
  possibleOf,
  RATE,
  SNR,
  shortName,
  unitText,
} from '../text/parameter-names.ts';
import { type Limit, limitOf } from '../text/values.ts';
import { hasMasses, MASSES, massRatio } from './binaries.ts';
import type { EventRow } from './rows.ts';

/** A quantity or a column, in words. */
export interface Titled {
  readonly name: string;
  /** Title in menus and sentences. */
  readonly title: string;
  /** Title in column heads, beside the unit. */
  readonly short: string;
  /** Empty for pure numbers. */
  readonly unit: string;
  /** The frame of a mass. */
  readonly frame?: string;
  /** Title on an axis. */
  readonly axis?: string;
  /** Description from the vocabulary, with the unit. */
  readonly explanation?: string;
  /** A parameter's name in underscore form. Only values of parameters have errors and limits. */
  readonly parameter?: string;
}

/** A quantity that rows have. It has the same name as its range filter, if there is one. */
export interface Quantity extends Titled {
  readonly kind: 'parameter' | 'ratio' | 'time';
  read(row: EventRow): number | undefined;
  /** The bounds of its possible values, if it has any. */
  readonly possible?: Extent | undefined;
}

export const TIME: Quantity = {
  kind: 'time',
  name: TIME_NAME,
  title: 'Time',
  short: 'Time',
  unit: 's',
  read: ({ entry }) => entry.gps,
};

/** The quantities that distinguish events best, by name. Their columns are shown, and their filters are not folded. */
export const FREQUENT: readonly string[] = [...MASSES, DISTANCE, SNR, RATE, P_ASTRO].map(hyphenForm);

/** True for a mass in the source frame. */
export const isMass = ({ parameter }: Titled): boolean => MASSES.some((mass) => mass === parameter);

/** Mass 2 divided by mass 1. The API has no such parameter, so there is no filter for it. */
export const MASS_RATIO: Quantity = {
  kind: 'ratio',
  name: 'mass-ratio',
  title: 'Mass ratio q',
  short: 'q',
  unit: '',
  explanation: 'm2/m1 of medians: the published mass 2 divided by the published mass 1.',
  possible: [0, 1],
  read: ({ values }) => massRatio(values),
};

/** All quantities in the vocabulary, then the mass ratio, then the time. */
export function listQuantities(vocabulary: Pick<Vocabulary, 'parameters'>): readonly Quantity[] {
  const parameters = vocabulary.parameters.map(
    ({ name, unit, description }): Quantity => ({
      kind: 'parameter',
      name: hyphenForm(name),
      title: menuName(name),
      short: shortName(name),
      unit: unitText(unit),
      frame: frameOf(name),
      axis: axisName(name, unit),
      explanation: explanationText(description, unit),
      parameter: name,
      possible: possibleOf(name),
      read: ({ values }: EventRow) => values.get(name)?.best,
    }),
  );
  return [...parameters, ...(hasMasses(vocabulary) ? [MASS_RATIO] : []), TIME];
}

/** The quantities of some parameters, in their order, without those that the catalogue lacks. */
export const findParameters = (quantities: readonly Quantity[], parameters: readonly string[]): readonly Quantity[] =>
  parameters.flatMap((name) => quantities.find(({ parameter }) => parameter === name) ?? []);

/** The values that rows have for a quantity. */
export const listValues = (rows: readonly EventRow[], { read }: Quantity): number[] =>
  rows.flatMap((row) => read(row) ?? []);

/** The row's value of a parameter, with its errors. Undefined for other columns. */
export const publishedValue = ({ values }: EventRow, { parameter }: Titled): ParameterObject | undefined =>
  parameter === undefined ? undefined : values.get(parameter);

/** Whether the row's value is a limit. */
export function limitIn(row: EventRow, column: Titled): Limit {
  const value = publishedValue(row, column);
  return value === undefined ? '' : limitOf(value);
}

/** Rounds a range outwards to whole seconds or three digits. Values inside the drawn range are inside the rounded range. */
export const roundRange = ({ kind }: Quantity, [low, high]: Extent): Extent =>
  kind === 'time' ? [Math.floor(low), Math.ceil(high)] : roundOutwards([low, high]);
