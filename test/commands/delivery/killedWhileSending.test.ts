// @module-tag slow
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../../samples/generator/random.js';
import {
  type DeliveryJson,
  deliveriesIn,
  startDeliveredService,
} from '../../support/employers/deliveredService.js';
import type { SampleService } from '../../support/employers/sampleService.js';
import { isBuilt, startChild } from '../../support/programs/childExport.js';
import { type MailServer, startMailServer } from '../../support/servers/mailServer.js';

/** Thirty are enough to reach every moment of a conversation; `npm run test:long` runs hundreds. */
const KILLS = process.env.PAYTALLY_LONG === '1' ? Number(process.env.PAYTALLY_KILLS ?? 300) : 30;
const RECIPIENTS = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`);
const DELIVERIES = `{ all: { to: mail, recipients: [${RECIPIENTS.join(', ')}], when: both }, archive: { to: folder, path: archive, when: both } }`;

let server: MailServer;
let service: SampleService;
let onEvent: () => void = () => undefined;

beforeAll(async () => {
  server = await startMailServer(() => {
    onEvent();
    return 'takes';
  });
  service = await startDeliveredService(server.port, DELIVERIES);
});
afterAll(async () => {
  await service.stop();
  await server.close();
});

/** Kills a process that sends a run, at a moment of the conversation; then another process continues. */
async function killedOnce(atEvent: number, delayMs: number): Promise<readonly DeliveryJson[]> {
  const { stdout } = await service.run(['export', '2026-10', '--json']);
  const { runId } = JSON.parse(stdout).runs[0];
  server.mails.splice(0);
  let events = 0;
  const child = startChild(service, ['send', runId]);
  onEvent = () => {
    events += 1;
    if (events !== atEvent) return;
    if (delayMs === 0) child.process.kill('SIGKILL');
    else setTimeout(() => child.process.kill('SIGKILL'), delayMs);
  };
  await child.ended;
  onEvent = () => undefined;
  return deliveriesIn(await service.run(['send', runId, '--json']));
}

// The built program is missing only if vitest runs without a build.
describe.skipIf(!isBuilt)('a process that is killed while it sends (skipped if dist is not built)', () => {
  test(
    `${KILLS} kills: no mail is sent twice, and none is forgotten`,
    async () => {
      const random = randomFor('kills');
      let unknown = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        // Twice for each mail: when the recipient is named, and when the content has arrived.
        const [atEvent, delayMs] = [
          random.between(1, 2 * RECIPIENTS.length),
          random.chance(0.4) ? 0 : random.between(1, 12),
        ];
        const deliveries = await killedOnce(atEvent, delayMs);
        const moment = { kill, atEvent, delayMs };
        const received = RECIPIENTS.map(
          (address) => server.mails.filter(({ recipients }) => recipients[0] === address).length,
        );
        const states = RECIPIENTS.map(
          (address) => deliveries.find(({ recipient }) => recipient === address)?.state,
        );
        expect({ ...moment, twice: received.filter((count) => count > 1) }).toEqual({ ...moment, twice: [] });
        expect({
          ...moment,
          states: states.filter((state) => state !== 'sent' && state !== 'unknown'),
        }).toEqual({ ...moment, states: [] });
        // A mail marked as sent has arrived; at most one is uncertain.
        expect({
          ...moment,
          lost: states.filter((state, index) => state === 'sent' && received[index] !== 1),
        }).toEqual({ ...moment, lost: [] });
        expect(states.filter((state) => state === 'unknown').length).toBeLessThanOrEqual(1);
        expect(deliveries.find(({ name }) => name === 'archive')?.state).toBe('sent');
        unknown += states.filter((state) => state === 'unknown').length;
      }
      // Otherwise no kill came in the middle of a mail, and the test would prove nothing.
      expect(unknown).toBeGreaterThan(0);
      console.log(`${KILLS} kills, ${unknown} mails of which nobody can tell, 0 lost, 0 twice`);
      expect(readdirSync(join(service.cwd, 'archive')).filter((name) => name.startsWith('.'))).toEqual([]);
    },
    KILLS * 15_000,
  );

  test('two concurrent processes send a run only once', async () => {
    const { stdout } = await service.run(['export', '2026-10', '--json']);
    const { runId } = JSON.parse(stdout).runs[0];
    server.mails.splice(0);
    const both = await Promise.all([
      startChild(service, ['send', runId]).ended,
      startChild(service, ['send', runId]).ended,
    ]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(server.mails.map(({ recipients }) => recipients[0]).sort()).toEqual(RECIPIENTS);
  }, 60_000);
});
