import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import {
  type Entry,
  isWorked,
  type LedgerBench,
  OFFLINE,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-06';
const DELTA = `bakery_${PERIOD}_pay-lines_corrections-1.csv`;

interface Line {
  readonly line: string;
  readonly template: string | null;
  readonly date: string;
  readonly payCode: string;
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
  readonly written: object | null;
}

let bench: LedgerBench;
/** The service after an entry was deleted, and that entry. */
let env: Readonly<Record<string, string | undefined>>;
let gone: Entry;
beforeEach(async () => {
  bench = await startLedgerBench(
    ['2026-10-05', '2026-10-06'],
    'payRules: { base: [{ code: OT, over: { day: 60 } }, { code: NORMAL }] }',
  );
  bench.giveNumbers();
  const found = bench.entries.find((entry) => entry.workDate === '2026-10-05' && isWorked(entry));
  if (found === undefined) throw new Error('nobody worked');
  gone = found;
  env = await bench.changed((records) =>
    withEntries(records, (all) => all.filter(({ id }) => id !== gone.id)),
  );
});
afterEach(() => bench.stop());

const templates = (...names: readonly string[]) => names.flatMap((name) => ['--template', name]);
async function final(...names: readonly string[]): Promise<void> {
  expect(await bench.service.final(PERIOD, ...templates(...names))).toMatchObject({ status: 0 });
}
async function linesNow(...more: readonly string[]): Promise<readonly Line[]> {
  return (await bench.json(['corrections', PERIOD, ...more], { env })).runs[0].lines;
}
const sums = (lines: readonly Line[]) =>
  lines.reduce((sum, line) => sum + line.beforeMinutes - line.afterMinutes, 0);

describe('a final without a file that accepts corrections', () => {
  beforeEach(() => final('monthly-hours', 'employee-days'));

  test('lists the changes as pay lines, and gives the next step', { tags: 'slow' }, async () => {
    const lines = await linesNow();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines).toEqual(lines.map((line) => expect.objectContaining({ ...line, template: null })));
    expect(sums(lines)).toBe(gone.workedMinutes);
    expect(lines[0]?.written).toMatchObject({ unit: 'minutes', after: 0 });
    const { stdout } = await bench.service.run(['corrections', PERIOD], {
      env,
      nowMs: Date.UTC(2026, 10, 3),
    });
    expect(stdout).not.toContain('nothing has changed');
    expect(stdout).toContain('Add --final to write them to a pay-lines file');
  });

  test('says the same for every requested template', { tags: 'slow' }, async () => {
    expect(await linesNow(...templates('employee-days'))).toEqual(await linesNow());
  });

  test('--final writes them once as the built-in pay-lines does; chain, verify and rerun succeed', {
    tags: 'slow',
  }, async () => {
    const listed = await linesNow();
    const made = await bench.json(['corrections', PERIOD, '--final'], { env });
    expect(made.runs[0].files.map(({ template }: { template: string }) => template)).toEqual(['pay-lines']);
    const [header = '', ...rows] = bench.text(DELTA).trimEnd().split('\n');
    const minutes = header.split(',').indexOf('minutes');
    expect(rows.reduce((sum, row) => sum + Number(row.split(',')[minutes]), 0)).toBe(-sums(listed));
    expect(await linesNow()).toEqual([]);
    const { runId } = made.runs[0];
    const again = await bench.json(['rerun', runId, '--out', bench.at('again')], { env: OFFLINE });
    expect(again.runs[0].files[0].sha256).toBe(made.runs[0].files[0].sha256);
    const verified = await bench.json(['verify'], { env: OFFLINE });
    expect(verified.runs.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
    const who = ['explain', PERIOD, '--employee', String(gone.employeeId), '--run', runId];
    const { explanations } = await bench.json(who, { env: OFFLINE });
    expect(explanations[0].corrected).toEqual(
      listed.map(({ date, payCode, beforeMinutes, afterMinutes }) =>
        expect.objectContaining({ template: null, date, payCode, minutes: afterMinutes - beforeMinutes }),
      ),
    );
  });

  test('a check alongside a writing process says that the change is not recorded, and continues', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const writer = new DatabaseSync(join(bench.service.cwd, '.paytally', 'store.sqlite'));
    writer.exec('BEGIN IMMEDIATE');
    try {
      const checked = await bench.json(['check', PERIOD, ...ACCEPT], { env });
      expect(checked.runs[0].changedLines).toBeGreaterThan(0);
      expect(checked.stderr).toContain('bakery: paytally cannot write to the store at the moment.');
    } finally {
      writer.close();
    }
  });

  test('check and status report the change until a correction covers it', { tags: 'slow' }, async () => {
    const state = async () =>
      (await bench.json(['status', '--period', PERIOD], { env: OFFLINE })).employers[0].state;
    expect(await state()).toBe('final');
    const same = await bench.json(['check', PERIOD]);
    expect([same.runs[0].changedLines, await state()]).toEqual([0, 'final']);
    const lines = await linesNow();
    expect([lines.length > 0, await state()]).toEqual([true, 'changed']);
    expect((await bench.json(['history'])).runs).toHaveLength(1);
    await bench.json(['corrections', PERIOD]);
    expect(await state()).toBe('final');
    const checked = await bench.json(['check', PERIOD], { env });
    expect([checked.runs[0].changedLines, await state()]).toEqual([lines.length, 'changed']);
    // The change was reverted.
    await bench.json(['check', PERIOD]);
    expect(await state()).toBe('final');
    await bench.json(['export', PERIOD, '--template', 'entries'], { env });
    expect(await state()).toBe('changed');
    await bench.json(['corrections', PERIOD, '--final'], { env });
    expect(await state()).toBe('corrected');
    expect((await bench.json(['check', PERIOD], { env })).runs[0].changedLines).toBe(0);
    expect(await state()).toBe('corrected');
  });

  test('a blocked check also reports the change', { tags: 'slow' }, async () => {
    const { changedLines } = (await bench.json(['check', PERIOD], { env })).runs[0];
    // No pay code has an external code.
    const check = ['check', PERIOD, ...templates('silae')];
    const blocked = await bench.json(check, { env });
    expect([blocked.status, blocked.error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect([changedLines > 0, blocked.runs[0].changedLines]).toEqual([true, changedLines]);
    const { stdout } = await bench.service.run(check, { env, nowMs: AFTER });
    expect(stdout).toContain(`Run: \`paytally corrections ${PERIOD}`);
  });

  test('settled changes are in no file', { tags: 'slow' }, async () => {
    const settle = (await linesNow()).flatMap(({ line }) => ['--settle', `${line}=paid in cash`]);
    const made = await bench.json(['corrections', PERIOD, '--final', ...settle], { env });
    expect(made.runs[0].files).toEqual([]);
    expect(existsSync(bench.at(DELTA))).toBe(false);
    expect(await linesNow()).toEqual([]);
  });
});

test('two finals of one day list a line once', { tags: 'slow' }, async () => {
  await final('monthly-hours');
  const once = await linesNow();
  await final('employee-days');
  const { runId } = (await bench.json(['history'])).runs[0];
  // The newest final is the one that they are compared with.
  expect(await linesNow()).toEqual(once.map((line) => ({ ...line, originalRun: runId })));
  await bench.json(['corrections', PERIOD, '--final'], { env });
  expect(await linesNow()).toEqual([]);
});

/** A custom template that prints some pay codes. */
const ownTemplate = (name: string, corrections: string, ...codes: string[]) =>
  bench.ownTemplate(
    name,
    `corrections: ${corrections}`,
    `  each: pay-lines where payCode in (${codes.map((code) => `"${code}"`).join(', ')}) group by employee.id
  columns: [{ header: id, value: "{{employee.id}}" }, { header: hours, value: "{{minutes | hours:2}}" }]`,
  );

test('changes in lines of a template without corrections are entered by hand, and are in no pay-lines file', {
  tags: 'slow',
}, async () => {
  await final('monthly-hours', ownTemplate('keyed', 'none', 'NORMAL', 'OT'));
  const lines = await linesNow();
  expect(new Set(lines.map(({ template }) => template))).toEqual(new Set(['keyed']));
  const refused = await bench.json(['corrections', PERIOD, '--final'], { env });
  expect([refused.status, refused.error.code]).toEqual([5, 'CORRECTIONS_BY_HAND']);
  const settle = lines.flatMap(({ line }) => ['--settle', `${line}=by hand`]);
  const made = await bench.json(['corrections', PERIOD, '--final', ...settle], { env });
  const files = made.runs[0].files.map(({ template }: { template: string }) => template);
  expect(files).toEqual([]);
  expect(await linesNow()).toEqual([]);
});

test('pay codes that the template does not print become pay lines', { tags: 'slow' }, async () => {
  await final(ownTemplate('some', 'delta', 'NORMAL'));
  const lines = await linesNow();
  expect(lines.map(({ template, payCode }) => `${template} ${payCode}`)).toEqual(['null OT', 'some NORMAL']);
  const made = await bench.json(['corrections', PERIOD, '--final'], { env });
  const files = made.runs[0].files.map(({ template }: { template: string }) => template);
  expect(files).toEqual(['some', 'pay-lines']);
  expect(await linesNow()).toEqual([]);
});

test('pay lines do not replace lines to enter by hand', async () => {
  await final(ownTemplate('keyed', 'none', 'NORMAL'));
  expect((await linesNow()).map(({ template }) => template)).toEqual([null, 'keyed']);
  const refused = await bench.json(['corrections', PERIOD, '--final'], { env });
  expect(refused.error.code).toBe('CORRECTIONS_BY_HAND');
});

test('a correction by template alone leaves the remaining changes open', { tags: 'slow' }, async () => {
  await final(ownTemplate('some', 'delta', 'NORMAL'), ownTemplate('other', 'delta', 'OT'));
  const state = async () =>
    (await bench.json(['status', '--period', PERIOD], { env: OFFLINE })).employers[0].state;
  const made = await bench.json(['corrections', PERIOD, '--final', '--template', './some.yaml'], { env });
  expect([made.error, await state()]).toEqual([undefined, 'changed']);
  await bench.json(['corrections', PERIOD, '--final'], { env });
  expect([await linesNow(), await state()]).toEqual([[], 'corrected']);
});
