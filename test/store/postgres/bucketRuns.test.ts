// @module-tag slow
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';
import { KEY, type S3Double, SECRET, startS3Double } from './s3Double.js';

describe.skipIf(withoutPostgres)('files of runs in a bucket', () => {
  const postgres = usePostgres();
  let s3: S3Double;
  let service: SampleService;

  beforeAll(async () => {
    s3 = await startS3Double('payroll');
    const bucket = `{ endpoint: ${s3.endpoint}, bucket: payroll, key: ${KEY}, secret: { env: BUCKET_SECRET } }`;
    service = await startSampleService(
      { employers: await sampleOfDays('2026-10-05', '2026-10-07') },
      `store: ${postgres().database()}\nfiles: { s3: ${bucket} }\ndeliveries: { archive: { to: folder, path: inbox, templates: [employee-days] } }\n`,
    );
    mkdirSync(join(service.cwd, 'inbox'));
  });
  afterAll(async () => {
    await service?.stop();
    await s3?.stop();
  });

  const run = async (argv: readonly string[], secret: string | undefined = SECRET) => {
    const env = { ...service.env, BUCKET_SECRET: secret };
    const { status, stdout, stderr } = await service.run([...argv, '--json'], { nowMs: AFTER, env });
    expect(stderr).not.toContain(SECRET);
    return { status, stderr, ...JSON.parse(stdout || '{}') };
  };
  const final = (day: string, secret?: string) =>
    run(['export', `${day}..${day}`, '--final', '--template', 'employee-days', ...ACCEPT], secret);

  test('are saved there, restored if missing, and deleted by a purge', async () => {
    s3.faults.push('unavailable', 'cut');
    const made = await final('2026-10-05');
    expect(made.status, made.stderr).toBe(0);
    const [{ runId, files }] = made.runs;
    const [{ path }] = files;
    const content = readFileSync(path);
    expect([...s3.objects]).toEqual([[`/payroll/runs/${runId}/${basename(path)}`, content]]);

    rmSync(path);
    expect(await run(['send', runId])).toMatchObject({ status: 0 });
    expect(readFileSync(path)).toEqual(content);
    const [sent = ''] = readdirSync(join(service.cwd, 'inbox'));
    expect(readFileSync(join(service.cwd, 'inbox', sent))).toEqual(content);

    const person = 'b9f56a58-ed8a-4b79-b4e1-74921f729467';
    const purged = await run(['purge', '--person', person, '--reason', 'asked for']);
    expect(purged.status, purged.stderr).toBe(0);
    expect(s3.objects.size).toBe(0);
    expect(s3.answered.filter(({ status }) => status === 403)).toEqual([]);
  });

  test.each([
    ['a wrong secret', 'another', { code: 'OUTPUT_NOT_WRITTEN' }],
    ['no secret', '', { code: 'SECRET_MISSING' }],
  ])('are not left behind by a run with %s', async (_, secret, error) => {
    const failed = await final('2026-10-06', secret);
    expect(failed).toMatchObject({ error });
    expect(existsSync(join(service.cwd, 'out', 'bakery_2026-10-06..2026-10-06_employee-days.csv'))).toBe(
      false,
    );
    const { runs } = await run(['history', '2026-10-06']);
    expect(runs).toEqual([]);
  });
});
