import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readByHeadings } from '../../src/documents/register/readRegister.js';
import { findRegisterPeriod, isRegisterOf, periodName } from '../../src/documents/register/registerPeriod.js';
import { compareRegister, type ExportedAmount } from '../../src/domain/corrections/compareRegister.js';
import { identifyLines } from '../../src/domain/corrections/identifyLines.js';
import { IS_GATE } from '../gate.js';

/* Registers of many shapes that an independent program has written, with what a comparison has to find in them. */

const SEED = process.env.ORACLE_SEED ?? '1';
const CASES = process.env.ORACLE_CASES ?? (IS_GATE ? '80' : '800');

interface Case {
  readonly fault: string;
  readonly text: string;
  readonly people: readonly { id: string; number: string; firstName: string; lastName: string }[];
  readonly exported: readonly Pick<ExportedAmount, 'employeeId' | 'code' | 'unit' | 'amount' | 'step'>[];
  readonly expected: readonly (readonly [string, string, string, number])[];
  readonly unsigned: readonly [string, string] | null;
  readonly totals: readonly number[];
  readonly period: string | null;
}

function makeCases(): readonly Case[] {
  const script = join(import.meta.dirname, 'register_shapes_oracle.py');
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
  const options = { encoding: 'utf8', maxBuffer: 1e9, env } as const;
  return JSON.parse(execFileSync('python3', [script, SEED, CASES], options));
}

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as unknown as Parameters<typeof isRegisterOf>[1];

function found({ text, people, exported }: Case) {
  const [reading] = readByHeadings({ kind: 'text', text }).sort((a, b) => b.lines.length - a.lines.length);
  const { lines = [], unreadable = [], totals = [], dates = [], title = [] } = reading ?? {};
  const known = people.map((person) => ({ ...person, numbers: [person.number], extra: {} }));
  const amounts = exported.map((each) => ({
    ...each,
    finalAmount: each.amount,
    settledAmount: 0,
    payCodes: [],
    days: [],
  }));
  const differences = compareRegister(amounts, identifyLines(lines, known, amounts));
  const period = findRegisterPeriod(dates, title, 'register.csv', OCTOBER);
  return {
    unreadable,
    totals: totals.map(({ line }) => line),
    period: period === undefined ? null : periodName(period),
    isRefused: period !== undefined && !isRegisterOf(period, OCTOBER),
    unsigned: differences.flatMap(({ kind, employeeId, code }) =>
      kind === 'decimal-sign' ? [[employeeId, code]] : [],
    ),
    differences: differences.map(({ employeeId, code, unit, differenceAmount }) => [
      ...[employeeId ?? '?', code, unit, differenceAmount],
    ]),
  };
}

test('registers of many shapes: all differences are found, and none is invented', {
  timeout: 120_000,
}, () => {
  const cases = makeCases();
  expect(cases.filter(({ expected }) => expected.length > 0).length).toBeGreaterThan(cases.length / 3);
  for (const one of cases) {
    const { fault, text, expected, unsigned, totals, period } = one;
    const { unsigned: named, ...rest } = found(one);
    expect({ fault, text, ...rest }).toEqual({
      fault,
      text,
      unreadable: [],
      totals,
      period,
      isRefused: fault === 'another month',
      differences: expected.map(([...each]) => each),
    });
    if (unsigned !== null) expect({ text, named }).toEqual({ text, named: [unsigned] });
  }
});
