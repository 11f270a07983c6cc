/** Saves the plot shown as an SVG or PNG file, with a caption and the source. */

import { useState } from 'preact/hooks';
import type { Core } from '../host/core.ts';
import { describeSite, nameLicense } from '../host/site-facts.ts';
import { Menu } from '../parts/menu.tsx';
import { saveFile } from '../parts/save.tsx';

interface SavePlotProps {
  readonly core: Core;
  /** Describes the drawing; the view's sentence follows. */
  readonly caption: string;
  /** Used in the file name. */
  readonly name: string;
}

const FORMATS = ['SVG', 'PNG'] as const;
type Format = (typeof FORMATS)[number];

/** The sentence in the view around an element, without its links. */
function readSentence(element: Element): string {
  const sentence = element.closest('.events, .strain')?.querySelector('.sentence')?.cloneNode(true);
  for (const link of (sentence as Element | undefined)?.querySelectorAll('a, .ways') ?? []) link.remove();
  return (sentence?.textContent ?? '').trim();
}

/** The page and its release, then the data's source and licence. */
function describeSource({ release: { baseUrl, data } }: Core): string {
  const { source, license } = describeSite();
  const origin = [source && `${source.name} (${new URL(source.url).hostname})`, license && nameLicense(license)];
  const known = origin.filter((part) => part !== undefined).join(', ');
  return `Source: ${baseUrl}, release ${data.id.slice(0, 8)}.${known === '' ? '' : ` Data: ${known}.`}`;
}

async function makeFile(format: Format, { caption, core }: SavePlotProps): Promise<Blob> {
  const root = document.querySelector<HTMLElement>('.saved');
  if (root === null) throw new Error('there is no plot');
  const [{ readPicture }, { writePng, writeSvg }] = await Promise.all([
    import('./read-picture.ts'),
    import('./write-picture.ts'),
  ]);
  const lines = [[caption, readSentence(root)].filter((text) => text !== '').join(' '), describeSource(core)];
  const picture = readPicture(root);
  const colour = getComputedStyle(root).color;
  if (format === 'PNG') return writePng(picture, lines, colour);
  return new Blob([writeSvg(picture, lines, colour)], { type: 'image/svg+xml' });
}

export function SavePlot(props: SavePlotProps) {
  const [message, setMessage] = useState('');
  const save = async (format: Format) => {
    const name = `${props.name}.${format.toLowerCase()}`;
    try {
      saveFile(name, await makeFile(format, props));
      setMessage(`Saved as ${name}.`);
    } catch (error) {
      setMessage(`Failed: ${(error as Error).message}`);
    }
  };
  return (
    <Menu title="Save plot" kind="save-plot">
      <p class="buttons">
        {FORMATS.map((format) => (
          <button key={format} type="button" onClick={() => save(format)}>
            {format}
          </button>
        ))}
      </p>
      <p class="note">With its caption and source.</p>
      <p class="note" role="status">
        {message}
      </p>
    </Menu>
  );
}
