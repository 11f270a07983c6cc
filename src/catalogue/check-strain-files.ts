/** Checks a dataset's strain files beyond the schema, and all datasets against each other. */

import { groupBy } from '../core/base/group-by.ts';
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import { countOf } from '../report/count.ts';
import { type DataPath, type Finding, placed } from '../report/problems.ts';
import { gpsStopOf } from './blocks.ts';
import { type KnownNames, NameRegister, reservedNameFinding, unknownNameFinding } from './check-names.ts';
import type { Block, StrainDataset } from './types.ts';

/** A finding if the start is not a multiple of 4096. */
function gpsStartFinding(gpsStart: number): Finding | null {
  const remainder = gpsStart % STRAIN_FILE_DURATION_S;
  if (remainder === 0) return null;
  const below = gpsStart - remainder;
  const message = `GPS start ${gpsStart} is not a multiple of ${STRAIN_FILE_DURATION_S}`;
  return { code: 'D141', message, fix: `strain files start at ${below} or ${below + STRAIN_FILE_DURATION_S}` };
}

/** A finding if the dataset ends before it starts. */
function endFinding({ gps_start: start, gps_end: end }: StrainDataset): Finding | null {
  if (start === undefined || end === undefined || end > start) return null;
  return {
    code: 'D149',
    message: `gps_end is GPS ${end}, not after gps_start ${start}`,
    fix: 'correct one of the two',
  };
}

/** A finding if the file name prefix belongs to another detector or sample rate. Prefixes in an unknown form are not checked. */
function prefixFinding(prefix: string, detector: string, rateKHz: number): Finding | null {
  const code = /^[A-Z]-([A-Z]\d)_/.exec(prefix)?.[1];
  const rate = /_(4|16)(?:KHZ)?(?=_|$)/.exec(prefix)?.[1];
  const wrong = [
    code !== undefined && code !== detector ? `detector ${code}, but the series is of ${detector}` : null,
    rate !== undefined && Number(rate) !== rateKHz ? `${rate} kHz, but the series has ${rateKHz} kHz` : null,
  ].filter((one) => one !== null);
  if (wrong.length === 0) return null;
  return {
    code: 'D158',
    message: `file_prefix ${prefix} is of ${wrong.join(', and ')}`,
    fix: 'correct one of the two',
  };
}

/** Checks a dataset's names, bits and blocks. Paths in the findings are relative to the dataset. */
export function checkDataset(dataset: StrainDataset, known: KnownNames): Finding[] {
  const { run, detectors = [], bits = [], series } = dataset;
  const unknownDetector = (code: string) => unknownNameFinding('detector', code, known.detectors);
  const unique = (kind: string) => {
    const register = new NameRegister(kind);
    return ([list, index, field]: readonly [list: string, index: number, field: string], name: string) =>
      placed(
        [list, index, field],
        register.add(name, () => `element ${index + 1} of ${list}`),
      );
  };
  const [checkBit, checkBitName, checkDetector] = [unique('bit'), unique('bit name'), unique('detector')];
  return [
    ...placed(['dataset'], reservedNameFinding('dataset', dataset.dataset)),
    ...placed(['run'], unknownNameFinding('run', run, known.runs)),
    ...placed(['gps_end'], endFinding(dataset)),
    ...detectors.flatMap((code, index) => placed(['detectors', index], unknownDetector(code))),
    ...bits.flatMap(({ bit, name }, index) => [
      ...checkBit(['bits', index, 'bit'], String(bit)),
      ...checkBitName(['bits', index, 'name'], name),
    ]),
    ...series.flatMap(({ detector, file_prefix: prefix, blocks }, index) => {
      const ofDetector = [
        ...checkDetector(['series', index, 'detector'], detector),
        ...placed(['series', index, 'detector'], unknownDetector(detector)),
      ];
      const ofPrefix = placed(
        ['series', index, 'file_prefix'],
        prefixFinding(prefix, detector, dataset.sample_rate_kHz),
      );
      return [
        // If the detector is wrong, checking the prefix against it would report the same mistake again.
        ...(ofDetector.length > 0 ? ofDetector : ofPrefix),
        ...blocks.flatMap(([start], position) =>
          placed(['series', index, 'blocks', position, 0], gpsStartFinding(start)),
        ),
      ];
    }),
  ];
}

/** A block of files, with the dataset that it belongs to. */
interface PlacedBlock {
  readonly block: Block;
  /** The detector and the sample rate, which identify the series across datasets. */
  readonly series: string;
  readonly dataset: StrainDataset;
  readonly at: DataPath;
}

/** A finding about strain files of a dataset that are also in another block. */
interface RepeatedFiles {
  readonly dataset: StrainDataset;
  readonly other: Pick<PlacedBlock, 'dataset' | 'at'>;
  readonly finding: Finding;
}

/**
 * Finds duplicate strain files. A file is identified by detector, GPS start and sample rate, regardless of the dataset. Each finding is
 * located at the block that starts later; `place` describes the location of the other block.
 */
export function findRepeatedFiles(
  datasets: readonly StrainDataset[],
  place: (dataset: StrainDataset, at: DataPath) => string,
): RepeatedFiles[] {
  const all = datasets.flatMap((dataset) =>
    dataset.series.flatMap(({ detector, blocks }, index) => {
      const series = `${detector} at ${dataset.sample_rate_kHz} kHz`;
      return (
        blocks
          .map(
            (block, position): PlacedBlock => ({ block, series, dataset, at: ['series', index, 'blocks', position] }),
          )
          // The start is wrong, which is reported on its own.
          .filter(({ block: [start] }) => gpsStartFinding(start) === null)
      );
    }),
  );
  const found: RepeatedFiles[] = [];
  for (const placedBlocks of groupBy(all, ({ series }) => series).values()) {
    placedBlocks.sort((a, b) => a.block[0] - b.block[0]);
    // The block that ends last among the blocks seen so far.
    let furthest: PlacedBlock | undefined;
    for (const one of placedBlocks) {
      if (furthest && one.block[0] < gpsStopOf(furthest.block)) {
        found.push({ dataset: one.dataset, other: furthest, finding: repeatedFinding(one, furthest, place) });
      }
      if (!furthest || gpsStopOf(one.block) > gpsStopOf(furthest.block)) furthest = one;
    }
  }
  return found;
}

function repeatedFinding(
  { at, dataset, block, series }: PlacedBlock,
  other: PlacedBlock,
  place: (dataset: StrainDataset, at: DataPath) => string,
): Finding {
  const shared = Math.min(gpsStopOf(block), gpsStopOf(other.block)) - block[0];
  const count = Math.ceil(shared / STRAIN_FILE_DURATION_S);
  const files = `${countOf(count, 'file')} of ${series} from GPS ${block[0]}`;
  const where = place(other.dataset, other.at);
  if (dataset === other.dataset) {
    const message = `this block of files overlaps the one at ${where}: ${files}`;
    return { at, code: 'D142', message, fix: 'correct the start or the count of one of the two' };
  }
  const message = `${dataset.dataset} and ${other.dataset.dataset} (${where}) both have ${files}`;
  return { at, block: [block[0], count], code: 'D143', message, fix: 'keep them in one of the two datasets' };
}
