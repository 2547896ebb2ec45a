// @module-tag slow
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';
import { freePort } from '../../support/programs/freePort.js';
import { runPaytally } from '../../support/programs/runPaytally.js';

/* The practice that `init --sandbox` writes: a month that ends with a payroll file, in one terminal. */

const cwd = mkdtempSync(join(tmpdir(), 'paytally-practice-'));
const CONFIG = join(cwd, 'paytally.yaml');
const CHANGES = join(cwd, 'sandbox-changes.json');
const LONG_ENTRY = '079d82cc-378c-4db7-9260-10a6329137a4';
let address = '';

const run = (...argv: string[]) => runPaytally(argv, { cwd, nowMs: AFTER });

beforeAll(async () => {
  await run('init', '--sandbox');
  address = `http://127.0.0.1:${await freePort()}`;
  // A test can't rely on the usual port.
  writeFileSync(CONFIG, readFileSync(CONFIG, 'utf8').replace('http://127.0.0.1:4010', address));
});

/** Each command reads a month. */
const LONG = 120_000;

describe('the configuration of init --sandbox', { timeout: LONG }, () => {
  test('a final writes the file of a payroll system, without another terminal', async () => {
    const { status, stdout } = await run('export', '2026-10', '--final', ...ACCEPT, '--json');
    expect(status).toBe(0);
    const [made] = JSON.parse(stdout).runs;
    expect(made.files).toContainEqual(
      expect.objectContaining({ template: 'partena', path: expect.stringMatching(/CLOCK_bakery_123456/) }),
    );
    expect(made.exceptions).not.toHaveProperty('UNMAPPED_EMPLOYEE');
    expect(made.month.counts.warnings).toBe(18);
    const file = made.files.find((each: { template: string }) => each.template === 'partena');
    expect(readFileSync(file.path, 'utf8')).toMatch(/^123456;00101;202610\d\d;D;A0050;\d+;/m);
  });

  test('the service ends with the command', async () => {
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  test('a change in sandbox-changes.json is corrected by hand, with the command that paytally suggests', async () => {
    const patch = { id: LONG_ENTRY, endsAt: '2026-10-30T14:30:00+01:00', workedMinutes: 480 };
    writeFileSync(CHANGES, JSON.stringify([{ list: 'time-entries', patch }]));
    const { stdout, stderr } = await run('corrections', '2026-10');
    expect(stdout).toContain('partena accepts no correction file');
    expect(stderr).toContain('Next: paytally corrections 2026-10 --final --settle "partena=entered by hand"');
    const suggested = ['--final', '--settle', 'partena=entered by hand'];
    expect((await run('corrections', '2026-10', ...suggested)).status).toBe(0);
    expect((await run('corrections', '2026-10')).stdout).toContain('nothing has changed');
  });

  test('a change that cannot be read is named, with its place', async () => {
    writeFileSync(CHANGES, JSON.stringify([{ list: 'time-entries', patch: { id: LONG_ENTRY, endsAt: 7 } }]));
    const { status, stderr } = await run('check', '2026-10');
    expect(status).toBe(2);
    expect(stderr).toContain('SANDBOX_DATA_INVALID');
    expect(stderr).toContain('sandbox-changes.json[0].endsAt');
    rmSync(CHANGES);
  });

  test('a payroll ID that a user entered survives init --force', async () => {
    const path = join(cwd, 'employees-bakery.csv');
    const before = readFileSync(path, 'utf8');
    const config = readFileSync(CONFIG, 'utf8');
    writeFileSync(path, before.replace('00101', '00999'));
    expect((await run('init', '--sandbox', '--force', '--no-check')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('00999');
    writeFileSync(path, before);
    writeFileSync(CONFIG, config);
  });

  test('an address of another computer is refused', async () => {
    const before = readFileSync(CONFIG, 'utf8');
    writeFileSync(CONFIG, before.replace(address, 'https://api.example.com'));
    const { status, stderr } = await run('check', '2026-10');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/CONFIG_INVALID[\s\S]*sandbox: true/),
    });
    writeFileSync(CONFIG, before);
    expect(existsSync(CHANGES)).toBe(false);
  });
});
