/** Chooses strain files of an event, and copies or saves their URLs. */

import { useState } from 'preact/hooks';
import { LIST_FORMATS } from '../../strain-data/archive.ts';
import { NoArchive } from '../../strain-data/no-archive.tsx';
import { countText } from '../../text/format.ts';
import { SaveButtons } from '../../widgets/save.tsx';
import { chooseLinks, type FileLink, firstChoice, listValues, type Part } from './choose-files.ts';

interface StrainChoiceProps {
  readonly links: readonly FileLink[];
  /** The detectors of the event. */
  readonly detectors: readonly string[];
}

interface PartRowProps {
  readonly part: Part;
  readonly values: ReturnType<typeof listValues>[number]['values'];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

/** Lets the user choose one value of a part, or all. Values that no file has are struck out. */
const PartRow = ({ part, values, chosen, onChoose }: PartRowProps) => (
  <fieldset class="part">
    <legend>{part}</legend>
    {[{ value: '', isMissing: false }, ...values].map(({ value, isMissing }) =>
      isMissing ? (
        <span key={value} class="missing" title={`This catalogue has no strain files with ${value} for this event.`}>
          <s>{value}</s>
        </span>
      ) : (
        <button type="button" key={value} aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {value || 'All'}
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
  const text = async () => urls.map(line).join('');
  return (
    <>
      {listValues(links, detectors).map(({ part, values }) => (
        <PartRow
          key={part}
          {...{ part, values }}
          chosen={choice[part]}
          onChoose={(value) => setChoice({ ...choice, [part]: value })}
        />
      ))}
      <p class="note" role="status">
        {chosen.length} of {countText(links.length, 'file')} chosen
      </p>
      {links.every(({ url }) => url === null) ? (
        <NoArchive />
      ) : (
        <SaveButtons
          files={[{ title: 'wget list', name: file, type: 'text/plain', make: text }]}
          copy={text}
          copyTitle={`Copy ${countText(urls.length, 'URL')}`}
          copyClass="primary"
          isOff={urls.length === 0}
        />
      )}
    </>
  );
}
