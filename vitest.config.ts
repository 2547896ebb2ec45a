import { defineConfig } from 'vitest/config';
import { filesWhollyInGate, filesWithMoreThanTheGate } from './test/gate.js';
import { PlainSummary } from './test/plainSummary.js';

/** What the gate and the whole suite have in common. */
export const common = {
  tags: [{ name: 'slow', description: 'a second and more: runs in npm run test:all, and not in npm test' }],
  maxWorkers: '100%',
  globalSetup: ['test/temporaryFolder.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Tests that run at once start processes, which need the cores.
  maxConcurrency: 3,
  // Tests that kill processes share a busy machine there; what needed its second try is named at the end.
  retry: process.env.CI === undefined ? 0 : 1,
  reporters: ['default', new PlainSummary()],
};

/** Files share a process, so that modules are loaded once. */
export const inOneProcess = { isolate: false, setupFiles: ['test/freshProcess.ts'] };

/** The whole suite (`npm run test:all`): a process of its own for each file that has slow tests or samples in the gate. */
export default defineConfig({
  test: {
    ...common,
    projects: [
      { extends: true, test: { name: 'fast', ...inOneProcess, include: filesWhollyInGate() } },
      { extends: true, test: { name: 'slow', include: filesWithMoreThanTheGate() } },
    ],
  },
});
