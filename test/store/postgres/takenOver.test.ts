// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleService } from '../../cli/sampleService.js';
import { ACCEPT } from '../../cli/schedule/scheduleBench.js';
import { type MailServer, startMailServer } from '../../delivery/mailServer.js';
import { usePostgres } from './postgresCase.js';
import { withoutPostgres } from './postgresServer.js';
import { DUE_MS, startEmployers } from './workerBench.js';

/** Every check-out is followed at once by one of another process. */
const TAKE_OVER = `CREATE FUNCTION public.take_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE paytally.employer SET fence = fence + 1 WHERE "employerId" = NEW."employerId"; RETURN NULL; END $$;
  CREATE TRIGGER take_over AFTER UPDATE OF holder ON paytally.employer FOR EACH ROW
    WHEN (NEW.holder IS NOT NULL) EXECUTE FUNCTION public.take_over();`;

describe.skipIf(withoutPostgres)('a process whose employer was taken over by another one', () => {
  const postgres = usePostgres();
  let service: SampleService;
  let mail: MailServer;
  let url = '';

  beforeAll(async () => {
    url = postgres().database();
    mail = await startMailServer();
    service = (await startEmployers(1, '', url, { mailPort: mail.port })).service;
  });
  afterAll(async () => {
    await service?.stop();
    await mail?.close();
  });

  test('sends no notice that its run is blocked; the other one sends it once', async () => {
    const configuration = join(service.cwd, 'paytally.yaml');
    writeFileSync(configuration, readFileSync(configuration, 'utf8').replace(`, ${ACCEPT}`, ''));
    const due = () => service.run(['schedule', 'run', '--due'], { nowMs: DUE_MS });
    expect((await service.run(['status'], { nowMs: DUE_MS })).status).toBe(0);
    postgres().sql(TAKE_OVER, url);
    expect((await due()).stderr).toContain('STORE_TAKEN_OVER');
    expect(mail.mails).toEqual([]);
    const kept = `SELECT (SELECT count(*) FROM paytally.notice), (SELECT count(*) FROM paytally."scheduleDone")`;
    expect(postgres().sql(kept, url)).toBe('0|0');

    postgres().sql('DROP TRIGGER take_over ON paytally.employer', url);
    await due();
    await due();
    expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['owner@example.com']]);
  });
});
