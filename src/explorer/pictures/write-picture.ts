/** Writes a picture as SVG or PNG, with its caption and source below it. */

import type { Picture, PicturePath, PictureText } from './read-picture.ts';
import { wrapText } from './wrap-text.ts';

const MARGIN = 16;
const LINE_PX = 18;
const CAPTION_PX = 12;
/** PNG pixels for each pixel on the page. */
const SCALE = 2;

/** The picture with margins and, as additional text, its caption. */
function withCaption(picture: Picture, caption: readonly string[], fill: string): Picture {
  const lines = caption.flatMap((text) => wrapText(text, picture.width));
  const texts = lines.map(
    (text, n): PictureText => ({
      ...{ text, fill, size: CAPTION_PX, weight: '400', matrix: [1, 0, 0, 1, 0, 0], x: 0 },
      y: picture.height + LINE_PX * (n + 1),
    }),
  );
  return { ...picture, height: picture.height + LINE_PX * (lines.length + 0.5), texts: [...picture.texts, ...texts] };
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const isNone = (colour: string): boolean => colour === 'none' || /, 0\)$/.test(colour);

function pathElement({
  d,
  matrix,
  fill,
  stroke,
  strokeWidth,
  dashes,
  fillOpacity,
  strokeOpacity,
}: PicturePath): string {
  const painted = isNone(stroke)
    ? ''
    : ` stroke="${stroke}" stroke-width="${strokeWidth}" stroke-opacity="${strokeOpacity}"${
        dashes.length > 0 ? ` stroke-dasharray="${dashes.join(' ')}"` : ''
      }`;
  return `<path transform="matrix(${matrix.join(' ')})" d="${d}" fill="${fill}" fill-opacity="${fillOpacity}"${painted}/>`;
}

const textElement = ({ text, matrix, x, y, size, weight, fill }: PictureText): string =>
  `<text transform="matrix(${matrix.join(' ')})" x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(text)}</text>`;

/** The text of an SVG file. */
export function writeSvg(picture: Picture, caption: readonly string[], colour: string): string {
  const { width, height, ground, font, paths, texts } = withCaption(picture, caption, colour);
  const [fullWidth, fullHeight] = [width + 2 * MARGIN, height + 2 * MARGIN];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}">`,
    `<title>${escapeXml(caption.join(' '))}</title>`,
    `<rect width="100%" height="100%" fill="${ground}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})" font-family="${escapeXml(font)}" xml:space="preserve">`,
    ...paths.map(pathElement),
    ...texts.map(textElement),
    '</g>',
    '</svg>\n',
  ].join('\n');
}

/** The PNG file. Rejects if the browser cannot make one. */
export async function writePng(picture: Picture, caption: readonly string[], colour: string): Promise<Blob> {
  const { width, height, ground, font, paths, texts } = withCaption(picture, caption, colour);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((width + 2 * MARGIN) * SCALE);
  canvas.height = Math.ceil((height + 2 * MARGIN) * SCALE);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const place = (matrix: PicturePath['matrix']) => {
    context.setTransform(SCALE, 0, 0, SCALE, MARGIN * SCALE, MARGIN * SCALE);
    context.transform(...matrix);
  };
  for (const { d, matrix, fill, stroke, strokeWidth, dashes, fillOpacity, strokeOpacity } of paths) {
    place(matrix);
    const path = new Path2D(d);
    if (!isNone(fill)) {
      context.globalAlpha = fillOpacity;
      context.fillStyle = fill;
      context.fill(path);
    }
    if (isNone(stroke)) continue;
    context.globalAlpha = strokeOpacity;
    context.strokeStyle = stroke;
    context.lineWidth = strokeWidth;
    context.setLineDash([...dashes]);
    context.stroke(path);
  }
  context.globalAlpha = 1;
  for (const { text, matrix, x, y, size, weight, fill } of texts) {
    place(matrix);
    context.font = `${weight} ${size}px ${font}`;
    context.fillStyle = fill;
    context.fillText(text, x, y);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser cannot write PNG'))), 'image/png');
  });
}
