/** Chooses strain files of an event, and copies or saves their URLs. */

import { useState } from 'preact/hooks';
import { lastSegment } from '../../address/address.ts';
import { LIST_FORMATS } from '../../strain-data/archive.ts';
import { NoArchive } from '../../strain-data/no-archive.tsx';
import { countText } from '../../text/format.ts';
import { MissingOption } from '../../widgets/controls.tsx';
import { CopyButton, SaveButton } from '../../widgets/save.tsx';
import { choose, chooseLinks, type FileLink, firstChoice, listParts, type Part } from './choose-files.ts';

interface StrainChoiceProps {
  readonly links: readonly FileLink[];
  /** The detectors of the event. */
  readonly detectors: readonly string[];
}

interface PartRowProps {
  readonly part: Part;
  readonly values: ReturnType<typeof listParts>[number]['values'];
  /** Empty for all. */
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  readonly onAll: () => void;
}

/** Lets the user choose values of a part, or all. Values that no file has are struck out. */
const PartRow = ({ part, values, chosen, onChoose, onAll }: PartRowProps) => (
  <fieldset class="part">
    <legend>{part}</legend>
    <button type="button" aria-pressed={chosen.length === 0} onClick={onAll}>
      All
    </button>
    {values.map(({ value, isMissing }) =>
      isMissing ? (
        <MissingOption
          key={value}
          title={value}
          reason={`This catalogue has no strain files with ${value} for this event.`}
        />
      ) : (
        <button type="button" key={value} aria-pressed={chosen.includes(value)} onClick={() => onChoose(value)}>
          {value}
        </button>
      ),
    )}
  </fieldset>
);

export function StrainChoice({ links, detectors }: StrainChoiceProps) {
  const [choice, setChoice] = useState(() => firstChoice(links));
  if (links.length === 0) return <p class="note">This catalogue has no strain files of this event.</p>;
  const chosen = chooseLinks(links, choice);
  const urls = chosen.flatMap(({ url }) => url ?? []);
  const { file, line } = LIST_FORMATS.wget;
  const make = () => urls.map(line).join('');
  return (
    <>
      {listParts(links, detectors).map(({ part, values }) => (
        <PartRow
          key={part}
          {...{ part, values }}
          chosen={choice[part]}
          onChoose={(value) => setChoice(choose(choice, part, value))}
          onAll={() => setChoice({ ...choice, [part]: [] })}
        />
      ))}
      <p class="note" role="status">
        {chosen.length} of {countText(links.length, 'file')} chosen
      </p>
      {links.every(({ url }) => url === null) ? (
        <NoArchive />
      ) : (
        <>
          <ul class="urls">
            {urls.map((url) => (
              <li key={url}>
                <a href={url}>{lastSegment(url)}</a>
              </li>
            ))}
          </ul>
          <p class="buttons row">
            <CopyButton
              title={`Copy ${countText(urls.length, 'URL')}`}
              class="primary"
              make={make}
              isOff={urls.length === 0}
            />
            <SaveButton title="wget list" name={file} type="text/plain" make={make} isOff={urls.length === 0} />
          </p>
        </>
      )}
    </>
  );
}
