import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Entry,
  type LedgerBench,
  OFFLINE,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';
import { pythonWith } from '../../support/programs/pythonWith.js';
import { readValues } from '../../support/workbooks/readValues.js';

const FIRST = '2026-10-05..2026-10-05';
const SECOND = '2026-10-06..2026-10-06';
const TEMPLATES = ['monthly-hours', 'review', 'pay-lines'].flatMap((name) => ['--template', name]);
const THRESHOLD = { minutes: 15, percent: 3 };

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(
    ['2026-10-05', '2026-10-06'],
    `changes: { minutes: ${THRESHOLD.minutes}, percent: ${THRESHOLD.percent} }`,
  );
});
afterEach(() => bench.stop());

const final = (period: string, env = bench.service.env) =>
  bench.json(['export', period, '--final', ...TEMPLATES, ...ACCEPT], { env });

/** The data of the review page. */
function reviewData(...path: readonly string[]) {
  const [, json = ''] =
    /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(bench.text(...path)) ?? [];
  return JSON.parse(json);
}

/** Paid minutes by employee, and minutes by employee, kind and code, in a file of pay lines. */
function figures(name: string) {
  const [header = '', ...rows] = bench.text(name).trimEnd().split('\n');
  const columns = header.split(',');
  const paid = new Map<string, number>();
  const codes = new Map<string, number>();
  for (const row of rows) {
    const cells = row.split(',');
    const [id = '', kind = '', code = '', minutes = ''] = ['employeeId', 'kind', 'payCode', 'minutes'].map(
      (column) => cells[columns.indexOf(column)],
    );
    if (kind === 'base' || kind === 'topup') paid.set(id, (paid.get(id) ?? 0) + Number(minutes));
    const key = `${id} ${kind} ${code}`;
    codes.set(key, (codes.get(key) ?? 0) + Number(minutes));
  }
  return { paid, codes };
}

/** Calculated from two files of pay lines, independently of the program. */
function expectedCounts(before: string, now: string, { minutes, percent } = THRESHOLD) {
  const [was, is] = [figures(before), figures(now)];
  const counts = { came: 0, gone: 0, hours: 0, code: 0 };
  const isMoved = (a: number, b: number) =>
    Math.abs(b - a) >= minutes && Math.abs(b - a) / a >= percent / 100;
  for (const id of new Set([...was.paid.keys(), ...is.paid.keys()])) {
    const [a, b] = [was.paid.get(id) ?? 0, is.paid.get(id) ?? 0];
    if (a === 0) counts.came += 1;
    else if (b === 0) counts.gone += 1;
    else {
      if (isMoved(a, b)) counts.hours += 1;
      const keys = [...was.codes.keys(), ...is.codes.keys()].filter((key) => key.startsWith(`${id} `));
      for (const key of new Set(keys))
        if (isMoved(was.codes.get(key) ?? 0, is.codes.get(key) ?? 0)) counts.code += 1;
    }
  }
  return counts;
}

const PAY_LINES = (period: string) => `bakery_${period}_pay-lines.csv`;

describe('this period compared with the last', () => {
  test('employees added or removed and hours changed: in the output, the review and the workbook', {
    tags: 'slow',
  }, async () => {
    const first = await final(FIRST);
    expect(first.runs[0]).not.toHaveProperty('changes.earlierPeriod');
    const second = await final(SECOND, await withoutOne());
    const { changes } = second.runs[0];
    const expected = expectedCounts(PAY_LINES(FIRST), PAY_LINES(SECOND));
    expect(Math.min(expected.came, expected.gone, expected.hours)).toBeGreaterThan(0);
    const { came, went = 0, 'zero-hours': zero = 0, hours, code = 0 } = changes.earlierPeriod;
    expect({ came, gone: went + zero, hours, code }).toEqual(expected);
    expect(changes.earlierPeriod).toMatchObject({ runId: first.runs[0].runId, period: FIRST });
    const review = reviewData(`bakery_${SECOND}_review.html`);
    const lines: { what: string; beforeMinutes: number; afterMinutes: number }[] = review.changes;
    expect(lines.filter(({ what }) => what === 'new')).toHaveLength(expected.came);
    const sum = (of: 'beforeMinutes' | 'afterMinutes', kind: string) =>
      lines.filter(({ what }) => what === kind).reduce((total, line) => total + line[of], 0);
    const { paid } = figures(PAY_LINES(SECOND));
    const cameIds = [...paid.keys()].filter((id) => !figures(PAY_LINES(FIRST)).paid.has(id));
    expect(sum('afterMinutes', 'new')).toBe(cameIds.reduce((total, id) => total + (paid.get(id) ?? 0), 0));
    const firstPaid = [...figures(PAY_LINES(FIRST)).paid.values()].reduce((a, b) => a + b, 0);
    expect(review.previous).toMatchObject({ label: FIRST, totals: { paidMinutes: firstPaid } });
    const python = pythonWith('openpyxl');
    if (python === undefined) return;
    const path = bench.at(`bakery_${SECOND}_monthly-hours.xlsx`);
    const cover = readValues(python, [path])[path]?.['At a glance'] ?? [];
    expect(cover.filter((row) => row[1] === 'new')).toHaveLength(expected.came);
  });

  test('a final that replaces another names it and the reason; its rerun too', { tags: 'slow' }, async () => {
    const first = (await final(FIRST)).runs[0].runId;
    const second = await bench.json([
      ...['export', FIRST, '--final', ...TEMPLATES, ...ACCEPT],
      ...['--supersede', 'numbers of the old system'],
    ]);
    const review = reviewData(`bakery_${FIRST}_review.html`);
    expect(review.closing).toContainEqual(['Replaces final', `${first}: numbers of the old system`]);
    const [{ runId, files }] = second.runs;
    const again = await bench.json(['rerun', runId, '--out', 'again'], { env: OFFLINE });
    const digests = (made: { sha256: string }[]) => made.map(({ sha256 }) => sha256);
    expect(digests(again.runs[0].files)).toEqual(digests(files));
  });

  test('says plainly that nothing is unusual', { tags: 'slow' }, async () => {
    await final(FIRST);
    const path = `${bench.service.cwd}/paytally.yaml`;
    const { writeFileSync } = await import('node:fs');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^changes:.*$/m, 'changes: { minutes: 90000 }'));
    const env = await bench.changed((records) =>
      withEntries(records, (entries) =>
        entries
          .filter(({ workDate }) => workDate === '2026-10-05')
          .flatMap((entry) => [entry, onNextDay(entry)]),
      ),
    );
    const { status, stdout } = await bench.service.run(['export', SECOND], { env, nowMs: AFTER });
    expect(status).toBe(0);
    expect(stdout).toContain(`changes     compared with ${FIRST}: nothing unusual`);
  });

  test('a draft compared with the last one of the same days: every minute, but not in its files', async () => {
    const draft = (env = bench.service.env) =>
      bench.json(['export', SECOND, '--template', 'review'], { env, nowMs: AFTER });
    const first = await draft();
    expect(first.runs[0]).not.toHaveProperty('changes');
    const again = await draft();
    expect(again.runs[0].changes).toEqual({
      samePeriod: { runId: first.runs[0].runId, period: SECOND },
    });
    expect(again.runs[0].files[0].sha256).toBe(first.runs[0].files[0].sha256);
    let changed: Entry | undefined;
    const env = await bench.changed((records) =>
      withEntries(records, (entries) =>
        entries.map((entry) => {
          const isOne =
            changed === undefined && entry.workDate === '2026-10-06' && entry.status === 'Completed';
          if (!isOne || entry.employeeId === null || (entry.workedMinutes ?? 0) < 100) return entry;
          changed = entry;
          return { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 1 };
        }),
      ),
    );
    const moved = await draft(env);
    expect(moved.runs[0].changes.samePeriod).toMatchObject({ runId: again.runs[0].runId, hours: 1, code: 1 });
  });
});

