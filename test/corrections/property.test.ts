import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { IS_GATE } from '../gate.js';
import { Bench, type Written } from './employer.js';
import { type Case, caseOf, type TemplateShape } from './randomCase.js';
import { Target, type TargetRow } from './target.js';

/*
 * Random templates and random histories: after the last correction, the payroll system of the template has what a fresh
 * export of the finals' periods contains. CORRECTION_SEED=7 plays one case.
 */

const IS_LONG = process.env.PAYTALLY_LONG === '1';
const ONLY = process.env.CORRECTION_SEED;
const CASES = IS_LONG ? 5_000 : IS_GATE ? 100 : 200;
const IN_ONE_TEST = 10;
/** In the gate no further cases begin after this time: a busy machine plays fewer of them. */
const MOST_MS = 20_000;

const seeds = ONLY === undefined ? [...Array(CASES).keys()].map((at) => at + 1) : [Number(ONLY)];
const groups = [...Array(Math.ceil(seeds.length / IN_ONE_TEST)).keys()].map((at) =>
  seeds.slice(at * IN_ONE_TEST, (at + 1) * IN_ONE_TEST),
);

describe('a target with all files has what a fresh export contains', () => {
  const startedMs = performance.now();
  test.for(groups)('seeds from %i', { timeout: 600_000 }, async (group, { skip }) => {
    for (const seed of group) {
      skip(IS_GATE && performance.now() - startedMs > MOST_MS, 'the machine is busy');
      await play(seed, caseOf(seed));
    }
  });
});

async function play(seed: number, each: Case): Promise<void> {
  const { template, later, finals, isSuperseded, states, corrected, settles } = each;
  const bench = new Bench({ own: template.yaml });
  const outside: TargetRow[] = [];
  try {
    const [first, ...others] = states;
    if (first === undefined) return;
    bench.serve(first);
    for (const period of finals) await bench.final(period, 'own');
    if (isSuperseded) {
      bench.written.length = 0;
      for (const period of finals) await bench.replaceFinal(period, 'own');
    }
    const target = new Target(template.takes);
    take(target, bench.written.splice(0), template, finals);
    for (const [step, state] of others.entries()) {
      const shape = later !== undefined && step > 0 ? later : template;
      if (shape === later) bench.project.write('own.yaml', later.yaml);
      bench.serve(state);
      const period = corrected[step] ?? '';
      const settled = settles === 0 ? [] : await settlements(bench, period, settles, outside, shape);
      await bench.correct(period, ...settled);
      take(target, bench.written.splice(0), shape, finals);
    }
    const shape = later !== undefined && others.length > 1 ? later : template;
    const fresh = new Target(template.takes);
    for (const period of finals) take(fresh, await bench.draft(period, 'own'), shape, [period]);
    // After a change of the layout the old rows have other texts: the sums of people and codes remain.
    const coarse = shape === later || settles > 0 ? personOf : undefined;
    const paid = new Target('adds');
    for (const [key, amount] of Object.entries(target.pays(coarse)))
      paid.import('', [{ person: '', key, amount }]);
    paid.import(
      '',
      outside.map((row) => ({ ...row, key: coarse?.(row.key) ?? row.key })),
    );
    expect({ seed, paid: paid.pays() }).toEqual({ seed, paid: fresh.pays(coarse) });
    expect({ seed, lines: await bench.lines('2026-10-01..2026-11-30') }).toEqual({ seed, lines: [] });
  } catch (failure) {
    throw new Error(`CORRECTION_SEED=${seed}: ${String(failure)}\n${template.yaml}`, { cause: failure });
  } finally {
    bench.remove();
  }
}

/** Settles some of the lines of the template; what they amount to is paid outside. */
async function settlements(
  bench: Bench,
  period: string,
  every: number,
  outside: TargetRow[],
  { unit }: TemplateShape,
): Promise<string[]> {
  const lines = (await bench.lines(period)).filter(
    ({ template, unit: ofLine }) => template === 'own' && ofLine === 'minutes',
  );
  return lines
    .filter((_, index) => index % every === 0)
    .flatMap(({ line, employeeId, difference }) => {
      const amount = unit === 'hours' ? Math.round((difference * 100) / 60) : difference;
      outside.push({ person: employeeId, key: TOTAL, amount });
      return ['--settle', `${line}=cash`];
    });
}

const TOTAL = 'total';
/** With settlements, and after a change of the layout, only the whole sum is known. */
const personOf = (_: string): string => TOTAL;

function take(
  target: Target,
  files: readonly Written[],
  shape: TemplateShape,
  finals: readonly string[],
): void {
  for (const { path, template } of files.filter((file) => file.template === 'own')) {
    expect(template).toBe('own');
    const period = finals.find((each) => basename(path).includes(each)) ?? finals.join(' ');
    const records: Record<string, string>[] = parse(readFileSync(path, 'utf8'), { columns: true });
    target.import(
      shape.takes === 'adds' ? '' : period,
      records.flatMap((row) => rowsOf(row, shape)),
    );
  }
}

function rowsOf(row: Readonly<Record<string, string>>, shape: TemplateShape): TargetRow[] {
  const { keys, amounts } = shape;
  const texts = keys.map((name) => row[name] ?? '').join(' ');
  const person = row['employee.number'] ?? '';
  const names = amounts.length > 0 ? amounts : Object.keys(row).filter((name) => !keys.includes(name));
  return names.flatMap((name) => {
    const text = row[name] ?? '';
    if (text === '') return [];
    const key = amounts.length > 0 ? texts : `${texts} ${name}`;
    return [{ person, key, amount: amountOf(text, row.sign, shape) }];
  });
}

function amountOf(text: string, sign: string | undefined, { unit, sign: place }: TemplateShape): number {
  const isNegative = place === 'apart' ? sign === 'M' : text.includes('-');
  const digits = text.replace('-', '');
  const [hours = '0', minutes = '0'] = digits.split(':');
  const size =
    unit === 'hours'
      ? Math.round(Number(digits) * 100)
      : unit === 'clock'
        ? Number(hours) * 60 + Number(minutes)
        : Number(digits);
  return isNegative ? -size : size;
}
