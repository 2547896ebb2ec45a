import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Connection } from '../../src/store/connection.js';
import { REQUESTS_NAME, RequestLog } from '../../src/store/requestLog.js';
import { SlotLeases } from '../../src/store/slotLeases.js';
import { freshFolder } from '../support/employers/sampleRun.js';
import { DIST } from '../support/programs/builtProgram.js';
import { isBuilt } from '../support/programs/childExport.js';

const CHILD = join(import.meta.dirname, 'child', 'sendRequests.mjs');
const IS_LONG = process.env.PAYTALLY_LONG === '1';
/** As the service counts, and as paytally does; the long test uses the service's own minute. */
const [LIMIT, COUNTED_MS, WINDOW_MS] = IS_LONG ? [500, 60_000, 61_000] : [500, 6_000, 6_100];
const WINDOWS = 4;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test.runIf(isBuilt)(
  'four processes, one of them killed, use the limit and never exceed it',
  { tags: 'slow', timeout: WINDOW_MS * (WINDOWS + 3) + 60_000 },
  async () => {
    const arrivedMs: number[] = [];
    const server = createServer((_request, answer) => {
      arrivedMs.push(performance.now());
      setTimeout(() => answer.end('{}'), 20);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const folder = freshFolder();
    const { port } = server.address() as AddressInfo;
    const endMs = Date.now() + WINDOW_MS * WINDOWS;
    const args = [DIST, folder, `http://127.0.0.1:${port}`, LIMIT, WINDOW_MS, 4, endMs].map(String);
    const ended = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, [CHILD, ...args], { stdio: 'inherit' });
      children.push(child);
      return new Promise((resolve) => child.on('close', resolve));
    });
    await delay(WINDOW_MS * 1.5);
    children[0]?.kill('SIGKILL');
    const statuses = await Promise.all(ended);
    server.close();
    expect(statuses).toEqual([null, 0, 0, 0]);
    const fullest = Math.max(
      ...arrivedMs.map((from, at) => arrivedMs.slice(at).filter((ms) => ms <= from + COUNTED_MS).length),
    );
    const [first = 0, last = 0] = [arrivedMs[0], arrivedMs.at(-1)];
    // A window begins at once with all of its requests, so whole windows are compared.
    const whole = Math.floor((last - first) / COUNTED_MS);
    const used = arrivedMs.filter((ms) => ms < first + whole * COUNTED_MS).length / (whole * LIMIT);
    console.log(
      `${arrivedMs.length} requests, at most ${fullest} in a window, ${(used * 100).toFixed(1)} % used`,
    );
    expect(fullest).toBeLessThanOrEqual(LIMIT);
    expect(used).toBeGreaterThan(0.95);
  },
);

test('a log that another process has locked does not delay any process for long', async () => {
  const folder = freshFolder();
  const nowMs = () => performance.now();
  const open = () => new RequestLog({ folder, windowMs: 1000, machineMs: nowMs });
  await open().exchange({ answered: [], unused: [], wanted: [{ bucket: 'a', limit: 5, count: 1 }] });
  const path = join(folder, REQUESTS_NAME);
  const other = new Connection(path, { location: path, readOnly: false, timeoutMs: 0 });
  other.exec('BEGIN IMMEDIATE');
  let longestMs = 0;
  let last = nowMs();
  const beat = setInterval(() => {
    longestMs = Math.max(longestMs, nowMs() - last);
    last = nowMs();
  }, 10);
  const leases = new SlotLeases(open(), { nowMs, sleep: delay });
  const taken = leases.take([{ name: 'a', limit: 5 }]);
  await delay(400);
  other.exec('ROLLBACK');
  expect(await taken).toHaveProperty('settle');
  clearInterval(beat);
  other.close();
  await leases.close();
  expect(longestMs).toBeLessThan(300);
});
