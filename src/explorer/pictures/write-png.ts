/** Writes a picture as PNG, with its caption and source below it. */

import { isVisible, type Picture, type PicturePath } from './picture.ts';
import { MARGIN, withCaption } from './with-caption.ts';

/** PNG pixels for each pixel on the page. */
const SCALE = 2;

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
    if (isVisible(fill)) {
      context.globalAlpha = fillOpacity;
      context.fillStyle = fill;
      context.fill(path);
    }
    if (!isVisible(stroke)) continue;
    context.globalAlpha = strokeOpacity;
    context.strokeStyle = stroke;
    context.lineWidth = strokeWidth;
    context.setLineDash([...dashes]);
    context.stroke(path);
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
  context.lineJoin = 'round';
  for (const { text, matrix, x, y, size, weight, fill, stroke, strokeWidth } of texts) {
    place(matrix);
    context.font = `${weight} ${size}px ${font}`;
    if (isVisible(stroke)) {
      context.strokeStyle = stroke;
      context.lineWidth = strokeWidth;
      context.strokeText(text, x, y);
    }
    context.fillStyle = fill;
    context.fillText(text, x, y);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser cannot write PNG'))), 'image/png');
  });
}
