// @module-tag slow
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { deliveriesIn } from '../support/employers/deliveredService.js';
import { MAIN } from '../support/programs/builtProgram.js';
import { runPaytally } from '../support/programs/runPaytally.js';

const cwd = mkdtempSync(join(tmpdir(), 'paytally-killed-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test.skipIf(!existsSync(MAIN))(
  'a kill while the program sends leaves the state unknown, ends the program, and nothing is sent again by itself',
  { timeout: 120_000 },
  async () => {
    const tries = join(cwd, 'tries');
    writeFileSync(join(cwd, 'entries.csv'), 'employee,start,end\nAnn,2026-10-05T08:00,2026-10-05T16:00\n');
    writeFileSync(join(cwd, 'send.sh'), '#!/bin/sh\necho begun >> tries\nsleep 8\necho ended >> tries\n');
    chmodSync(join(cwd, 'send.sh'), 0o755);
    writeFileSync(
      join(cwd, 'paytally.yaml'),
      'source: { csv: . }\ntemplates: [employee-days]\ndeliveries: { upload: { to: { command: [./send.sh, "{file}"] }, when: both } }\nemployers: { bakery: { zone: Europe/Brussels } }\n',
    );
    const child = spawn(process.execPath, [MAIN, 'export', '2026-10', '--deliver'], { cwd, stdio: 'ignore' });
    while (!existsSync(tries)) await delay(50);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('exit', resolve));
    const run = (...argv: readonly string[]) => runPaytally([...argv, '--json'], { cwd });
    const [{ runId }] = JSON.parse((await run('history')).stdout).runs;
    const again = await run('send', runId);
    expect(deliveriesIn(again)).toMatchObject([{ state: 'unknown' }]);
    expect(again.status).toBe(7);
    await delay(9000);
    expect(readFileSync(tries, 'utf8')).toBe('begun\n');
  },
);
