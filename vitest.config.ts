import { defineConfig } from 'vitest/config';
import { PlainSummary } from './test/plainSummary.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests that kill processes share a busy machine there; what needed its second try is named at the end.
    retry: process.env.CI === undefined ? 0 : 1,
    reporters: ['default', new PlainSummary()],
  },
});
