// @module-tag slow
import { copyFileSync, cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import {
  type LedgerBench,
  OFFLINE,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER, type JsonAnswer } from '../../support/employers/sampleService.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

const DAYS = '2026-10-05..2026-10-07';

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(
    ['2026-10-05', '2026-10-07'],
    'absences: absences.csv\ntemplates: [pay-lines]',
  );
  writeFileSync(here('absences.csv'), absences(60));
});
afterEach(() => bench.stop());

const here = (...path: readonly string[]): string => join(bench.service.cwd, ...path);
const digests = ({ runs }: JsonAnswer): string[] =>
  runs[0].files.map(({ sha256 }: { sha256: string }) => sha256);

function absences(minutes: number): string {
  const [person] = bench.records.employees ?? [];
  return `employee,from,to,code,minutes\n${person?.id},2026-10-06,2026-10-06,SICK,${minutes}\n`;
}

function edit(name: string, change: (text: string) => string): void {
  writeFileSync(here(name), change(readFileSync(here(name), 'utf8')));
}

describe('a rerun uses the original inputs', () => {
  const CHANGES: readonly (readonly [string, () => void])[] = [
    ['absences', () => writeFileSync(here('absences.csv'), absences(120))],
    ['absences that are gone', () => writeFileSync(here('absences.csv'), 'employee,from,to,code,minutes\n')],
    ['the mapping', () => edit('employees-bakery.csv', (text) => text.replace(/,(\d{3,})/g, ',9$1'))],
    ['rules', () => edit('paytally.yaml', (text) => `${text}\npayRules: { base: [{ code: OTHER }] }\n`)],
  ];
  test.each(CHANGES.flatMap(([name, change]) => [false, true].map((isFinal) => ({ name, change, isFinal }))))(
    'after a change of $name (final: $isFinal)',
    async ({ change, isFinal }) => {
      const made = await bench.json(['export', DAYS, ...(isFinal ? ['--final', ...ACCEPT] : [])]);
      expect(made.status).toBe(0);
      change();
      const again = await bench.json(['rerun', made.runs[0].runId, '--out', 'again'], { env: OFFLINE });
      expect({ status: again.status, stderr: again.stderr }).toEqual({ status: 0, stderr: '' });
      expect(digests(again)).toEqual(digests(made));
      const today = await bench.json(['export', DAYS], { nowMs: AFTER + 1 });
      expect(digests(today)).not.toEqual(digests(made));
    },
  );

  test('a drawn workbook is read from the store, not from the disk', async () => {
    const drawn = (name: string) => join(PROJECT, 'samples', 'workbooks', name, `${name}.xlsx`);
    copyFileSync(drawn('hours-by-place'), here('mine.xlsx'));
    const made = await bench.json(['export', DAYS, '--final', '--template', './mine.xlsx', ...ACCEPT]);
    expect({ status: made.status, error: made.error }).toEqual({ status: 0 });
    copyFileSync(drawn('weeks'), here('mine.xlsx'));
    const again = await bench.json(['rerun', made.runs[0].runId, '--out', 'again'], { env: OFFLINE });
    expect(digests(again)).toEqual(digests(made));
  });

  test('a copy of the review is read from the store, not from the disk', async () => {
    cpSync(join(PROJECT, 'templates', 'review'), here('mine'), { recursive: true });
    const style = join('mine', 'page', 'page.css');
    edit(style, (text) => `${text}\nbody { color: navy }\n`);
    const made = await bench.json(['export', DAYS, '--final', '--template', './mine', ...ACCEPT]);
    expect({ status: made.status, error: made.error }).toEqual({ status: 0 });
    expect(readFileSync(made.runs[0].files[0].path, 'utf8')).toContain('navy');
    edit(style, (text) => text.replace('navy', 'teal'));
    const again = await bench.json(['rerun', made.runs[0].runId, '--out', 'again'], { env: OFFLINE });
    expect(digests(again)).toEqual(digests(made));
  });

  test('a draft with a purged employee cannot be rerun', async () => {
    const made = await bench.json(['export', DAYS]);
    const [, row = ''] = bench.text('draft', `bakery_${DAYS}_pay-lines.csv`).split('\n');
    const [person = ''] = row.split(',');
    expect((await bench.json(['purge', '--person', person])).status).toBe(0);
    expect(await bench.json(['rerun', made.runs[0].runId, '--out', 'again'])).toMatchObject({
      status: 5,
      error: { code: 'RUN_PURGED' },
    });
    const store = new DatabaseSync(here('.paytally', 'store.sqlite'));
    const manifests = store.prepare('SELECT manifest FROM run').all();
    store.close();
    expect(JSON.stringify(manifests)).not.toContain(person);
  });
});

