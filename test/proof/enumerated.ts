/**
 * `npm run long -- proof [--compatibility specification|service] [--data data] [--site dist]`: builds a site with layout both, then checks
 * every enumerated query below every parent, all pages, every record under every id, and every listing below every id. Prints counts; exit
 * status 1 if anything differs.
 */

import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ERROR_FOLDER } from '../../src/core/contract/site-paths.ts';
import { compatibilityOf } from './compatibility.ts';
import { openProof } from './enumerated-proof.ts';

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: 'dist' },
    data: { type: 'string', default: 'data' },
    compatibility: { type: 'string', default: 'specification' },
  },
});
const compatibility = compatibilityOf(values.compatibility);
const { site, data } = values;
const build = ['build/cli/main.js', 'build', '--site', site, '--data', data, '--compatibility', compatibility];
execFileSync(process.execPath, build, { stdio: 'inherit' });
const start = performance.now();
const proof = await openProof(site, data, compatibility);
const { walks, records, otherPaths, counts, differences, files } = proof;

/** Checks the items one after the other, and reports progress. */
async function checkAll<Item>(what: string, items: readonly Item[], check: (item: Item) => Promise<void>) {
  for (const [n, item] of items.entries()) {
    if (n % 100 === 0 && process.stderr.isTTY) process.stderr.write(`\r${what} ${n} of ${items.length} `);
    await check(item);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
}

await checkAll('query', walks, (walk) => proof.checkWalk(walk));
await checkAll('record', records, (record) => proof.checkRecord(record));
await checkAll('other path', otherPaths, (path) => proof.checkOtherPath(path));

/** Everything below a collection; errors and documents, such as the root, have no query. */
const isBody = (path: string) => /^api\/v2\/[^/]+\//.test(path) && !path.startsWith(`${ERROR_FOLDER}/`);
const bodies = [...files].filter(isBody).length;
if (bodies !== counts.pages + counts.records) {
  differences.push(`the manifest has ${bodies} page and detail files, ${counts.pages + counts.records} were reached`);
}
for (const found of differences.slice(0, 50)) console.log(`DIFFERENCE ${found}`);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
const listed = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
console.log(`${listed.join(', ')}; ${differences.length} differences, ${seconds} s`);
process.exitCode = differences.length === 0 ? 0 : 1;
