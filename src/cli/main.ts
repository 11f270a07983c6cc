#!/usr/bin/env node
/**
 * Starts the program, or prints one sentence if this version of Node is too old. Old versions must be able to run this file, so it imports
 * nothing before it has checked the version.
 */

/** The oldest supported version of Node, as in package.json. */
const LEAST_NODE = [20, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) {
  import('./program.ts').then((program) => program.main());
} else {
  const needed = LEAST_NODE.join('.');
  process.stderr.write(`error: Stillwave needs Node ${needed} or later, but this is Node ${process.versions.node}\n`);
  process.exitCode = 2;
}
