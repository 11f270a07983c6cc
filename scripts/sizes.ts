/**
 * Compares the sizes of the bundles with their limits, in bytes after gzip, and prints them. Part of `npm run check`. It bundles into a
 * temporary folder, because tests may be using build/.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleEdge } from './bundle-edge.ts';
import { bundleExplorer } from './bundle-explorer.ts';
import { bundleSize } from './bundle-size.ts';

const LIMITS = { edge: 24 * 1024, firstRows: 80_000, explorer: 180_000 };

const folder = mkdtempSync(join(tmpdir(), 'stillwave-sizes-'));
const [edge, explorer] = [join(folder, 'edge'), join(folder, 'explorer')];
try {
  await Promise.all([bundleEdge(edge), bundleExplorer(explorer)]);
  const gzipped = readdirSync(edge).map((name) => gzipSync(readFileSync(join(edge, name)), { level: 9 }).length);
  const { firstBytes, allBytes } = bundleSize(explorer);
  const sizes = [
    ['the largest edge bundle', Math.max(...gzipped), LIMITS.edge],
    ['the explorer before its first rows', firstBytes, LIMITS.firstRows],
    ['the whole explorer', allBytes, LIMITS.explorer],
  ] as const;
  for (const [what, bytes, limit] of sizes) {
    console.log(`${what}: ${bytes} bytes gzipped, at most ${limit}${bytes > limit ? ': too large' : ''}`);
    if (bytes > limit) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
