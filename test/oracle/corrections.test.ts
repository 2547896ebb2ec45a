import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { randomFor } from '../../samples/generator/random.js';
import { IS_GATE } from '../gate.js';
import { findZonePython } from '../support/programs/zonePython.js';
import {
  add,
  expectFresh,
  expectLines,
  type Fresh,
  type Json,
  type JsonLine,
  type Line,
  OWN,
  type Served,
  type Sums,
  Targets,
  withService,
} from './correctionBench.js';

const python = findZonePython('2026f');
const IS_LONG = process.env.PAYTALLY_LONG === '1';
const SEED = Number(process.env.ORACLE_SEED ?? 1);
const HISTORIES = Number(process.env.ORACLE_CASES ?? (IS_LONG ? 60 : IS_GATE ? 1 : 3));
const STEPS = IS_LONG ? 6 : 3;
/** Work is reassigned to another employee and cancelled, and nothing differs for that employee. */
const CANCELLED_ELSEWHERE = 49;
const PERIOD = '2026-10-05..2026-10-07';
const OWN_FILES = Object.keys(OWN).map((name) => `./${name}.yaml`);
/** Of the templates in an oracle's history, those that can print everything. */
const TEMPLATES = {
  histories: ['pay-lines', 'generic-csv', 'silae', ...OWN_FILES],
  quantities: ['pay-lines', ...OWN_FILES],
} as const;
type Played = keyof typeof TEMPLATES;

interface Step extends Served {
  readonly days: readonly (readonly [string, string, string, string, string, number])[];
  /** In hundredths. */
  readonly hours: Readonly<Record<string, number>>;
  readonly minutes: Readonly<Record<string, number>>;
  readonly lines: readonly Line[];
  readonly quantities: Fresh['quantities'];
}
interface History {
  readonly employers: readonly string[];
  readonly steps: readonly Readonly<Record<string, Step>>[];
}

describe.skipIf(python === undefined)('corrections of random histories, compared with an oracle', () => {
  const ranges: readonly (readonly [played: Played, seed: number, count: number])[] = [
    ['histories', SEED, HISTORIES],
    ...(process.env.ORACLE_SEED === undefined && !IS_LONG && !IS_GATE
      ? ([['histories', CANCELLED_ELSEWHERE, 1]] as const)
      : []),
    ['quantities', SEED, IS_GATE ? 0 : HISTORIES],
  ];
  const histories = ranges.flatMap(([played, seed, count]) => {
    const made = python?.('corrections_oracle.py', [played, String(seed), String(count), String(STEPS)]);
    return ((made ?? []) as readonly History[]).map((history, index) => ({
      played,
      history,
      seed: seed + index,
    }));
  });

  test.each(histories)('$played of seed $seed', { timeout: 600_000 }, async ({ played, history, seed }) => {
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-oracle-corrections-'));
    const random = randomFor(`settle ${seed}`);
    const personOf = new Map<string, string>();
    const targets = new Map(
      history.employers.map((key) => [
        key,
        played === 'quantities' ? new Targets(Object.keys(OWN)) : new Targets(),
      ]),
    );
    try {
      for (const [index, step] of history.steps.entries()) {
        await withService(cwd, step, TEMPLATES[played], async (json) => {
          if (index === 0) {
            const { runs } = await json(['export', PERIOD, '--final']);
            for (const run of runs) targets.get(run.employer)?.take(run.files);
          } else {
            await correct(json, step, targets, random);
          }
        });
        for (const [key, held] of targets) {
          const { settings } = step[key] as Step;
          for (const [employee, number] of Object.entries(settings.numbers))
            personOf.set(`${key} ${number}`, employee);
          const own = [...personOf].filter(([name]) => name.startsWith(`${key} `));
          const numbers = new Map(own.map(([name, employee]) => [name.slice(key.length + 1), employee]));
          expectFresh(held, freshOf(step[key] as Step), numbers, { seed, index, key });
        }
      }
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
});

function freshOf({ days, hours, minutes, quantities }: Step): Fresh {
  const byDay: Sums = {};
  for (const [employee, date, code, , place, some] of days)
    add(byDay, [employee, date, code, place].join(' '), some);
  const printed = Object.entries(hours).map(([row, units]) => [row, units / 100]);
  return { days: byDay, hours: Object.fromEntries(printed), minutes, quantities };
}

/** Lists the changes, settles some of them outside, and makes the rest final; then no difference remains. */
async function correct(
  json: Json,
  step: Readonly<Record<string, Step>>,
  targets: ReadonlyMap<string, Targets>,
  random: ReturnType<typeof randomFor>,
): Promise<void> {
  const listed = await json(['corrections', PERIOD]);
  const settled = new Map<string, JsonLine[]>();
  for (const { employer, lines } of listed.runs) {
    expectLines(
      lines.filter(({ template }) => template === 'pay-lines'),
      step[employer]?.lines ?? [],
    );
    settled.set(
      employer,
      lines.filter(() => random.between(0, 4) === 0),
    );
  }
  for (const [employer, outside] of settled) {
    const settle = outside.flatMap(({ line }) => ['--settle', `${line}=paid in cash`]);
    const accept = ['ESTABLISHMENT_GONE', 'NO_ENTRIES'].flatMap((code) => ['--accept', `${code}=closed`]);
    const made = await json(['corrections', PERIOD, '--final', '--employer', employer, ...accept, ...settle]);
    const held = targets.get(employer);
    held?.take(made.runs.flatMap(({ files }) => files ?? []));
    for (const line of outside) held?.settle(line);
  }
  for (const { lines } of (await json(['corrections', PERIOD])).runs) expect(lines).toEqual([]);
}
