/** Pictures of plots: their colours, and their captions. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Picture, PicturePath } from '../../src/explorer/pictures/picture.ts';
import { wrapText } from '../../src/explorer/pictures/with-caption.ts';
import { writeSvg } from '../../src/explorer/pictures/write-svg.ts';
import { textWidth } from '../../src/explorer/text/text-size.ts';

const PALETTE = readFileSync(new URL('../../src/explorer/styles/palette.css', import.meta.url), 'utf8');

/** `#6b4a00` as a browser computes it: `rgb(107, 74, 0)`. */
const computed = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

const path = (fill: string, stroke: string): PicturePath => ({
  ...{ d: 'M0 0L9 9', matrix: [1, 0, 0, 1, 0, 0], fill, stroke },
  ...{ strokeWidth: 1, dashes: [], fillOpacity: 1, strokeOpacity: 1 },
});
const picture = (paths: readonly PicturePath[]): Picture => ({
  ...{ width: 100, height: 50, ground: 'rgb(255, 255, 255)', font: 'sans-serif' },
  ...{ paths, texts: [] },
});

describe('a picture', () => {
  const colours = [...new Set([...PALETTE.matchAll(/#[\da-f]{6}/g)].map(([hex]) => computed(hex)))];

  it('has lines in every colour of the palette', () => {
    expect(colours.length).toBeGreaterThan(60);
    const svg = writeSvg(picture(colours.map((colour) => path('none', colour))), [], 'rgb(0, 0, 0)');
    expect(colours.filter((colour) => !svg.includes(` stroke="${colour}"`))).toEqual([]);
  });

  it('has no lines without a colour', () => {
    const svg = writeSvg(picture([path('none', 'none'), path('none', 'rgba(0, 0, 0, 0)')]), [], 'rgb(0, 0, 0)');
    expect(svg).not.toContain(' stroke=');
  });

  it('keeps the outline of names, behind their letters', () => {
    const name = { text: 'GW150914', matrix: [1, 0, 0, 1, 0, 0], x: 5, y: 9, size: 12, weight: '400' } as const;
    const outlined = { ...name, fill: 'rgb(0, 0, 0)', stroke: 'rgb(255, 255, 255)', strokeWidth: 3 };
    const svg = writeSvg({ ...picture([]), texts: [outlined] }, [], 'rgb(0, 0, 0)');
    expect(svg).toContain('stroke="rgb(255, 255, 255)" stroke-width="3" stroke-linejoin="round" paint-order="stroke"');
  });
});

it('the caption of a picture is broken into lines that fit its width', () => {
  const lines = wrapText('Masses of both components over time, in the source frame. 391 events of GWTC.', 300);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join(' ')).toBe('Masses of both components over time, in the source frame. 391 events of GWTC.');
  expect(lines.every((line) => textWidth(line) <= 300)).toBe(true);
});
