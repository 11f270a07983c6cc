/**
 * `npx tsx test/proof/enumerated.ts [--root dist] [--data data]`, after a build of layout both: every enumerated query, all
 * pages, and every record. Prints counts; exit status 1 where anything differs.
 */

import { parseArgs } from 'node:util';
import { LISTING_NAMES } from '../../src/contract/wire.ts';
import { openProof } from './enumerated-proof.ts';

const { values } = parseArgs({
  options: { root: { type: 'string', default: 'dist' }, data: { type: 'string', default: 'data' } },
});
const start = performance.now();
const proof = await openProof(values.root, values.data);
const { walks, release, counts, differences, files } = proof;

const say = (text: string) => process.stderr.isTTY && process.stderr.write(`\r${text}`);
for (const [n, walk] of walks.entries()) {
  say(`query ${n + 1} of ${walks.length} `);
  await proof.checkWalk(walk);
}
for (const listing of LISTING_NAMES) {
  const ids = release.index.recordIds(listing);
  for (const [n, id] of ids.entries()) {
    if (n % 1000 === 0) say(`${listing}: record ${n} of ${ids.length} `);
    await proof.checkRecord(listing, id);
  }
}
say('\r');

const isBody = (path: string) => path.startsWith('api/v2/') && !path.startsWith('api/v2/_/');
const bodies = [...files].filter(isBody).length;
if (bodies !== counts.pages + counts.records) {
  differences.push(`the manifest has ${bodies} page and detail files, ${counts.pages + counts.records} were reached`);
}
for (const found of differences.slice(0, 50)) console.log(`DIFFERENCE ${found}`);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
const listed = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
console.log(`${listed.join(', ')}; ${differences.length} differences, ${seconds} s`);
process.exitCode = differences.length === 0 ? 0 : 1;
