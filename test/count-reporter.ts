/** Ends a run with the plain line `N passed, N failed, N skipped`, which tools that do not know vitest can read. */

import type { Reporter, TestModule } from 'vitest/node';

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
      if (!module.ok() && [...module.children.allTests('failed')].length === 0) count.failed++;
    }
    // Printed after the output of the other reporters.
    process.once('exit', () => console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`));
  }
}
