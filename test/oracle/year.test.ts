// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findZonePython } from '../support/programs/zonePython.js';
import {
  add,
  expectFresh,
  expectLines,
  type Fresh,
  type Json,
  type JsonLine,
  type Line,
  type Served,
  type Sums,
  Targets,
  withService,
} from './correctionBench.js';

const python = findZonePython('2026f');
const SEED = Number(process.env.ORACLE_SEED ?? 1);
/**
 * One for each correction method: signed lines by day and summed, a reversal of the old amount, either of them (also
 * with four decimals), the right amount again by employee and for the whole period.
 */
const SUMMED = ['generic-csv', 'reversing', 'either', 'restating', 'silae'];
const TEMPLATES = [
  'pay-lines',
  'generic-csv',
  './reversing.yaml',
  './either.yaml',
  './restating.yaml',
  'silae',
  './fine.yaml',
];

/** A month that is closed with the plan, or the corrections of all months so far. */
interface Stage extends Served {
  readonly kind: 'final' | 'corrections';
  readonly period: string;
  readonly now: string;
  readonly lines: readonly Line[];
  /** For the whole year, as the service is at this stage. */
  readonly fresh: readonly (readonly [string, string, string, string, number])[];
}

describe.skipIf(python === undefined)('the year of a bakery, compared with an oracle', () => {
  test('twelve finals and their corrections add up to a fresh export of the year, for each method', {
    timeout: 900_000,
  }, async () => {
    const { stages } = (python?.('year_oracle.py', [String(SEED)]) ?? { stages: [] }) as {
      stages: readonly Stage[];
    };
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-year-'));
    const held = new Targets(SUMMED);
    const personOf = new Map<string, string>();
    const causes = new Set<string>();
    try {
      for (const stage of stages) {
        const nowMs = Date.parse(stage.now);
        for (const [id, number] of Object.entries(stage.settings.numbers)) personOf.set(number, id);
        await withService(cwd, { bakery: stage }, TEMPLATES, async (json) => {
          if (stage.kind === 'final') await close(json, stage, nowMs, held);
          else await correct(json, stage, nowMs, held, causes);
        });
        if (stage.kind === 'corrections') expectFreshOfAll(held, freshOf(stage), personOf, stage.period);
      }
      const last = stages.at(-1);
      if (last === undefined) throw new Error('the year has stages');
      await withService(cwd, { bakery: last }, TEMPLATES, async (json) => {
        const nowMs = Date.parse(last.now);
        expect((await json(['corrections', '2026'], nowMs)).runs[0]?.lines).toEqual([]);
        await json(['verify'], nowMs);
        const { runs } = await json(['history'], nowMs);
        expect(runs.length).toBe(24);
        for (const run of runs.slice(0, 3)) {
          const again = await json(['rerun', run.runId ?? '', '--out', 'again'], nowMs);
          expect(again.runs[0]?.files.map(({ sha256 }) => sha256)).toEqual(
            run.files.map(({ sha256 }) => sha256),
          );
        }
      });
      for (const cause of [
        'estimate-replaced',
        'changed',
        'deleted',
        'rule',
        'mapping',
        'establishment-gone',
      ])
        expect(causes).toContain(cause);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
});

/** A month is paid before it is over: from the 27th with the plan. */
async function close(json: Json, { period, settings }: Stage, nowMs: number, held: Targets): Promise<void> {
  expect(Object.keys(settings.numbers)).toHaveLength(3);
  const accept = ['--accept', 'ESTABLISHMENT_GONE=closed for good'];
  const { runs } = await json(
    ['export', period, '--final', '--estimate-from', `${period}-27`, ...accept],
    nowMs,
  );
  held.take(runs[0]?.files ?? []);
}

/** All changes in the months so far; hours of the closed place stay paid. */
async function correct(
  json: Json,
  { period, lines: expected }: Stage,
  nowMs: number,
  held: Targets,
  causes: Set<string>,
): Promise<void> {
  const { runs } = await json(['corrections', period], nowMs);
  const lines = runs[0]?.lines ?? [];
  expectLines(
    lines.filter(({ template }) => template === 'pay-lines'),
    expected,
  );
  for (const line of lines) for (const cause of line.causes) causes.add(cause);
  const outside: readonly JsonLine[] = lines.filter((line) => line.causes.includes('establishment-gone'));
  const settle = outside.flatMap(({ line }) => ['--settle', `${line}=worked, and stays paid`]);
  const made = await json(['corrections', period, '--final', ...settle], nowMs);
  held.take(made.runs[0]?.files ?? []);
  for (const line of outside) held.settle(line);
}

function expectFreshOfAll(
  held: Targets,
  fresh: Fresh,
  personOf: ReadonlyMap<string, string>,
  period: string,
): void {
  expectFresh(held, fresh, personOf, { period });
  expect(Object.keys(held.fine)).not.toEqual([]);
  for (const employee of new Set(personOf.values())) {
    const of = (sums: Readonly<Sums>): number =>
      Object.entries(sums).reduce(
        (sum, [key, some]) => (personOf.get(key.split(' ')[0] ?? '') === employee ? sum + some : sum),
        0,
      );
    const minutes =
      Math.round((of(held.fine) * 60) / 10_000) + held.outsideOf('fine', employee, 'minutes').amount;
    expect({ period, employee, minutes }).toEqual({ period, employee, minutes: of(fresh.minutes) });
  }
}

/** By month, as it is exported: hours of a row are rounded once a month. */
function freshOf({ fresh, settings }: Stage): Fresh {
  const days: Sums = {};
  const minutes: Sums = {};
  const byMonth: Sums = {};
  for (const [employee, date, code, place, some] of fresh) {
    add(days, [employee, date, code, place].join(' '), some);
    const row = `${settings.numbers[employee]} ${settings.codes[code]}`;
    add(minutes, row, some);
    add(byMonth, `${date.slice(0, 7)} ${row}`, some);
  }
  const hours: Sums = {};
  for (const [key, some] of Object.entries(byMonth))
    add(hours, key.slice('YYYY-MM '.length), Math.round((some * 100) / 60) / 100);
  return { days, hours, minutes, quantities: { days: {}, rows: {} } };
}
