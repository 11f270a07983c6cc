/** Describes the active filters, each as a chip that removes the filter. */

import type { Filter } from '../../../../core/contract/filters.ts';
import type { RunEntry } from '../../../../core/contract/wire.ts';
import { type Address, parametersOf } from '../../../address/address.ts';
import type { EventSettings } from '../../../address/settings.ts';
import { TIME } from '../../../event-data/columns.ts';
import { numberText, unitText, utcText } from '../../../text/format.ts';
import type { Offer, RangeFilter } from '../offer.ts';
import { asksForLastVersions, LAST_VERSION, rangesJoined, runGiven } from '../selection.ts';
import { PRESETS, presetNames } from './presets.ts';

/** Events without both masses, as a type. */
export const NO_MASSES = 'No masses';

export interface Chip {
  readonly key: string;
  /** The names of quantities, which may have subscripts. */
  readonly names: string;
  /** The text after the names. */
  readonly text: string;
  /** Parameters and settings that the chip removes. */
  readonly parameters: readonly string[];
  readonly settings?: readonly string[];
  /** Set for filters that also have a button of their own, which may be in sight. */
  readonly hasButton?: boolean;
}

export const chipText = ({ names, text }: Chip): string => names + text;

export interface ChipInput {
  readonly address: Address;
  readonly offer: Offer;
  readonly settings: EventSettings;
  readonly runs: readonly RunEntry[];
}

/** Describes a range by one end or both ends: `≥ 50 M☉`. */
function rangeText(unit: string, low: string | null, high: string | null): string {
  const after = unit === '' ? '' : ` ${unitText(unit)}`;
  if (low !== null && high !== null) return `${low} to ${high}${after}`;
  return low === null ? `≤ ${high}${after}` : `≥ ${low}${after}`;
}

/** The chip for a range; nothing if no end is given, or if presets show the ends. */
function rangeChip(range: RangeFilter, { address: { target }, offer, settings, runs }: ChipInput): readonly Chip[] {
  const { name, unit, min, max } = range;
  const given = parametersOf(target);
  const named = PRESETS.flatMap((preset) => presetNames({ target }, preset));
  const parameters = [min.name, max.name].filter((one) => given.has(one) && !named.includes(one));
  if (parameters.length === 0) return [];
  const run = name === TIME.name ? runGiven(runs, range, given) : undefined;
  if (run) return [{ key: name, names: '', text: `Run ${run.name}`, parameters }];
  const show = (end: Filter) => {
    const text = parameters.includes(end.name) ? given.get(end.name) : null;
    const value = text === null || text === '' ? Number.NaN : Number(text);
    if (Number.isNaN(value)) return text;
    if (name !== TIME.name) return numberText(value);
    return settings.time === null ? utcText(value).slice(0, 16) : String(value);
  };
  const title = offer.quantities.find((one) => one.name === name)?.title ?? name;
  const text = rangeText(name === TIME.name ? '' : unit, show(min), show(max));
  return [{ key: name, names: title, text: ` ${text}`, parameters }];
}

/** The filters of a request, except the choice of catalogs. They are shown as presets where possible. */
function listParameterChips(input: ChipInput): readonly Chip[] {
  const { address } = input;
  const { text, ranges } = input.offer.filters;
  const part = text && parametersOf(address.target).get(text.name);
  return [
    ...PRESETS.flatMap((preset) => {
      const parameters = presetNames(address, preset);
      return parameters.length === 0
        ? []
        : [{ key: preset.name, names: preset.name, text: '', parameters, hasButton: true }];
    }),
    ...(text && part ? [{ key: 'text', names: '', text: `Name: ${part}`, parameters: [text.name] }] : []),
    ...ranges.flatMap((range) => rangeChip(range, input)),
    ...(asksForLastVersions(address.target)
      ? [{ key: LAST_VERSION, names: '', text: 'Last versions', parameters: [LAST_VERSION] }]
      : []),
  ];
}

/** The view settings that hide events or show their versions. */
function listSettingChips({ settings }: ChipInput): readonly Chip[] {
  const detectors = settings.detectors ?? [];
  const types = (settings.types ?? []).map((type) => (type === 'none' ? NO_MASSES : type));
  const chip = (setting: string, text: string) => ({
    ...{ key: setting, names: '', text, parameters: [], settings: [setting] },
  });
  return [
    ...(types.length > 0 ? [{ ...chip('types', types.join(' or ')), hasButton: true }] : []),
    ...(detectors.length > 0
      ? [chip('detectors', `With ${settings.only === 'these' ? 'only ' : ''}${detectors.join(' ')}`)]
      : []),
    ...(settings.only === 'one' ? [chip('only', 'With one detector')] : []),
    ...(settings.rows === 'versions' ? [chip('rows', 'One row per version')] : []),
  ];
}

/** Quantities whose filters also let events pass that lack the value. */
function listMissingChips({ address, offer, settings }: ChipInput): readonly Chip[] {
  return rangesJoined(address.target, offer.filters, settings).map(({ name }) => {
    const short = offer.quantities.find((one) => one.name === name)?.short ?? name;
    const settings = ['missing'];
    return {
      key: `missing ${name}`,
      names: `or without ${short}`,
      text: '',
      parameters: [],
      settings,
      hasButton: true,
    };
  });
}

/** The active filters. The request on the page of a catalog or run belongs to the page, so only settings are filters there. */
export const listChips = (input: ChipInput): readonly Chip[] => [
  ...(input.offer.isPart ? [] : [...listParameterChips(input), ...listMissingChips(input)]),
  ...listSettingChips(input),
];
