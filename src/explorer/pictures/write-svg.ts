/** Writes a picture as SVG, with its caption and source below it. */

import { isVisible, type Picture, type PicturePath, type PictureText } from './picture.ts';
import { MARGIN, withCaption } from './with-caption.ts';

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

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
  const painted = isVisible(stroke)
    ? ` stroke="${stroke}" stroke-width="${strokeWidth}" stroke-opacity="${strokeOpacity}"${
        dashes.length > 0 ? ` stroke-dasharray="${dashes.join(' ')}"` : ''
      }`
    : '';
  return `<path transform="matrix(${matrix.join(' ')})" d="${d}" fill="${fill}" fill-opacity="${fillOpacity}"${painted}/>`;
}

function textElement({ text, matrix, x, y, size, weight, fill, stroke, strokeWidth }: PictureText): string {
  const outline = isVisible(stroke)
    ? ` stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linejoin="round" paint-order="stroke"`
    : '';
  return `<text transform="matrix(${matrix.join(' ')})" x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}"${outline}>${escapeXml(text)}</text>`;
}

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
