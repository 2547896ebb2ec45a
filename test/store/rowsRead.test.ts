import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { finalOf, writeManyFinals } from '../../bench/whole/manyFinals.js';
import { Connection } from '../../src/store/connection.js';
import { freshFolder } from '../support/employers/sampleRun.js';
import { runPaytally } from '../support/programs/runPaytally.js';

const NOW = new Date('2026-11-10T12:00:00Z');
const EMPLOYERS = 12;
const FINALS = [6, 24];
/** Tables that grow with every final. In the order of their start, runs are read only until there are enough. */
const GROWING =
  /\bSCAN (run|ledgerLink|ledgerPerson|delivery|scheduleDone)\b(?!.*USING (COVERING INDEX|INDEX runByStart))/;

const plan = z.object({ detail: z.string() });

/**
 * Runs a command. @returns how many rows it read from the store, the statements that read a growing table from end to
 * end, and the plan of each
 */
async function rowsOf(cwd: string, argv: readonly string[]) {
  const original = Connection.prototype.rows;
  let rows = 0;
  const scans = new Set<string>();
  const plans = new Set<string>();
  const spy = vi.spyOn(Connection.prototype, 'rows').mockImplementation(function (
    this: Connection,
    schema,
    sql,
    ...values
  ) {
    const found = original.call(this, schema, sql, ...values);
    rows += found.length;
    if (/^\s*SELECT/i.test(sql))
      for (const { detail } of original.call(this, plan, `EXPLAIN QUERY PLAN ${sql}`, ...values) as readonly {
        detail: string;
      }[]) {
        const step = `${detail}: ${sql.replaceAll(/\s+/g, ' ')}`;
        plans.add(step);
        if (GROWING.test(detail)) scans.add(step);
      }
    return found;
  });
  try {
    const { status, stderr } = await runPaytally(argv, {
      cwd,
      nowMs: NOW.getTime(),
      env: { BENCH_SECRET: 'secret' },
    });
    expect(status, stderr).toBe(0);
  } finally {
    spy.mockRestore();
  }
  return { rows, scans: [...scans], plans: [...plans] };
}

test('history --employer reads nothing of the runs of other employers', async () => {
  const counts: Awaited<ReturnType<typeof rowsOf>>[] = [];
  for (const employers of [2, 20]) {
    const cwd = freshFolder();
    writeManyFinals(cwd, { employers, finals: 6, people: 3, now: NOW });
    await runPaytally(['status'], { cwd, nowMs: NOW.getTime(), env: { BENCH_SECRET: 'secret' } });
    counts.push(await rowsOf(cwd, ['history', '--employer', 'e1', '--json']));
  }
  expect(counts[1]?.plans.filter((each) => /\bSCAN run\b(?!.*COVERING)/.test(each))).toEqual([]);
  expect(counts[1]?.scans).toEqual([]);
  expect(counts[1]?.rows).toBe(counts[0]?.rows);
});

describe('a command reads no more of a store than it shows', () => {
  test.each([
    [['status', '--json']],
    [['history', '--limit', '3', '--employer', 'e1', '--json']],
    [['history', finalOf(3, 1), '--json']],
    [['send', finalOf(3, 1), '--json']],
    [['schedule', 'run', '--due', '--json']],
  ])('%j', async (argv) => {
    const counts: Awaited<ReturnType<typeof rowsOf>>[] = [];
    for (const finals of FINALS) {
      const cwd = freshFolder();
      writeManyFinals(cwd, { employers: EMPLOYERS, finals, people: 3, now: NOW });
      // The first opening does additional work.
      await runPaytally(['status'], { cwd, nowMs: NOW.getTime(), env: { BENCH_SECRET: 'secret' } });
      counts.push(await rowsOf(cwd, argv));
    }
    const [few, many] = counts;
    expect(many?.scans).toEqual([]);
    expect(many?.rows).toBe(few?.rows);
  });
});
