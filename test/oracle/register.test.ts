import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readByHeadings, readInLayout } from '../../src/documents/register/readRegister.js';
import { registerLayouts } from '../../src/documents/register/registerLayout.js';
import { loadNamed } from '../../src/documents/template/loadNamed.js';
import { groupBy } from '../../src/domain/collections.js';
import { compareRegister } from '../../src/domain/corrections/compareRegister.js';
import { identifyLines } from '../../src/domain/corrections/identifyLines.js';
import { IS_GATE } from '../gate.js';

/* Registers that an independent program has written and damaged; its list of faults must be found in them. */

const PROJECT = join(import.meta.dirname, '../..');
const SEED = process.env.ORACLE_SEED ?? '1';
const CASES = process.env.ORACLE_CASES ?? (IS_GATE ? '121' : '1331');

const VARIABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'adp-workforce-now': { regularCodes: 'REG', overtimeCodes: 'OT' },
};

interface Case {
  readonly layout: string;
  readonly fault: string;
  readonly text: string;
  readonly people: readonly { id: string; number: string; firstName: string; lastName: string }[];
  readonly exported: readonly { employeeId: string; code: string; hours: number; finalHours: number }[];
  readonly expected: readonly (readonly [employeeId: string, code: string, difference: number])[];
  readonly lost: readonly string[];
}

function makeCases(): readonly Case[] {
  const script = join(import.meta.dirname, 'register_oracle.py');
  const output = execFileSync('python3', [script, SEED, CASES], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
  });
  return JSON.parse(output);
}

async function found({ layout, text, people, exported }: Case) {
  const template = await loadNamed(layout, PROJECT, PROJECT);
  if (template.kind !== 'text') throw new Error(layout);
  const readings = registerLayouts(template, VARIABLES[layout] ?? {}).flatMap((each) =>
    readInLayout({ kind: 'text', text: text.replace(/^\ufeff/, '') }, each),
  );
  const known = people.map((person) => ({
    ...person,
    numbers: [person.number],
    extra: { gustoId: person.number },
  }));
  const [best] = readings
    .map((reading) => ({ reading, count: reading.lines.length - reading.unreadable.length }))
    .sort((a, b) => b.count - a.count);
  const { lines = [], unreadable = [] } = best?.reading ?? {};
  const amounts = exported.map(({ employeeId, code, hours, finalHours }) => ({
    employeeId,
    code,
    unit: 'hours' as const,
    amount: hours,
    finalAmount: finalHours,
    settledAmount: 0,
    step: 0.01,
    payCodes: [],
    days: [],
  }));
  const differences = compareRegister(amounts, identifyLines(lines, known, amounts));
  return {
    unreadable,
    lost: [
      ...new Set(differences.flatMap(({ kind, employeeId }) => (kind === 'lost-zeros' ? [employeeId] : []))),
    ].sort(),
    differences: differences
      .filter(({ kind }) => kind !== 'lost-zeros')
      .map(({ employeeId, code, differenceAmount }) => [
        employeeId ?? '?',
        code,
        Math.round(differenceAmount * 100) / 100,
      ])
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  };
}

describe('seeded faults in registers of eleven layouts', () => {
  const cases = makeCases();
  const byLayout = groupBy(cases, ({ layout }) => layout);
  test('there are enough', () => {
    expect(byLayout.size).toBe(11);
    expect(cases.filter(({ expected }) => expected.length > 0).length).toBeGreaterThan(cases.length / 2);
  });
  test.each([...byLayout])('%s: all found, none invented', async (_, own) => {
    for (const one of own) {
      const expected = [...one.expected].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      expect({ fault: one.fault, text: one.text, ...(await found(one)) }).toEqual({
        fault: one.fault,
        text: one.text,
        unreadable: [],
        differences: expected,
        lost: one.lost,
      });
    }
  });
});

test.each([
  ['Total', ';Total;;40,50', [3], []],
  ['in another language', ';Totaal:;;40,50', [3], []],
  ['without a word', ';;;40,50', [3], []],
  ['a person without a code', ';Peeters;;40,50', [], [3]],
  ['a person called like it', ';Totale;;40,50', [], [3]],
])('a line of totals is neither compared nor unreadable: %s', (_, line, totals, unreadable) => {
  const text = `Number;Name;Code;Hours\n7;Jansen;100;40,50\n${line}\n`;
  const [reading] = readByHeadings({ kind: 'text', text });
  expect(reading?.lines).toMatchObject([{ line: 2, code: '100', hours: 40.5 }]);
  expect(reading?.totals.map((each) => each.line)).toEqual(totals);
  expect(reading?.unreadable.map((each) => each.line)).toEqual(unreadable);
});
