import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const ARCHIVE = `
deliveries: { archive: { to: folder, path: inbox, templates: [employee-days] } }
templates: [employee-days, pay-lines]`;

let service: SampleService;
let cwd = '';
beforeEach(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-05', '2026-10-08') }, ARCHIVE);
  cwd = service.cwd;
});
afterEach(() => service.stop());

describe('a project folder that is moved as a whole', () => {
  test('verifies, and continues where it left off', { tags: 'slow' }, async () => {
    mkdirSync(join(cwd, 'inbox'));
    const { runs } = await service.json(
      ['export', '2026-10-05..2026-10-05', '--final', ...ACCEPT, '--deliver'],
      { cwd },
    );
    const { runId } = runs[0];
    const moved = `${service.cwd}-moved`;
    renameSync(service.cwd, moved);
    cwd = moved;
    expect(await service.json(['verify'], { cwd })).toMatchObject({
      status: 0,
      runs: [{ ok: true, problems: [] }],
    });
    const { runs: listed } = await service.json(['history'], { cwd });
    for (const { path } of listed[0].files) expect(readFileSync(path).length).toBeGreaterThan(0);
    expect(listed[0].files[0].path).toBe(
      join(moved, 'out', 'bakery_2026-10-05..2026-10-05_employee-days.csv'),
    );
    const again = await service.json(['rerun', runId, '--out', 'again'], { cwd });
    expect(again.status).toBe(0);
    for (const { path, template } of again.runs[0].files) {
      const was = listed[0].files.find((file: { template: string }) => file.template === template);
      expect(readFileSync(path)).toEqual(readFileSync(was.path));
    }
    // Earlier deliveries are not sent again.
    rmSync(join(moved, 'inbox'), { recursive: true });
    mkdirSync(join(moved, 'inbox'));
    const sent = await service.json(['send', runId], { cwd });
    expect(sent.status).toBe(0);
    expect(sent.runs[0].deliveries).toMatchObject([{ recipient: join(moved, 'inbox'), state: 'sent' }]);
    expect(readdirSync(join(moved, 'inbox'))).toEqual([]);
    expect(await service.json(['corrections', '2026-10-05..2026-10-05'], { cwd })).toMatchObject({
      status: 0,
      runs: [{ lines: [] }],
    });
    expect(
      await service.json(['export', '2026-10-06..2026-10-06', '--final', ...ACCEPT], { cwd }),
    ).toMatchObject({ status: 0 });
    expect((await service.json(['verify'], { cwd })).runs).toHaveLength(2);
  });

  test('has no path of the folder in its store', async () => {
    mkdirSync(join(cwd, 'inbox'));
    expect(
      await service.json(['export', '2026-10-05..2026-10-05', '--final', ...ACCEPT, '--deliver'], { cwd }),
    ).toMatchObject({ status: 0 });
    expect(textsOf(join(cwd, '.paytally', 'store.sqlite')).filter((text) => text.includes(cwd))).toEqual([]);
  });
});

/** All values of all columns, unpacked. */
function textsOf(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all() as {
    name: string;
  }[];
  const texts = tables.flatMap(({ name }) =>
    db
      .prepare(`SELECT * FROM ${name}`)
      .all()
      .flatMap((row) => Object.values(row as object).map(textOf)),
  );
  db.close();
  return texts;
}

function textOf(value: unknown): string {
  if (!(value instanceof Uint8Array)) return String(value);
  return gunzipSync(value).toString('utf8');
}

describe('a store that is older than its witnesses', () => {
  const store = () => join(cwd, '.paytally');
  const REASON = ['--accept', 'STORE_OLDER=the disk broke'];

  const WAYS: readonly (readonly [string, (aside: string) => void])[] = [
    ['is an earlier copy', (aside) => cpSync(aside, store(), { recursive: true })],
    ['is missing', () => undefined],
  ];
  test.each(WAYS)('it %s: even with --out no second final is made', { tags: 'slow' }, async (_name, put) => {
    await service.json(['export', '2026-10-05..2026-10-05', '--final', ...ACCEPT, '--out', 'first'], { cwd });
    const aside = join(cwd, 'aside');
    cpSync(store(), aside, { recursive: true });
    await service.json(['export', '2026-10-06..2026-10-06', '--final', ...ACCEPT, '--out', 'first'], { cwd });
    const newest = readFileSync(join(cwd, 'first', 'bakery.chain'), 'utf8').trim();
    rmSync(store(), { recursive: true });
    put(aside);
    expect(
      await service.json(['export', '2026-10-06..2026-10-06', '--final', ...ACCEPT, '--out', 'second'], {
        cwd,
      }),
    ).toMatchObject({ status: 5, error: { code: 'STORE_OLDER' } });
    expect(
      await service.json(['corrections', '2026-10-05..2026-10-06', '--final', '--out', 'second'], { cwd }),
    ).toMatchObject({
      status: 5,
      error: { code: 'STORE_OLDER' },
    });
    expect((await service.json(['verify'], { cwd })).error.code).toBe('VERIFY_FAILED');
    expect((await service.json(['history'], { cwd })).stderr).toContain('does not contain the newest run');
    // Permanently: the next final continues, and says which runs were lost.
    expect(
      await service.json(
        [
          'export',
          '2026-10-07..2026-10-07',
          '--final',
          ...ACCEPT,
          '--out',
          'second',
          '--accept',
          'STORE_OLDER',
        ],
        { cwd },
      ),
    ).toMatchObject({ status: 2 });
    expect(
      await service.json(
        ['export', '2026-10-07..2026-10-07', '--final', ...ACCEPT, '--out', 'second', ...REASON],
        { cwd },
      ),
    ).toMatchObject({ status: 0 });
    const links = textsOf(join(store(), 'store.sqlite')).filter((text) => text.includes('"lost"'));
    expect(links.map((text) => JSON.parse(text).lost)).toEqual([
      { digests: [newest], reason: 'the disk broke' },
    ]);
    expect(await service.json(['verify'], { cwd })).toMatchObject({ status: 0 });
    expect(
      await service.json(['export', '2026-10-08..2026-10-08', '--final', ...ACCEPT, '--out', 'first'], {
        cwd,
      }),
    ).toMatchObject({ status: 0 });
    expect(await service.json(['verify'], { cwd })).toMatchObject({ status: 0 });
    expect(readdirSync(cwd).filter((name) => name.endsWith('.witness'))).toEqual(['.paytally.witness']);
  });
});