describe('the cover of a final', () => {
  test('its author and time, the earlier digest, the digests of the other files; a rerun gives the same', {
    tags: 'slow',
  }, async () => {
    const first = await final(FIRST);
    const second = await final(SECOND);
    const { runs } = await bench.json(['history']);
    const [, previous] = runs;
    const review = reviewData(`bakery_${SECOND}_review.html`);
    const { files } = second.runs[0];
    const others = files.filter(({ template }: { template: string }) => template !== 'review');
    expect(review.files.map(({ sha256 }: { sha256: string }) => sha256).sort()).toEqual(
      others.map(({ sha256 }: { sha256: string }) => sha256).sort(),
    );
    const facts = Object.fromEntries(review.closing);
    expect(facts['Audit trail checksum before this run']).toBe(previous.digest);
    expect(facts['Final of the previous period']).toBe(`${FIRST} · ${previous.digest}`);
    expect(facts.Finalised).toContain('2026-11-03 12:00:00 UTC by ');
    const python = pythonWith('openpyxl');
    if (python !== undefined) {
      const path = bench.at(`bakery_${SECOND}_monthly-hours.xlsx`);
      const sheets = readValues(python, [path])[path] ?? {};
      const cover = sheets['At a glance'] ?? [];
      const csv = createHash('sha256')
        .update(readFileSync(bench.at(PAY_LINES(SECOND))))
        .digest('hex');
      // Each value is below its title.
      const firsts = cover.map(([value]) => value);
      expect(firsts[firsts.indexOf(PAY_LINES(SECOND)) + 1]).toBe(csv);
      expect(firsts).toContain(previous.digest);
      expect((sheets.Control ?? []).map(([, value]) => value)).toContain(previous.digest);
    }
    for (const run of [first.runs[0], second.runs[0]]) {
      const rerun = await bench.json(['rerun', run.runId, '--out', `again-${run.runId}`], { env: OFFLINE });
      expect({ status: rerun.status, stderr: rerun.stderr }).toEqual({ status: 0, stderr: '' });
      expect(rerun.runs[0].files.map(({ sha256 }: { sha256: string }) => sha256)).toEqual(
        run.files.map(({ sha256 }: { sha256: string }) => sha256),
      );
    }
  });
});

/** An employee who worked on both days did not work on the second. */
function withoutOne() {
  return bench.changed((records) =>
    withEntries(records, (entries) => {
      const worked = (day: string) =>
        entries
          .filter(
            ({ workDate, status, workedMinutes }) =>
              workDate === day && status === 'Completed' && (workedMinutes ?? 0) > 0,
          )
          .flatMap(({ employeeId }) => employeeId ?? []);
      const one = worked('2026-10-05').find((id) => worked('2026-10-06').includes(id));
      return entries.filter(({ workDate, employeeId }) => workDate !== '2026-10-06' || employeeId !== one);
    }),
  );
}

function onNextDay(entry: Entry): Entry {
  const moved = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('2026-10-05', '2026-10-06') : value;
  return {
    ...(Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, moved(value)])) as Entry),
    id: entry.id.replace(/.{4}$/, 'beef'),
  };
}
