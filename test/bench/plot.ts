/** Draws lines on two logarithmic axes as SVG. Pure. */

export interface PlotLine {
  readonly name: string;
  /** [x, y], both greater than 0. */
  readonly points: readonly (readonly [number, number])[];
}

const WIDTH = 640;
const HEIGHT = 400;
const LEFT = 60;
const RIGHT = 170;
const TOP = 20;
const BOTTOM = 50;
const COLORS = ['#0b6e99', '#b3541e', '#3a7d44', '#7b4b94', '#666666'];

/** Powers of ten from just below the smallest to just above the largest value. */
function decades(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

const label = (power: number): string => (10 ** power).toLocaleString('en-US', { maximumFractionDigits: 6 });

export function logLogPlot(xName: string, lines: readonly PlotLine[]): string {
  const points = lines.flatMap((line) => line.points);
  const [xs, ys] = [decades(points.map(([x]) => x)), decades(points.map(([, y]) => y))];
  const scale = (powers: readonly number[], from: number, to: number) => (value: number) => {
    const [first = 0, last = 1] = [powers[0], powers.at(-1)];
    return (from + ((Math.log10(value) - first) / (last - first)) * (to - from)).toFixed(1);
  };
  const x = scale(xs, LEFT, WIDTH - RIGHT);
  const y = scale(ys, HEIGHT - BOTTOM, TOP);
  const grid = [
    ...xs.map((power) => {
      const at = x(10 ** power);
      return `<path d="M${at} ${TOP}V${HEIGHT - BOTTOM}"/><text x="${at}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${label(power)}</text>`;
    }),
    ...ys.map((power) => {
      const at = y(10 ** power);
      return `<path d="M${LEFT} ${at}H${WIDTH - RIGHT}"/><text x="${LEFT - 6}" y="${Number(at) + 4}" text-anchor="end">${label(power)}</text>`;
    }),
  ];
  const drawn = lines.map(({ name, points: own }, n) => {
    const color = COLORS[n % COLORS.length];
    const places = own.map(([a, b]) => `${x(a)},${y(b)}`);
    const dots = places.map((place) => place.split(',')).map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3"/>`);
    const [, last = '0'] = places.at(-1)?.split(',') ?? [];
    const text = `<text x="${WIDTH - RIGHT + 8}" y="${Number(last) + 4}" stroke="none">${name}</text>`;
    return `<g stroke="${color}" fill="${color}"><polyline fill="none" points="${places.join(' ')}"/>${dots.join('')}${text}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<g stroke="#ddd" fill="#444">${grid.join('\n').replaceAll('<text', '<text stroke="none"')}</g>
${drawn.join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 12}" text-anchor="middle" fill="#444">${xName}</text>
</svg>
`;
}
