import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/openStore.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const EXPORT = ['export', '2026-10', '--template', 'employee-days'];

let service: SampleService;
beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  service = await startSampleService({ employers, limits: { enabled: false } });
});
afterAll(() => service.stop());

function manifestOf(runId: string): unknown {
  const path = join(service.cwd, '.paytally', 'store.sqlite');
  const store = openStore(path, { mode: 'read', now: () => new Date(0) });
  try {
    return store.runs().find((run) => run.runId === runId)?.manifest;
  } finally {
    store.close();
  }
}

describe('a dry run', () => {
  test('lists what it would write, and marks itself in --json as a dry run', async () => {
    const plain = await service.run([...EXPORT, '--dry-run', '--out', 'dry']);
    expect(plain.stdout).toMatch(/would write +dry\/draft\/bakery_2026-10_employee-days\.csv/);
    expect(plain.stdout).not.toMatch(/\bwrote\b/);
    const json = await service.run([...EXPORT, '--dry-run', '--json', '--out', 'dry']);
    expect(JSON.parse(json.stdout).runs[0]).toMatchObject({ dryRun: true });
  });

  test('an export is not marked as one, and the next dry run names what would be replaced', {
    tags: 'slow',
  }, async () => {
    const written = JSON.parse((await service.run([...EXPORT, '--json', '--out', 'twice'])).stdout);
    expect(written.runs[0]).not.toHaveProperty('dryRun');
    const planned = await service.run([...EXPORT, '--dry-run', '--json', '--out', 'twice']);
    expect(JSON.parse(planned.stdout).runs[0].files[0]).toMatchObject({ replaces: true });
  });
});

describe('an accepted exception', () => {
  test('is recorded with the run, even if it did not occur', async () => {
    const { stdout } = await service.run([...EXPORT, '--json', '--accept', 'DST_SUSPECT=NIE456']);
    const [run] = JSON.parse(stdout).runs;
    expect(run.exceptions).not.toHaveProperty('DST_SUSPECT');
    expect(run.accepted).toEqual({ DST_SUSPECT: 'NIE456' });
    expect(manifestOf(run.runId)).toMatchObject({ accepted: { DST_SUSPECT: 'NIE456' } });
  });

  test('is recorded even if the configuration has turned it off', async () => {
    const more = 'exceptions: { UNREVIEWED: off }';
    const employers = await sampleOfDays('2026-10-29', '2026-10-30');
    const own = await startSampleService({ employers }, more);
    try {
      const { stdout } = await own.run([...EXPORT, '--json', '--accept', 'UNREVIEWED=by phone']);
      expect(JSON.parse(stdout).runs[0].accepted).toEqual({ UNREVIEWED: 'by phone' });
    } finally {
      await own.stop();
    }
  });
});
