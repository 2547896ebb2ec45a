// @module-tag slow
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';

describe.skipIf(withoutPostgres)('moving a store', () => {
  const postgres = usePostgres();
  let service: SampleService;
  let url = '';

  beforeAll(async () => {
    url = postgres().database();
    const employers = await sampleOfDays('2026-10-05', '2026-10-07');
    const deliveries = 'deliveries:\n  archive: { to: folder, path: inbox, templates: [employee-days] }\n';
    service = await startSampleService({ employers }, deliveries);
    mkdirSync(join(service.cwd, 'inbox'));
  });
  afterAll(() => service?.stop());

  const final = (day: string) => service.final(`${day}..${day}`, '--deliver', '--template', 'employee-days');
  const use = (store: string) => {
    const path = join(service.cwd, 'paytally.yaml');
    const text = readFileSync(path, 'utf8').replace(/^store: .*\n/m, '');
    writeFileSync(path, `store: ${store}\n${text}`);
  };
  const everything = async () => ({
    history: await service.json(['history']),
    verify: await service.json(['verify']),
    status: await service.json(['status']),
  });

  test('to PostgreSQL and back keeps runs, chain, deliveries and drafts; the source refuses finals', async () => {
    expect((await final('2026-10-05')).status).toBe(0);
    expect((await final('2026-10-06')).status).toBe(0);
    await service.json(['export', '2026-10-07..2026-10-07', '--template', 'employee-days']);
    const before = await everything();
    expect(await service.json(['store', 'move', url])).toMatchObject({ status: 0, employers: 1, links: 2 });
    expect(await service.json(['store', 'move', url])).toMatchObject({ status: 0, links: 2 });
    expect(await final('2026-10-07')).toMatchObject({ status: 5, error: { code: 'STORE_MOVED' } });
    use(url);
    expect(await everything()).toEqual(before);
    expect((await final('2026-10-07')).status).toBe(0);
    const onServer = await everything();
    expect(await service.json(['store', 'move', 'again'])).toMatchObject({ status: 0, links: 3 });
    expect(await final('2026-10-05')).toMatchObject({ status: 5 });
    use('again');
    expect(await everything()).toEqual(onServer);
    expect(await service.json(['store', 'move', url])).toMatchObject({ status: 2, error: { code: 'USAGE' } });
  });
});
