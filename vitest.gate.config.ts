import { defineConfig } from 'vitest/config';
import { filesOnlyInWholeSuite, testFiles } from './test/gate.js';
import { common, inOneProcess } from './vitest.config.js';

/**
 * The gate: every fast test, and a sample of what is slow, in a few minutes (`npm test`). Tests tagged `slow` and files
 * marked `@module-tag slow` are left to `npm run test:all`.
 */
export default defineConfig({
  test: {
    ...common,
    ...inOneProcess,
    include: testFiles(),
    exclude: [...filesOnlyInWholeSuite(), '**/node_modules/**'],
    env: { PAYTALLY_GATE: '1' },
  },
});
