import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { builtInTexts } from '../../../src/i18n/catalogue.js';
import { addLanguage } from '../../../src/i18n/language.js';
import { type LedgerBench, OFFLINE, startLedgerBench } from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';

const DAYS = '2026-10-05..2026-10-05';
const OTHERS = { version: '0.0.9', tzdata: '2025a' };

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-05'], 'templates: [pay-lines]\nlanguage: nl');
});
afterEach(() => bench.stop());

type Content = Record<string, unknown> & { readonly exported?: readonly { amount: number }[] };

/** What another program would have stored for the newest final: it exported 15 more minutes on the first line. */
function asMadeBy(others: Readonly<Record<string, string>>): void {
  const store = new DatabaseSync(join(bench.service.cwd, '.paytally', 'store.sqlite'));
  store.exec('DROP TRIGGER ledgerPersonIsFixed');
  const rows = store.prepare('SELECT rowid, person, gzip FROM ledgerPerson ORDER BY person').all();
  let isFirst = true;
  for (const { rowid, person, gzip } of rows as { rowid: number; person: string; gzip: Uint8Array }[]) {
    const content: Content = JSON.parse(gunzipSync(gzip).toString('utf8'));
    const [line, ...rest] = content.exported ?? [];
    const isMoved = isFirst && line !== undefined;
    if (isMoved) isFirst = false;
    const changed = {
      ...content,
      ...(person === '' ? others : {}),
      ...(isMoved ? { exported: [{ ...line, amount: line.amount + 15 }, ...rest] } : {}),
    };
    const update = store.prepare('UPDATE ledgerPerson SET gzip = ? WHERE rowid = ?');
    update.run(gzipSync(JSON.stringify(changed)), rowid);
  }
  store.close();
}

describe('a final made by another program', () => {
  test.each([
    { made: { version: OTHERS.version } as Record<string, string>, causes: ['program'] },
    { made: { tzdata: OTHERS.tzdata }, causes: ['tzdata'] },
    { made: OTHERS, causes: ['tzdata', 'program'] },
  ])('$causes', { tags: 'slow' }, async ({ made, causes }) => {
    expect((await bench.json(['export', DAYS, '--final', ...ACCEPT])).status).toBe(0);
    asMadeBy(made);
    const { runs } = await bench.json(['corrections', DAYS]);
    expect(runs[0].lines).toEqual([expect.objectContaining({ differenceMinutes: -15, causes })]);
    const { stdout } = await bench.service.run(['corrections', DAYS], { nowMs: AFTER });
    const told = { program: 'versie van paytally', tzdata: 'tijdzonegegevens' } as Record<string, string>;
    expect(stdout).toContain(causes.map((cause) => told[cause]).join(', '));
    expect(stdout.split('\n')[1]).toMatch(/regel +sjabloon +medewerker +datum +looncode +uren +waarom +hoe/);
  });

  test('is rerun with the differences by row, and their cause', async () => {
    const context = { version: OTHERS.version };
    const argv = ['export', DAYS, '--final', '--template', 'review', ...ACCEPT, '--json'];
    const { stdout } = await bench.service.run(argv, { nowMs: AFTER, context });
    asMadeBy(OTHERS);
    const again = ['rerun', JSON.parse(stdout).runs[0].runId, '--out', 'again'];
    const { status, stderr } = await bench.service.run(again, { nowMs: AFTER, env: OFFLINE });
    const [program, tables, file, ...rows] = stderr.split('\n');
    expect(status).toBe(0);
    expect(program).toMatch(/^Versie 0\.0\.9 van paytally heeft deze run gemaakt\. Dit is versie \d/);
    expect(tables).toMatch(/^Deze run gebruikte tijdzonegegevens 2025a\. paytally heeft nu \d{4}[a-z]\.$/);
    expect(file).toContain('wijkt af van het vastgelegde bestand');
    expect(rows.filter((row) => row.startsWith('  - ')).length).toBeGreaterThan(0);
    expect(readdirSync(join(bench.service.cwd, 'again'))).toEqual([`bakery_${DAYS}_review.html`]);
  });

  test.each(['review', 'monthly-hours'])(
    'is rerun with its original texts: %s',
    { tags: 'slow' },
    async (template) => {
      const texts = builtInTexts('nl', 'reports') as Record<string, string>;
      const today = { ...texts };
      const says = (words: Record<string, string>) => {
        Object.assign(texts, words);
        addLanguage({ code: 'zz', texts: {} });
      };
      says(Object.fromEntries(Object.entries(today).map(([key, text]) => [key, `${text} §`])));
      const argv = ['export', DAYS, '--final', '--template', template, ...ACCEPT, '--json'];
      const final = await bench.service.run(argv, { nowMs: AFTER }).finally(() => says(today));
      const again = async (out: string) => {
        const argv = ['rerun', JSON.parse(final.stdout).runs[0].runId, '--out', out, '--json'];
        const { status, stdout, stderr } = await bench.service.run(argv, { nowMs: AFTER, env: OFFLINE });
        return { status, stderr, digest: JSON.parse(stdout).runs[0].files[0].sha256 };
      };
      const { sha256 } = JSON.parse(final.stdout).runs[0].files[0];
      expect(await again('again')).toEqual({ status: 0, stderr: '', digest: sha256 });
      says(Object.fromEntries(Object.entries(today).map(([key, text]) => [key, `${text} ¶`])));
      expect((await again('later').finally(() => says(today))).digest).toBe(sha256);
    },
  );

  test('differs in workbook rows that are named by sheet and row', { tags: 'slow' }, async () => {
    const context = { version: OTHERS.version };
    const argv = ['export', DAYS, '--final', '--template', 'monthly-hours', ...ACCEPT, '--json'];
    const { stdout } = await bench.service.run(argv, { nowMs: AFTER, context });
    const again = ['rerun', JSON.parse(stdout).runs[0].runId, '--out', 'again'];
    const { status, stderr } = await bench.service.run(again, { nowMs: AFTER, env: OFFLINE });
    const [, , ...rows] = stderr.trimEnd().split('\n');
    expect([status, rows.map((row) => row.replace(/ \d+:/, ' N:'))]).toEqual([
      0,
      [
        '  - Controle N: Versie van paytally | 0.0.9',
        expect.stringMatching(/^ {2}\+ Controle N: Versie van paytally \| \d/),
      ],
    ]);
  });
});
