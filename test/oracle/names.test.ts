import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type EmployeeToMatch,
  matchPayrollList,
  type PayrollListRow,
} from '../../src/domain/people/matchPayrollList.js';
import { IS_GATE } from '../gate.js';

/* Realistic names, in two lists that write them differently. */

const SEEDS = ['1'];
const COUNT = IS_GATE ? '600' : '5000';

interface Lists {
  readonly employees: readonly EmployeeToMatch[];
  readonly rows: readonly PayrollListRow[];
  /** Payroll ID to employee; null for an employee whom the service does not have. */
  readonly truth: Readonly<Record<string, string | null>>;
}

test.each(SEEDS)(
  `${COUNT} names, seed %s: at least 19 of 20 proposed right, none accepted wrongly`,
  { timeout: 120_000 },
  (seed) => {
    const script = join(import.meta.dirname, 'names_oracle.py');
    const output = execFileSync('python3', [script, seed, COUNT], {
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
    });
    const { employees, rows, truth }: Lists = JSON.parse(output);
    const { matches } = matchPayrollList(employees, rows, () => []);
    const ids = new Set(employees.map(({ id }) => id));
    const findable = Object.values(truth).filter((id) => id !== null && ids.has(id)).length;
    const right = matches.filter(({ employee, row }) => truth[row.number] === employee.id);
    const accepted = matches.filter(({ doubt }) => doubt === null);
    const wrong = accepted.filter(({ employee, row }) => truth[row.number] !== employee.id);
    expect(new Set(matches.map(({ employee }) => employee.id)).size).toBe(matches.length);
    expect(new Set(matches.map(({ row }) => row.line)).size).toBe(matches.length);
    expect(wrong).toEqual([]);
    expect(right.length / findable).toBeGreaterThanOrEqual(0.95);
    expect(accepted.length / findable).toBeGreaterThan(0.85);
    if (process.env.ORACLE_FIGURES !== undefined)
      console.log({
        findable,
        right: right.length,
        proposed: matches.length,
        accepted: accepted.length,
        near: matches.filter(({ basis }) => basis === 'near').length,
      });
  },
);
