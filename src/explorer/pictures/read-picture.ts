/**
 * Reads part of the page into a picture: paths and text with their positions and colours. The page's own styles and layout determine how
 * the picture looks, so saving needs no drawing code of its own. (The page's Content-Security-Policy forbids images from memory, so a
 * picture cannot be made from the page's own SVG.)
 */

import { CAPTION, partSelector, UNSAVED } from '../charts/picture-parts.ts';
import { isVisible, type Matrix, type Picture, type PicturePath, type PictureText } from './picture.ts';

/** Elements that are left out of pictures. Text for the caption is added below the picture. */
const LEFT_OUT = `defs, button, .visually-hidden, [aria-live], ${partSelector(UNSAVED)}, ${partSelector(CAPTION)}`;

const isShown = (element: Element): boolean =>
  element.closest(LEFT_OUT) === null && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

type Origin = Pick<DOMRect, 'left' | 'top'>;

function matrixOf(element: SVGGraphicsElement, { left, top }: Origin): Matrix {
  const { a, b, c, d, e, f } = element.getScreenCTM() ?? new DOMMatrix();
  return [a, b, c, d, e - left, f - top];
}

const pixelsOf = (length: SVGAnimatedLength): number => length.baseVal.value;

/** The outline of a shape, as a path's `d` attribute. */
function outlineOf(shape: SVGGeometryElement): string {
  if (shape instanceof SVGLineElement) {
    const [x1, y1, x2, y2] = [shape.x1, shape.y1, shape.x2, shape.y2].map(pixelsOf);
    return `M${x1} ${y1}L${x2} ${y2}`;
  }
  if (shape instanceof SVGRectElement) {
    const [x, y, width, height] = [shape.x, shape.y, shape.width, shape.height].map(pixelsOf);
    return `M${x} ${y}h${width}v${height}h${-(width as number)}z`;
  }
  if (shape instanceof SVGCircleElement) {
    const [x, y, r] = [shape.cx, shape.cy, shape.r].map(pixelsOf) as [number, number, number];
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  return shape.getAttribute('d') ?? '';
}

function readPath(shape: SVGGeometryElement, origin: Origin): PicturePath {
  const style = getComputedStyle(shape);
  const dashes = style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map(Number.parseFloat);
  return {
    d: outlineOf(shape),
    matrix: matrixOf(shape, origin),
    fill: style.fill,
    stroke: style.stroke,
    strokeWidth: Number.parseFloat(style.strokeWidth),
    dashes,
    fillOpacity: Number(style.fillOpacity) * Number(style.opacity),
    strokeOpacity: Number(style.strokeOpacity) * Number(style.opacity),
  };
}

/** Each run of letters in a text element of a drawing, at the position where it starts. */
function readDrawnText(element: SVGTextElement, origin: Origin): PictureText[] {
  const matrix = matrixOf(element, origin);
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: PictureText[] = [];
  let position = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const start = position;
    position += text.length;
    if (text.trim() === '' || start >= element.getNumberOfChars()) continue;
    const style = getComputedStyle(node.parentElement as Element);
    const { x, y } = element.getStartPositionOfChar(start);
    found.push({
      text,
      matrix,
      x,
      y,
      size: Number.parseFloat(style.fontSize),
      weight: style.fontWeight,
      fill: style.fill,
      stroke: style.stroke,
      strokeWidth: Number.parseFloat(style.strokeWidth),
    });
  }
  return found;
}

/** Approximate distance from the middle of a line of text down to its baseline, as a fraction of the font size. */
const BASELINE = 0.34;

/** The lines of a text node that is outside a drawing. */
function readWrittenText(node: Text, { left, top }: Origin): PictureText[] {
  const style = getComputedStyle(node.parentElement as Element);
  const size = Number.parseFloat(style.fontSize);
  const lines = new Map<number, { text: string; box: DOMRect }>();
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/g)) {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const line = lines.get(box.top);
    if (line) line.text += word;
    else lines.set(box.top, { text: word, box });
  }
  return [...lines.values()].map(({ text, box }) => ({
    ...{ text: text.trimEnd(), size, weight: style.fontWeight, fill: style.color, matrix: [1, 0, 0, 1, 0, 0] },
    ...{ stroke: 'none', strokeWidth: 0 },
    x: box.left - left,
    y: (box.top + box.bottom) / 2 - top + size * BASELINE,
  }));
}

/** The background that shows behind an element. */
function groundOf(element: Element): string {
  const own = getComputedStyle(element).backgroundColor;
  return isVisible(own) || element.parentElement === null ? own : groundOf(element.parentElement);
}

/** Reads an element while it has the class `is-saved`, which takes heads that stay in sight back to their place. */
export function readPicture(root: HTMLElement): Picture {
  root.classList.add('is-saved');
  try {
    return readParts(root);
  } finally {
    root.classList.remove('is-saved');
  }
}

function readParts(root: HTMLElement): Picture {
  const { left, top, width, height } = root.getBoundingClientRect();
  const origin = { left, top };
  const elements = [...root.querySelectorAll('*')].filter(isShown);
  const { fontFamily } = getComputedStyle(root);
  const paths = elements
    .filter((one) => one instanceof SVGGeometryElement)
    .map((one) => readPath(one, origin))
    .filter(({ fill, stroke }) => isVisible(fill) || isVisible(stroke));
  const drawn = elements.filter((one) => one instanceof SVGTextElement).flatMap((one) => readDrawnText(one, origin));
  const written = elements
    .filter((one) => !(one instanceof SVGElement))
    .flatMap((one) => [...one.childNodes].filter((node) => node instanceof Text))
    .flatMap((node) => readWrittenText(node, origin));
  return {
    ...{ width: Math.ceil(width), height: Math.ceil(height), font: fontFamily, paths, texts: [...drawn, ...written] },
    ground: groundOf(root),
  };
}
