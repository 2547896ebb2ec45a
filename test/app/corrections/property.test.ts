import { describe, expect, test } from 'vitest';
import { IS_GATE } from '../../gate.js';
import { Bench, type Employer, idOf, PEOPLE, personId } from './employer.js';
import { ALL, type Case, caseOf, EXTERNAL } from './randomCase.js';
import type { TemplateShape } from './randomTemplate.js';
import { importFiles, keyOf } from './readTarget.js';
import { Target, type TargetRow } from './target.js';

/*
 * Random templates and random histories: after the last correction, the payroll system of the template has what a fresh
 * export of the finals' periods contains. CORRECTION_SEEDS=7 plays one case, CORRECTION_SEEDS=1001-2000 a part of them.
 */

const IS_LONG = process.env.PAYTALLY_LONG === '1';
const ONLY = process.env.CORRECTION_SEEDS?.split('-').map(Number);
const FIRST = ONLY?.at(0) ?? 1;
const LAST = ONLY?.at(-1) ?? (IS_LONG ? 5_000 : IS_GATE ? 6 : 60);
const IN_ONE_TEST = 10;

const seeds = [...Array(LAST - FIRST + 1).keys()].map((at) => FIRST + at);
const groups = [...Array(Math.ceil(seeds.length / IN_ONE_TEST)).keys()].map((at) =>
  seeds.slice(at * IN_ONE_TEST, (at + 1) * IN_ONE_TEST),
);

describe('a target with all files has what a fresh export contains', () => {
  test.for(groups)('seeds from %i', { timeout: 600_000 }, async (group) => {
    const failures: string[] = [];
    for (const seed of group)
      await play(seed, caseOf(seed)).catch((failure: unknown) => failures.push(String(failure)));
    expect(failures).toEqual([]);
  });
});

async function play(seed: number, each: Case): Promise<void> {
  const { template, finals, isSuperseded, states, corrected, settles } = each;
  const bench = new Bench({ own: template.first.yaml });
  const outside: TargetRow[] = [];
  try {
    const [first, ...others] = states;
    if (first === undefined) return;
    bench.serve(first);
    const target = new Target(template.first.takes);
    for (const period of finals) {
      await bench.final(period, 'own');
      // A final that is replaced was not sent.
      if (isSuperseded) bench.written.length = 0;
      if (isSuperseded) await bench.replaceFinal(period, 'own');
      importFiles(target, bench.written.splice(0), template.first, [period]);
    }
    let shape = template.first;
    for (const [step, state] of others.entries()) {
      if (step > 0 && template.later !== undefined) shape = template.later;
      bench.project.write('own.yaml', shape.yaml);
      bench.serve(state);
      const period = corrected[step] ?? ALL;
      const settled = settles === 0 ? [] : await settlements(bench, state, period, settles, outside, shape);
      await bench.correct(period, ...settled);
      importFiles(target, bench.written.splice(0), shape, finals);
    }
    const fresh = new Target(template.first.takes);
    for (const period of finals) importFiles(fresh, await bench.draft(period, 'own'), shape, [period]);
    // After a change of the layout the old rows have other texts: only the sum of all rows remains.
    const coarse = shape === template.first ? undefined : () => 'total';
    const paid = new Target('adds');
    const rows = Object.entries(target.pays(coarse)).map(([key, amount]) => ({ person: '', key, amount }));
    paid.import('', [...rows, ...outside]);
    expect(JSON.stringify(paid.pays(), null, 1)).toBe(JSON.stringify(fresh.pays(coarse), null, 1));
    expect({ seed, lines: await bench.lines(ALL) }).toEqual({ seed, lines: [] });
  } catch (failure) {
    throw new Error(
      `CORRECTION_SEEDS=${seed}: ${failure instanceof Error ? `${failure.message} ${'diff' in failure ? failure.diff : ''}` : failure}\n${template.first.yaml}`,
      {
        cause: failure,
      },
    );
  } finally {
    bench.remove();
  }
}

/** Settles some of the lines of the template; each is paid outside, in the row of its day, code and place. */
async function settlements(
  bench: Bench,
  { people }: Employer,
  period: string,
  every: number,
  outside: TargetRow[],
  shape: TemplateShape,
): Promise<string[]> {
  const lines = (await bench.lines(period)).filter(
    ({ template, unit }) => template === 'own' && unit === 'minutes',
  );
  return lines
    .filter((_, index) => index % every === 0)
    .flatMap(({ line, employeeId, date, payCode, establishment, difference }) => {
      const amount = shape.unit === 'hours' ? Math.round((difference * 100) / 60) : difference;
      const who = PEOPLE.find((each) => personId(each) === employeeId) ?? 'ann';
      const external = EXTERNAL[payCode as keyof typeof EXTERNAL];
      const values = {
        'employee.number': [people[who] ?? {}].flat()[0]?.employeeNumber ?? '',
        date,
        external,
        'establishment.id': establishment === null ? '' : idOf(establishment),
      };
      const place = { pivot: external, slots: external, days: date }[shape.layout as string] ?? '';
      outside.push({ person: employeeId, key: keyOf(values, shape, place), amount });
      return ['--settle', `${line}=cash`];
    });
}
