/** Saves the current plot as an SVG or PNG file, with a caption and the source. */

import { CAPTION, partSelector, SAVED } from '../charts/picture-parts.ts';
import { useClient } from '../client/context.ts';
import { type Client, loadScript, shortRelease } from '../client/site-client.ts';
import { describeSite, nameLicense } from '../client/site-facts.ts';
import { joinText } from '../text/format.ts';
import { Menu } from '../widgets/menu.tsx';
import { SaveButton } from '../widgets/save.tsx';

interface SavePlotProps {
  /** Describes the drawing, unless the plot has a caption of its own. The view's sentence follows. */
  readonly caption?: string;
  /** Used in the file name. */
  readonly name: string;
}

const FORMATS = [
  { title: 'SVG', type: 'image/svg+xml' },
  { title: 'PNG', type: 'image/png' },
] as const;

const WRITERS = {
  SVG: async () => (await loadScript(import('./write-svg.ts'))).writeSvg,
  PNG: async () => (await loadScript(import('./write-png.ts'))).writePng,
} as const;

/** The text in an element without its links. */
function readText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll('a')) link.remove();
  return (copy.textContent ?? '').trim();
}

/** The nearest caption text outside an element. */
function findCaption(inside: Element): Element | undefined {
  for (let around = inside.parentElement; around !== null; around = around.parentElement) {
    const found = [...around.querySelectorAll(partSelector(CAPTION))].find((one) => !inside.contains(one));
    if (found) return found;
  }
  return undefined;
}

/** The view's sentence about a plot, and the numbers of events that the plot leaves out. */
function readSentences(plot: Element): readonly string[] {
  const sentence = findCaption(plot);
  return [...(sentence ? [sentence] : []), ...plot.querySelectorAll(partSelector(CAPTION))].map(readText);
}

/** The page and its release, then the data's source and licence. */
function describeSource(client: Client): string {
  const { source, license } = describeSite();
  const known = joinText(
    [source && `${source.name} (${new URL(source.url).hostname})`, license && nameLicense(license)],
    ', ',
  );
  return `Source: ${client.release.baseUrl}, release ${shortRelease(client)}.${known === '' ? '' : ` Data: ${known}.`}`;
}

async function makeFile(format: 'SVG' | 'PNG', client: Client, caption: string): Promise<BlobPart> {
  const root = document.querySelector<HTMLElement>(partSelector(SAVED));
  if (root === null) throw new Error('there is no plot');
  const [{ readPicture }, write] = await Promise.all([loadScript(import('./read-picture.ts')), WRITERS[format]()]);
  const lines = [joinText([caption, ...readSentences(root)], ' '), describeSource(client)];
  return write(readPicture(root), lines, getComputedStyle(root).color);
}

export function SavePlot({ caption = '', name }: SavePlotProps) {
  const client = useClient();
  return (
    <Menu title="Save plot">
      <p class="buttons row">
        {FORMATS.map(({ title, type }) => (
          <SaveButton
            key={title}
            {...{ title, type }}
            name={`${name}.${title.toLowerCase()}`}
            make={() => makeFile(title, client, caption)}
          />
        ))}
      </p>
      <p class="note">With its caption and source.</p>
    </Menu>
  );
}