describe('a template without corrections, and days paid from the plan', () => {
  const TEMPLATE = `kind: text
description: Hours by person and code
audience: payroll
corrections: none
rows:
  each: pay-lines group by employee.id, payCode
  columns:
    - { header: person, value: "{{employee.id}}" }
    - { header: code, value: "{{payCode}}" }
    - { header: hours, value: "{{minutes | hours:2}}" }
`;
  test('the replacement of an estimate is listed for manual entry, and settled', {
    tags: 'slow',
  }, async () => {
    writeFileSync(here('byhand.yaml'), TEMPLATE);
    const estimate = ['--estimate-from', '2026-10-07', '--template', './byhand.yaml'];
    const made = await bench.json(['export', DAYS, '--final', ...estimate, ...ACCEPT]);
    expect({ status: made.status, error: made.error }).toEqual({ status: 0 });
    const { runs } = await bench.json(['corrections', DAYS]);
    const lines: { line: string; date: string; causes: string[]; disposition: string }[] = runs[0].lines;
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines)
      expect(line).toMatchObject({
        date: '2026-10-07',
        causes: ['estimate-replaced'],
        disposition: 'by-hand',
      });
    expect(await bench.json(['corrections', DAYS, '--final', ...ACCEPT])).toMatchObject({
      status: 5,
      error: { code: 'CORRECTIONS_BY_HAND' },
    });
    const settle = lines.flatMap(({ line }) => ['--settle', `${line}=entered by hand`]);
    const settled = await bench.json(['corrections', DAYS, '--final', ...ACCEPT, ...settle]);
    expect(settled).toMatchObject({ status: 0, runs: [{ state: 'correction', files: [] }] });
    expect((await bench.json(['corrections', DAYS])).runs[0].lines).toEqual([]);
  });
});

describe('problems with finals', () => {
  const final = (period: string, nowMs = AFTER) =>
    bench.json(['export', period, '--final', ...ACCEPT], { nowMs });

  test('if two processes make a final of the same days, one succeeds and the other gets an error', async () => {
    const both = await Promise.all([final(DAYS), final(DAYS)]);
    expect(both.map(({ status }) => status).sort()).toEqual([0, 5]);
    expect(both.find(({ status }) => status === 5)?.error.code).toBe('ALREADY_FINAL');
    expect((await bench.json(['history'])).runs).toHaveLength(1);
    expect((await bench.json(['verify'])).status).toBe(0);
  });

  test('if a clock is set back, the chain keeps its order, and corrections still work', {
    tags: 'slow',
  }, async () => {
    const first = await final('2026-10-05..2026-10-05');
    const second = await final('2026-10-06..2026-10-06', AFTER - 3 * 86_400_000);
    expect(second.status).toBe(0);
    const { runs } = await bench.json(['history']);
    expect(runs.map(({ runId }: { runId: string }) => runId)).toEqual(
      [second, first].map((made) => made.runs[0].runId),
    );
    expect(runs[0].previousDigest).toBe(runs[1].digest);
    const env = await bench.changed((records) =>
      withEntries(records, (entries) => entries.filter(({ workDate }) => workDate !== '2026-10-06')),
    );
    const more = ['--accept', 'NO_ENTRIES=closed'];
    const corrected = await bench.json(
      ['corrections', '2026-10-06..2026-10-06', '--final', ...ACCEPT, ...more],
      {
        env,
        nowMs: AFTER - 9 * 86_400_000,
      },
    );
    expect({ status: corrected.status, error: corrected.error }).toEqual({ status: 0 });
    expect((await bench.json(['verify'])).status).toBe(0);
  });

  test('a store of a newer version is not changed', async () => {
    await final(DAYS);
    const path = here('.paytally', 'store.sqlite');
    const store = new DatabaseSync(path);
    store.exec('PRAGMA user_version = 9999; PRAGMA wal_checkpoint(TRUNCATE)');
    store.close();
    const before = readFileSync(path);
    for (const argv of [
      ['history'],
      ['verify'],
      ['corrections', DAYS, '--final'],
      ['export', DAYS, '--final'],
    ])
      expect(await bench.json(argv)).toMatchObject({ error: { code: 'STORE_NEWER' } });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('a moved file is named, and found again at its path', async () => {
    await final(DAYS);
    const path = bench.at(`bakery_${DAYS}_pay-lines.csv`);
    renameSync(path, here('elsewhere.csv'));
    expect((await bench.json(['verify'])).runs).toMatchObject([{ ok: false, problems: [{ path }] }]);
    renameSync(here('elsewhere.csv'), path);
    expect((await bench.json(['verify'])).status).toBe(0);
  });
});
