import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../samples/generator/random.js';
import { type SampleService, sampleOfDays, startSampleService } from '../support/employers/sampleService.js';
import { isBuilt, startChild, until } from '../support/programs/childExport.js';
import { digestsIn, expectSoundStore } from './faultBench.js';

const EXPORT = ['export', '2026-10', '--template', 'review', '--template', 'timesheets', '--json'];
/** A dozen under `npm run test:long`. */
const MOMENTS = process.env.PAYTALLY_LONG === '1' ? 12 : 3;
/** The target is one second; this is for a machine that runs ten other jobs. */
const MOST_MS = 20_000;

// The built program is missing only if vitest runs without a build.
describe.skipIf(!isBuilt)('Ctrl-C at any moment of an export (skipped if dist is not built)', () => {
  let service: SampleService;
  let right: Readonly<Record<string, string>>;
  /** From the first request to the end, without Ctrl-C. */
  let wholeMs: number;
  const outOf = (name: string) => join(service.cwd, name, 'draft');
  const requests = () => service.sandbox.stats().requests;

  async function begun(name: string) {
    service.sandbox.clearCounts();
    const child = startChild(service, [...EXPORT, '--out', name]);
    await until(() => requests() > 0, child);
    return child;
  }

  beforeAll(async () => {
    service = await startSampleService({
      employers: await sampleOfDays('2026-10-20', '2026-10-29'),
      limits: { enabled: false },
    });
    const child = await begun('right');
    const from = performance.now();
    expect((await child.ended).status).toBe(0);
    wholeMs = performance.now() - from;
    right = digestsIn(outOf('right'));
    expect(Object.keys(right)).toHaveLength(2);
  }, 180_000);
  afterAll(() => service.stop());

  test('ends soon, with 130, all of the files or none, and no others', {
    tags: 'slow',
    timeout: 600_000,
  }, async () => {
    const random = randomFor('moments of Ctrl-C');
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const name = `moment-${moment}`;
      const child = await begun(name);
      const share = (moment + random.between(0, 99) / 100) / MOMENTS;
      await wait(wholeMs * share);
      const from = performance.now();
      child.process.kill('SIGINT');
      const { status, stdout, stderr } = await child.ended;
      const where = { share, stderr };
      expect(performance.now() - from, JSON.stringify(where)).toBeLessThan(MOST_MS);
      // The last moments may be too late for it.
      expect({ ...where, isKnown: status === 130 || status === 0 }).toEqual({ ...where, isKnown: true });
      if (status === 130) expect(JSON.parse(stdout).error).toMatchObject({ code: 'INTERRUPTED' });
      const files = digestsIn(outOf(name));
      // All of them, if the last one was already in place.
      const isNone = Object.keys(files).length === 0 && status === 130;
      expect({ ...where, files }).toEqual({ ...where, files: isNone ? {} : right });
      expectSoundStore(service.cwd);
    }
  });
});
