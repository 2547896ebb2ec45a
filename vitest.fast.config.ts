import { defineConfig, mergeConfig } from 'vitest/config';
import whole from './vitest.config.js';

/** Rooms that are tested without sockets, other programs or whole months: `npm run test:fast`. */
const FAST = [
  'architecture',
  'config',
  'domain',
  'language',
  'export',
  'render',
  'read',
  'doctor',
  'schedule',
  'store',
];

/** Files in them that take long: they draw pages, kill processes, or look for counterexamples. */
const SLOW = [
  'test/render/{pdf,reports,review}/**',
  'test/render/model/longTexts.test.ts',
  'test/render/template/templates.test.ts',
  'test/domain/corrections/histories.test.ts',
  'test/domain/explain/sampleMonth.test.ts',
  'test/domain/pay/properties.test.ts',
  'test/domain/rulesCheck/**',
  'test/domain/**/*Oracle.test.ts',
  'test/domain/schedule/cron.test.ts',
  'test/export/{absences,memoryGuard,notWorked,overSeveralWeeks,renderApart,weeklyOvertime}.test.ts',
  'test/store/{creation,faults}.test.ts',
];

const fast = mergeConfig(whole, defineConfig({ test: { exclude: [...SLOW, '**/node_modules/**'] } }));
export default {
  ...fast,
  // Files share their modules there: most of the time went into loading them again for each.
  test: {
    ...fast.test,
    isolate: false,
    maxWorkers: '100%',
    include: FAST.map((room) => `test/${room}/**/*.test.ts`),
  },
};
