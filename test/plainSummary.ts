import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { filesOnlyInWholeSuite, suitesOfOtherDays } from './gate.js';

const SLOWEST = 10;

/**
 * Ends a test run with one plain line, `N passed, N failed`, that scripts can read. Before it: tests that needed a
 * second attempt, what the gate leaves to the whole suite and, in CI, the slowest files.
 */
export class PlainSummary implements Reporter {
  #isGate = false;

  onInit(vitest: Vitest): void {
    this.#isGate = vitest.config.tagsFilter !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0, leftOut: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        counts[this.#isGate && test.tags.includes('slow') ? 'leftOut' : test.result().state] += 1;
        if (test.diagnostic()?.flaky === true) {
          process.stdout.write(`passed at the second try: ${module.relativeModuleId} > ${test.fullName}\n`);
        }
      }
    }
    if (process.env.CI !== undefined) printSlowest(modules);
    if (this.#isGate) {
      const files = filesOnlyInWholeSuite().length;
      process.stdout.write(
        `left to npm run test:all: ${files} slow files and ${counts.leftOut} slow tests\n`,
      );
    }
    const others = this.#isGate ? [] : suitesOfOtherDays();
    if (others.length > 0)
      process.stdout.write(`left to other days (PAYTALLY_WHOLE=1 runs all): ${others.length} long suites\n`);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
  }
}

function printSlowest(modules: readonly TestModule[]): void {
  const seconds = modules.map((module) => ({
    file: module.relativeModuleId,
    seconds: module.diagnostic().duration / 1000,
  }));
  const slowest = seconds.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  for (const each of slowest)
    process.stdout.write(`${each.seconds.toFixed(1).padStart(6)} s  ${each.file}\n`);
}
