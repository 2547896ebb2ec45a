import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-31', '2026-10-31') });
}, 120_000);
afterAll(() => service.stop());

test('requests are counted in the folder that PAYTALLY_REQUESTS names, also by commands that write nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-requests-'));
  const env = { ...service.env, PAYTALLY_REQUESTS: folder };
  const { status } = await service.run(
    ['export', '2026-10-31..2026-10-31', '--dry-run', '--template', 'employee-days'],
    { env },
  );
  expect(status).toBe(0);
  expect(existsSync(join(folder, 'requests.sqlite'))).toBe(true);
  expect(existsSync(join(service.cwd, '.paytally', 'requests.sqlite'))).toBe(false);
}, 120_000);
