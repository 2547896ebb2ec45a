import { defineConfig, mergeConfig } from 'vitest/config';
import { filesOnlyInWholeSuite } from './test/gate.js';
import whole from './vitest.config.js';

/**
 * The gate: every fast test, and a sample of what is slow, in a few minutes (`npm test`). Files share a process, so that
 * modules are loaded once. Tests tagged `slow` and files marked `@module-tag slow` are left to `npm run test:all`.
 */
export default mergeConfig(
  whole,
  defineConfig({
    test: {
      exclude: [...filesOnlyInWholeSuite(), '**/node_modules/**'],
      env: { PAYTALLY_GATE: '1' },
      isolate: false,
      setupFiles: ['test/freshProcess.ts'],
      maxWorkers: '100%',
    },
  }),
);
