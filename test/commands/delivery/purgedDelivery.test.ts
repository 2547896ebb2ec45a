import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { shortly, startDeliveredService } from '../../support/employers/deliveredService.js';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';

const FINAL = ['export', '2026-10-29..2026-10-30', '--final'];
const NOW = { nowMs: AFTER };
/** No server listens there. */
const NO_PORT = 1;

test('after a purge, no delivery of the run is sent, and no address of it remains', {
  tags: 'slow',
}, async () => {
  const deliveries = `{ all: { to: mail, recipients: [anna@example.com] }, archive: { to: folder, path: archive } }`;
  const service = await startDeliveredService(NO_PORT, deliveries);
  try {
    const made = await service.run([...FINAL, ...ACCEPT, '--deliver', '--json'], NOW);
    expect(shortly(made)).toEqual([
      'all anna@example.com failed',
      `archive ${join(service.cwd, 'archive')} sent`,
    ]);
    const { runId } = JSON.parse(made.stdout).runs[0];
    const purge = ['purge', '--before', '2026-11-01'];
    const refused = await service.run(purge, NOW);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining(`paytally send ${runId}`)]);
    expect((await service.run([...purge, '--reason', 'sent by hand'], NOW)).status).toBe(0);
    const again = await service.run(['send', runId, '--json'], NOW);
    expect(again.status).toBe(5);
    expect(JSON.parse(again.stdout)).toMatchObject({ error: { code: 'RUN_PURGED', record: runId } });
    const store = new DatabaseSync(join(service.cwd, '.paytally', 'store.sqlite'));
    const left = store.prepare('SELECT name, state, recipient, details, problem FROM delivery').all();
    expect(left).toEqual([
      { name: 'archive', state: 'sent', recipient: 'purged', details: '{}', problem: null },
    ]);
    expect(store.prepare('SELECT count(*) AS n FROM deliveryFile').get()).toEqual({ n: 0 });
    store.close();
  } finally {
    await service.stop();
  }
});
