import { defineConfig } from 'vitest/config';
import { PlainSummary } from './test/plainSummary.js';

/** The whole suite, a process of its own for each file: `npm run test:all`. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    tags: [{ name: 'slow', description: 'a second and more: runs in npm run test:all, and not in npm test' }],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests that kill processes share a busy machine there; what needed its second try is named at the end.
    retry: process.env.CI === undefined ? 0 : 1,
    reporters: ['default', new PlainSummary()],
  },
});
