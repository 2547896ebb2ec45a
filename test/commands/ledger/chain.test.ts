// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import {
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { programOf } from '../../support/programs/pythonWith.js';

let service: SampleService;
beforeEach(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-05', '2026-10-07') });
});
afterEach(() => service.stop());

const at = (...path: string[]): string => join(service.cwd, 'out', ...path);
const storePath = (): string => join(service.cwd, '.paytally', 'store.sqlite');

describe('the chain', () => {
  test('has finals only, newest first, without drafts; the newest digest is saved with the files', async () => {
    const first = await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
    const second = await service.final('2026-10-06..2026-10-06', '--template', 'employee-days');
    await service.json(['export', '2026-10-07..2026-10-07', '--template', 'employee-days'], {
      nowMs: AFTER + 1,
    });
    const { status, runs } = await service.json(['history']);
    expect(status).toBe(0);
    expect(runs.map(({ state }: { state: string }) => state)).toEqual(['draft', 'final', 'final']);
    const [draft, newest, oldest] = runs;
    expect(Object.keys(draft)).not.toContain('digest');
    expect(newest).toMatchObject({
      runId: second.runs[0].runId,
      employer: 'bakery',
      period: { from: '2026-10-06', to: '2026-10-06' },
      startedAt: '2026-11-03T12:00:00.000Z',
      previousDigest: oldest.digest,
      files: second.runs[0].files,
    });
    expect(oldest).toMatchObject({ runId: first.runs[0].runId, previousDigest: null });
    expect(readFileSync(at('bakery.chain'), 'utf8').trim()).toBe(newest.digest);
    const verified = await service.json(['verify']);
    expect(verified).toEqual({
      status: 0,
      stderr: '',
      runs: [first, second].map(({ runs: [run] }) => ({ runId: run.runId, ok: true, problems: [] })),
    });
  });

  test.each([
    ['history', (_digests: readonly string[]) => undefined],
    ['status', ([older]: readonly string[]) => older],
    ['verify', (_digests: readonly string[]) => undefined],
    ['check 2026-10-07..2026-10-07', ([older]: readonly string[]) => older],
    ['export 2026-10-07..2026-10-07', (_digests: readonly string[]) => undefined],
  ])('%s writes the newest digest if a killed process did not', async (commandLine, left) => {
    await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
    const older = readFileSync(at('bakery.chain'), 'utf8');
    await service.final('2026-10-06..2026-10-06', '--template', 'employee-days');
    const newest = readFileSync(at('bakery.chain'), 'utf8');
    expect(newest).not.toBe(older);
    const content = left([older]);
    if (content === undefined) rmSync(at('bakery.chain'));
    else writeFileSync(at('bakery.chain'), content);
    await service.json(commandLine.split(' '));
    expect(readFileSync(at('bakery.chain'), 'utf8')).toBe(newest);
    expect(readdirSync(at()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('a run whose digest cannot be written beside the configuration is recorded, with a warning', async () => {
    const witness = join(service.cwd, '.paytally.witness');
    writeFileSync(witness, 'a file where the folder should be');
    const { status, stderr } = await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
    expect(status).toBe(0);
    expect(stderr).toContain('The run is recorded and its files are written. Only its checksum');
    rmSync(witness);
    await service.final('2026-10-06..2026-10-06', '--template', 'employee-days');
    expect(readdirSync(witness)).toHaveLength(1);
  });

  test('a purge updates it as well', async () => {
    await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
    await service.json(['purge', '--before', '2026-11-01']);
    const { runs } = await service.json(['history']);
    expect(runs[0].state).toBe('purge');
    expect(readFileSync(at('bakery.chain'), 'utf8').trim()).toBe(runs[0].digest);
  });

  test('a chain file that the store does not know stops finals, corrections and send; others warn', async () => {
    const { runs } = await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
    const copy = join(service.cwd, 'copy.sqlite');
    copyFileSync(storePath(), copy);
    await service.final('2026-10-06..2026-10-06', '--template', 'employee-days');
    const newest = readFileSync(at('bakery.chain'), 'utf8');
    copyFileSync(copy, storePath());
    expect(await service.final('2026-10-07..2026-10-07', '--template', 'employee-days')).toMatchObject({
      status: 5,
      error: { code: 'STORE_OLDER' },
    });
    const draft = await service.run(['export', '2026-10-07..2026-10-07', '--template', 'employee-days'], {
      nowMs: AFTER,
    });
    expect(draft.status).toBe(0);
    const WARNING = 'Warning: The store does not contain the newest run';
    expect(draft.stderr).toContain(WARNING);
    for (const argv of [
      ['corrections', '2026-10-05..2026-10-05'],
      ['send', runs[0].runId],
    ])
      expect(await service.json(argv)).toMatchObject({ status: 5, error: { code: 'STORE_OLDER' } });
    const [{ runId }] = runs;
    for (const argv of [
      ['history'],
      ['history', runId],
      ['history', 'pack', '2026-10'],
      ['status'],
      ['rerun', runId, '--out', 'again'],
      ['diff', runId, runId],
      ['explain', '2026-10-05..2026-10-05', '--employee', '00121', '--run', runId],
    ]) {
      const told = await service.run(argv, { nowMs: AFTER });
      expect([argv, told.status, told.stderr.startsWith(WARNING)]).toEqual([argv, 0, true]);
    }
    expect(await service.json(['verify'])).toMatchObject({
      status: 5,
      error: { code: 'VERIFY_FAILED' },
      runs: [{ runId, ok: false, problems: [{ path: at('bakery.chain') }, {}] }],
    });
    expect(readFileSync(at('bakery.chain'), 'utf8')).toBe(newest);
  });
});

describe('once only', () => {
  test.each([
    ['the same day', ['2026-10-06..2026-10-06'], 5],
    ['days that overlap', ['2026-10-06..2026-10-08'], 5],
    ['an adjacent period', ['2026-10-07..2026-10-07'], 0],
    ['another template', ['2026-10-06..2026-10-06', '--template', 'exceptions'], 5],
  ])('%s', async (_name, argv, status) => {
    await service.final('2026-10-05..2026-10-06', '--template', 'employee-days');
    const [period = '', ...more] = argv;
    const again = await service.final(period, '--template', 'employee-days', ...more);
    expect(again.status).toBe(status);
    if (status === 0) return;
    expect(again.error).toMatchObject({ code: 'ALREADY_FINAL' });
    expect(existsSync(at('bakery_2026-10-06..2026-10-06_exceptions.csv'))).toBe(false);
    expect((await service.json(['history'])).runs).toHaveLength(1);
  });

  test('undone with a reason, as a whole; it stays in the history', async () => {
    const first = await service.final('2026-10-05..2026-10-06', '--template', 'employee-days');
    expect(
      await service.final(
        '2026-10-06..2026-10-06',
        '--template',
        'employee-days',
        '--supersede',
        'wrong days',
      ),
    ).toMatchObject({
      status: 5,
      error: { code: 'ALREADY_FINAL' },
    });
    const second = await service.final(
      '2026-10-05..2026-10-06',
      '--template',
      'employee-days',
      '--supersede',
      'wrong mapping',
    );
    expect(second.status).toBe(0);
    const { runs } = await service.json(['history']);
    expect(runs.map(({ state }: { state: string }) => state)).toEqual(['final', 'superseded']);
    expect((await service.json(['verify'])).status).toBe(0);
    expect(await service.final('2026-10-06..2026-10-06', '--template', 'employee-days')).toMatchObject({
      error: { record: second.runs[0].runId },
    });
    expect(first.runs[0].runId).not.toBe(second.runs[0].runId);
    // Years later, the history still says why.
    const { runId } = first.runs[0];
    const [newest] = (await service.json(['history', second.runs[0].runId])).runs;
    expect(newest).toMatchObject({ supersedes: [runId], supersedeReason: 'wrong mapping' });
    expect(Object.values(newest.accepted)).toContain('known');
    const { stdout } = await service.run(['history', second.runs[0].runId]);
    expect(stdout).toMatch(new RegExp(`replaced +${runId}: wrong mapping`));
    expect(stdout).toMatch(/accepted +[A-Z_]+: known/);
  });

  test('only a final needs a reason', async () => {
    expect(await service.json(['export', '2026-10', '--supersede', 'x'])).toMatchObject({
      status: 2,
      error: { code: 'USAGE' },
    });
  });

  test('the employer’s key may change', async () => {
    await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('  bakery:', '  bread:'));
    expect(await service.final('2026-10-05..2026-10-05', '--template', 'employee-days')).toMatchObject({
      status: 5,
      error: { code: 'ALREADY_FINAL' },
    });
  });
});

/** Replaces one hexadecimal digit. */
function flipped(bytes: Buffer): Buffer {
  bytes[7] = bytes[7] === 0x30 ? 0x31 : 0x30;
  return bytes;
}

describe('a changed byte is found and named', () => {
  const tamper = (sql: string): void => {
    const db = new DatabaseSync(storePath());
    db.exec('DROP TRIGGER ledgerLinkIsFixed; DROP TRIGGER ledgerPersonIsFixed;');
    db.exec(sql);
    db.close();
  };
  const ROWS: readonly (readonly [string, () => string, () => void])[] = [
    [
      'in a file',
      () => at('bakery_2026-10-05..2026-10-05_employee-days.csv'),
      () => {
        const path = at('bakery_2026-10-05..2026-10-05_employee-days.csv');
        chmodSync(path, 0o600);
        writeFileSync(path, readFileSync(path, 'utf8').replace('employeeId', 'employeeID'));
      },
    ],
    [
      'a deleted file',
      () => at('bakery_2026-10-05..2026-10-05_employee-days.csv'),
      () => rmSync(at('bakery_2026-10-05..2026-10-05_employee-days.csv')),
    ],
    [
      'in the chain file',
      () => at('bakery.chain'),
      () => writeFileSync(at('bakery.chain'), flipped(readFileSync(at('bakery.chain')))),
    ],
    ['in a column of the run', storePath, () => tamper('UPDATE run SET completedAt = completedAt + 1')],
    [
      'in its manifest',
      storePath,
      () => tamper(`UPDATE run SET manifest = replace(manifest, '"rows"', '"rowz"')`),
    ],
    ['in a link', storePath, () => tamper(`UPDATE ledgerLink SET body = replace(body, 'known', 'knowx')`)],
    ['in an employee’s data', storePath, () => tamper(`UPDATE ledgerPerson SET salt = 'x'`)],
    [
      'in a stored read',
      storePath,
      () => tamper(`UPDATE readPart SET sha256 = replace(sha256, substr(sha256, 1, 1), 'g')`),
    ],
  ];
  test.each(ROWS)('%s', async (_name, path, change) => {
    const { runs } = await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
    change();
    const verified = await service.json(['verify', runs[0].runId]);
    expect(verified).toMatchObject({ status: 5, error: { code: 'VERIFY_FAILED' } });
    expect(verified.runs).toMatchObject([{ runId: runs[0].runId, ok: false }]);
    expect(new Set(verified.runs[0].problems.map((problem: { path: string }) => problem.path))).toEqual(
      new Set([path()]),
    );
    expect((await service.json(['verify'])).status).toBe(5);
  });
});

test('an archive for an auditor, and the differences between two runs', async () => {
  const first = await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
  const second = await service.final('2026-10-06..2026-10-06', '--template', 'employee-days');
  const packed = await service.json(['history', 'pack', '2026-10']);
  const path = join(service.cwd, 'bakery_2026-10_history.zip');
  expect(packed).toEqual({ status: 0, stderr: '', archives: [{ employer: 'bakery', path }] });
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
  expect(await service.json(['history', 'pack', '2025-01'])).toMatchObject({
    status: 5,
    error: { code: 'NOTHING_FINAL' },
  });
  if (programOf('ssh-keygen', '-?') !== undefined) expectSigned(await signed(), path);
  const [from, to] = [first.runs[0].runId, second.runs[0].runId];
  const difference = await service.json(['diff', from, to]);
  expect(difference).toMatchObject({ status: 0, from, to });
  expect(difference.lines.length).toBeGreaterThan(0);
  const { runs, lines, came, went } = difference;
  expect(runs).toEqual([{ runId: to, employer: 'bakery', comparedWith: from, came, went, lines }]);
  expect((await service.json(['diff', from, from])).lines).toEqual([]);
});

/** The archive with a signature by a new key. */
async function signed() {
  const key = join(service.cwd, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'clerk', '-f', key]);
  return service.json(['history', 'pack', '2026-10', '--sign', 'key']);
}

/** Verified by OpenSSH itself, and no longer valid once a byte of the archive changes. */
function expectSigned(packed: { archives: { signature: string }[] }, path: string): void {
  const signature = `${path}.sig`;
  expect(packed.archives).toEqual([{ employer: 'bakery', path, signature }]);
  const allowed = join(service.cwd, 'allowed');
  writeFileSync(allowed, `clerk ${readFileSync(join(service.cwd, 'key.pub'), 'utf8')}`);
  const verify = (input: Buffer) =>
    spawnSync(
      'ssh-keygen',
      ['-Y', 'verify', '-f', allowed, '-I', 'clerk', '-n', 'paytally', '-s', signature],
      {
        input,
      },
    ).status;
  const archive = readFileSync(path);
  expect(verify(archive)).toBe(0);
  archive[archive.length - 1] = (archive.at(-1) ?? 0) ^ 1;
  expect(verify(archive)).not.toBe(0);
}

test('an archive that cannot be signed gives the reason', async () => {
  await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
  expect(await service.json(['history', 'pack', '2026-10', '--sign', 'nokey'])).toMatchObject({
    status: 6,
    error: { code: 'OUTPUT_NOT_WRITTEN' },
  });
});

describe('a purge', () => {
  test.each([
    ['of all employees before a day', ['--before', '2026-11-01']],
    ['of one employee', ['--person', 'PERSON']],
  ])('%s: the chain stays complete, and no personal data remains', async (_name, argv) => {
    const { runs } = await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
    const [, row = ''] = readFileSync(at('bakery_2026-10-05..2026-10-05_employee-days.csv'), 'utf8').split(
      '\n',
    );
    const [person = ''] = row.split(',');
    const purged = await service.json(['purge', ...argv.map((text) => (text === 'PERSON' ? person : text))]);
    expect(purged).toMatchObject({
      status: 0,
      runs: [{ employer: 'bakery', state: 'purge', purged: [runs[0].runId] }],
    });
    expect(await service.json(['verify', runs[0].runId])).toEqual({
      status: 0,
      stderr: '',
      runs: [{ runId: runs[0].runId, ok: true, problems: [], purged: true }],
    });
    expect((await service.json(['verify'])).status).toBe(0);
    expect((await service.json(['history'])).runs.map(({ state }: { state: string }) => state)).toEqual([
      'purge',
      'final',
    ]);
    expect(await service.json(['rerun', runs[0].runId, '--out', 'again'])).toMatchObject({ status: 5 });
    const names = new DatabaseSync(storePath())
      .prepare('SELECT count(*) AS n FROM seenEmployee WHERE id = ?')
      .get(person);
    expect(argv[0] === '--person' ? names : { n: 0 }).toEqual({ n: 0 });
    // Purged work is not paid again.
    expect(await service.final('2026-10-05..2026-10-05', '--template', 'employee-days')).toMatchObject({
      status: 5,
      error: { code: 'ALREADY_FINAL' },
    });
    expect(
      await service.json(['purge', ...argv.map((text) => (text === 'PERSON' ? person : text))]),
    ).toMatchObject({
      status: argv[0] === '--person' ? 0 : 0,
      runs: [],
    });
  });

  describe('within the retention period of the configuration', () => {
    const keep = (preset: string): void => {
      const path = join(service.cwd, 'paytally.yaml');
      writeFileSync(path, `${readFileSync(path, 'utf8')}\nretention: ${preset}\n`);
    };

    test.each([
      ['all employees', ['--before', '2026-11-01']],
      ['one employee', ['--person', 'PERSON']],
    ])('%s: refused without a reason, which is then kept in the chain', async (_name, argv) => {
      const { runs } = await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
      keep('be');
      const csv = readFileSync(at('bakery_2026-10-05..2026-10-05_employee-days.csv'), 'utf8');
      const person = csv.split('\n')[1]?.split(',')[0] ?? '';
      const order = ['purge', ...argv.map((text) => (text === 'PERSON' ? person : text))];
      expect(await service.json(order)).toMatchObject({
        status: 5,
        error: { code: 'RETENTION_LASTS', record: runs[0].runId },
      });
      expect((await service.json(['history'])).runs).toHaveLength(1);
      expect((await service.json([...order, '--reason', 'asked to be forgotten'])).status).toBe(0);
      const row = new DatabaseSync(storePath())
        .prepare('SELECT body FROM ledgerLink ORDER BY position DESC LIMIT 1')
        .get();
      expect(JSON.parse(String(row?.body)).facts).toMatchObject({
        reason: 'asked to be forgotten',
        retention: 'be',
        keptFrom: '2021-01-01',
      });
      expect((await service.json(['verify'])).status).toBe(0);
    });

    test('older records need neither a reason nor a day', async () => {
      const { runs } = await service.final('2026-10-05..2026-10-05', '--template', 'employee-days');
      keep('nl');
      const onLastDay = Date.UTC(2027, 9, 4, 12);
      expect(await service.json(['purge'], { nowMs: onLastDay })).toMatchObject({ status: 0, runs: [] });
      expect(await service.json(['purge'], { nowMs: onLastDay + 86_400_000 })).toMatchObject({
        status: 0,
        runs: [{ purged: [runs[0].runId] }],
      });
    });
  });

  test('needs a selection', async () => {
    expect(await service.json(['purge'])).toMatchObject({ status: 2, error: { code: 'USAGE' } });
  });
});

test('an unknown run, and a missing store', async () => {
  expect(await service.json(['history'])).toEqual({ status: 0, stderr: '', runs: [] });
  expect(existsSync(dirname(storePath()))).toBe(false);
  expect(await service.json(['verify', 'x'])).toMatchObject({ status: 2, error: { code: 'RUN_UNKNOWN' } });
  mkdirSync(at(), { recursive: true });
});
