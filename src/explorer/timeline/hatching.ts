/** Diagonal lines for time of a run whose segments the catalogue lacks. Drawn as a path, because saved pictures have no patterns. */

/** Distance between the lines along an edge, in pixels. */
const SPACING_PX = 8.5;

/** A rectangle's outline and the lines in it, as a path's `d` attribute. */
export function hatch(x: number, width: number, height: number): string {
  const lines: string[] = [];
  for (let at = SPACING_PX; at < width + height; at += SPACING_PX) {
    const [right, below] = [Math.min(at, width), Math.min(at, height)];
    lines.push(`M${x + right} ${at - right}L${x + at - below} ${below}`);
  }
  return `${lines.join('')}M${x} 0h${width}v${height}h${-width}z`;
}
