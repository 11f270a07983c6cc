/** The table of detector sets: for how long all of a set had data, with or without others ("at least"), and only the set ("exactly"). */

import { paint } from '../../charts/marks.ts';
import { colourOf } from '../../text/colours.ts';
import { listText } from '../../text/format.ts';
import { percentText } from '../../text/hours-text.ts';
import { Scroll } from '../../widgets/panel.tsx';
import { saveFile } from '../../widgets/save.tsx';
import { type DetectorSet, type TimeTogether, timeTogether } from './detector-sets.ts';
import { Hours } from './hours.tsx';

/** A dot in the detector's colour if the detector is in the set, otherwise a small grey dot. */
function Dot({ detector, isOn }: { readonly detector: string; readonly isOn: boolean }) {
  return (
    <svg
      style={paint(isOn ? colourOf('detector', detector) : 'faint')}
      role="img"
      aria-label={isOn ? 'on' : '–'}
      width={12}
      height={12}
    >
      <circle cx={6} cy={6} r={isOn ? 5 : 1.5} />
    </svg>
  );
}

/** A cell per detector. Screen readers read the first one as the name of the row. */
function SetDots({ set, detectors }: { readonly set: DetectorSet; readonly detectors: readonly string[] }) {
  const [first, ...others] = detectors.map((one) => (
    <Dot key={one} detector={one} isOn={set.detectors.includes(one)} />
  ));
  return (
    <>
      <th scope="row" class="dot">
        <span class="visually-hidden">{listText(set.detectors)}</span>
        <span aria-hidden="true">{first}</span>
      </th>
      {others.map((dot) => (
        <td key={dot.key} class="dot">
          {dot}
        </td>
      ))}
    </>
  );
}

/** A number of seconds as hours, a share and a bar. */
function Amount({ seconds, known }: { readonly seconds: number; readonly known: number }) {
  return (
    <>
      <td class="number">
        <Hours seconds={seconds} />
      </td>
      <td class="number share">{percentText(seconds / known)}</td>
      <td class="bar-cell">
        <svg class="bar" aria-hidden="true" height={10}>
          <rect class="track" width="100%" height={10} />
          <rect class="amount" width={`${(100 * seconds) / known}%`} height={10} />
        </svg>
      </td>
    </>
  );
}

/** Saves the segments in which all detectors of a set had data. */
function SegmentsButton({
  set,
  listed,
  joint,
}: Pick<TimeTogether, 'listed' | 'joint'> & { readonly set: DetectorSet }) {
  const save = () => {
    const own = listed.filter(({ detector }) => set.detectors.includes(detector));
    const lines = timeTogether(own, joint).map(({ start, stop }) => `${start},${stop}\n`);
    saveFile(
      `at-least-${set.detectors.join('-')}-segments.csv`,
      new Blob(['start,stop\n', ...lines], { type: 'text/csv' }),
    );
  };
  return (
    <button type="button" class="as-link" onClick={save} aria-label={`CSV of at least ${set.detectors.join(', ')}`}>
      CSV
    </button>
  );
}

const AMOUNT_HEADS = (
  <>
    <th scope="col" class="number">
      hours
    </th>
    <th scope="col" class="number">
      %
    </th>
    <td class="bar-cell" />
  </>
);

function SetTableHead({ detectors }: { readonly detectors: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th scope="colgroup" colSpan={detectors.length}>
          Detectors on
        </th>
        <th scope="colgroup" colSpan={2}>
          At least these
        </th>
        <td class="bar-cell" />
        <th scope="colgroup" colSpan={2}>
          Exactly these
        </th>
        <td class="bar-cell" />
        <th scope="col" rowSpan={2} class="segments">
          Segments, <br />
          at least these
        </th>
      </tr>
      <tr>
        {detectors.map((one) => (
          <th key={one} scope="col" class="dot">
            {one}
          </th>
        ))}
        {AMOUNT_HEADS}
        {AMOUNT_HEADS}
      </tr>
    </thead>
  );
}

export function SetTable({ listed, joint, known, sets, none }: TimeTogether) {
  const detectors = listed.map(({ detector }) => detector);
  return (
    <Scroll label="Detectors on">
      <table class="sets-table">
        <SetTableHead detectors={detectors} />
        <tbody>
          {sets.map((set) => (
            <tr key={set.detectors.join()} data-set={set.detectors.join()}>
              <SetDots set={set} detectors={detectors} />
              <Amount seconds={set.atLeast} known={known} />
              <Amount seconds={set.exactly} known={known} />
              <td class="segments">
                <SegmentsButton {...{ set, listed, joint }} />
              </td>
            </tr>
          ))}
          <tr data-set="">
            <th scope="row" colSpan={detectors.length}>
              None
            </th>
            <td class="number">–</td>
            <td />
            <td class="bar-cell" />
            <Amount seconds={none} known={known} />
            <td class="segments" />
          </tr>
        </tbody>
      </table>
    </Scroll>
  );
}
