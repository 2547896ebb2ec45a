import { defineConfig } from 'vitest/config';

/** One folder of the domain is tested by its own tests: `DOMAIN_FOLDER=pay`. Other programs' oracles take too long. */
const folder = process.env.DOMAIN_FOLDER ?? '';

export default defineConfig({
  test: {
    include: [`test/domain/${folder}**/*.test.ts`, `test/domain/${folder}/**/*.test.ts`],
    exclude: [
      'test/domain/explain/sampleMonth.test.ts',
      'test/domain/**/*Oracle.test.ts',
      '**/node_modules/**',
    ],
    testTimeout: 30_000,
  },
});
