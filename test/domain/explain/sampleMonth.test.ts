import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { explainPerson } from '../../../src/domain/explain/explainPerson.js';
import type { EntryExplanation, Explanation } from '../../../src/domain/explain/explanation.js';
import { sampleInGate } from '../../gate.js';
import { sourcesOf } from '../../support/records/explainFixture.js';
import { withComputedSample } from './computedSample.js';

type Row = Readonly<Record<string, string>>;

/** The same file that `export` writes, and an explanation of all employees, from another read of the same service. */
async function fileAndExplanations(configuration: string): Promise<{
  readonly rows: readonly Row[];
  readonly explanations: ReadonlyMap<string, Explanation>;
  readonly exportedMinutes: number;
}> {
  return withComputedSample(configuration, async (computed, service) => {
    const argv = ['export', '2026-10', '--template', 'employee-days', '--accept', 'ZONE_UNCLEAR'];
    const { status } = await service.run([...argv, '--quiet']);
    expect(status).toBe(0);
    const file = readFileSync(join(service.cwd, 'out', 'draft', 'bakery_2026-10_employee-days.csv'), 'utf8');
    const rows: Row[] = parse(file, { columns: true });
    const ids = [...new Set(rows.map(({ employeeId }) => employeeId ?? ''))];
    const { findings, people, period } = computed;
    const explained = (id: string): Explanation => {
      const { data, relatedShifts, timesheet, pay } = people.of(id);
      const sources = sourcesOf(data);
      return explainPerson(
        { data, relatedShifts, timesheet, pay, findings, sources, window: period },
        id,
        undefined,
      );
    };
    return {
      rows,
      explanations: new Map(ids.map((id) => [id, explained(id)])),
      exportedMinutes: computed.control.exported.minutes,
    };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function expectExplained(row: Row, explanation: Explanation | undefined): void {
  const day = explanation?.days.find(({ date }) => date === row.date);
  const where = `${row.employeeId} ${row.date}`;
  if (day === undefined || explanation === undefined) throw new Error(`not explained: ${where}`);
  const shares = explanation.entries.flatMap((entry) => entry.shares.filter(({ date }) => date === row.date));
  const given = shares.map(({ wholeMinutes, gotExtraMinute }) => wholeMinutes + (gotExtraMinute ? 1 : 0));
  expect(sum(given), where).toBe(Number(row.workedMinutes));
  expect(sum(day.shares.map(({ minutes }) => minutes)), where).toBe(Number(row.workedMinutes));
  expect(given.filter((minutes) => minutes > 0).length, where).toBe(Number(row.entries));
  expect(sum(day.shifts.map(({ plannedMinutes }) => plannedMinutes)), where).toBe(Number(row.plannedMinutes));
  expect(sum(day.shifts.map((shift) => shift.elapsedMinutes - shift.breakMinutes)), where).toBe(
    Number(row.plannedMinutes),
  );
  expect(String(day.differenceMinutes), where).toBe(row.differenceMinutes);
  expect(String(day.weekday), where).toBe(row.weekday);
  expect(day.holiday ?? '', where).toBe(row.holiday);
}

/** From the recorded times to the minutes of each day. */
function expectConsistent(entry: EntryExplanation): void {
  const { start, end, elapsedSeconds, pieces, shares, workedMinutes, insideMinutes, excluded, pay } = entry;
  if (end !== undefined && shares.length > 0) {
    expect(elapsedSeconds).toBe((Date.parse(end.text) - Date.parse(start.text)) / 1000);
    expect(sum(pieces.map((piece) => piece.elapsedSeconds))).toBe(elapsedSeconds);
  }
  if (shares.length > 0) {
    expect(sum(shares.map(({ minutes }) => minutes))).toBe(workedMinutes);
    expect(insideMinutes + (excluded?.minutes ?? 0)).toBe(workedMinutes);
  }
  if (pay === undefined) return;
  expect(workedMinutes + sum(pay.adjustments.map(({ minutes }) => minutes))).toBe(pay.paidMinutes);
  const paying = pay.lines.filter(({ kind }) => kind !== 'loading');
  expect(sum(paying.map(({ minutes }) => minutes))).toBe(pay.paidMinutes);
}

describe('every number of a month is explained, and the explanations add up to it', () => {
  const ROUNDED = 'rounding: { level: entry, step: 5 }\ndst: wallclock\n';
  const CASES = ['attribution: start', 'attribution: majority', `attribution: split\n${ROUNDED}`];
  test.each(sampleInGate(CASES.toReversed(), 1))('%s', async (configuration) => {
    const { rows, explanations, exportedMinutes } = await fileAndExplanations(configuration);
    expect(rows.length).toBeGreaterThan(500);
    for (const row of rows) expectExplained(row, explanations.get(row.employeeId ?? ''));
    const all = [...explanations.values()];
    expect(sum(all.map(({ days }) => days.length))).toBe(rows.length);
    expect(sum(all.map(({ totals }) => totals.workedMinutes))).toBe(exportedMinutes);
    for (const { entries } of all) for (const entry of entries) expectConsistent(entry);
    const moved = all.flatMap(({ entries }) => entries).filter((entry) => entry.clockChangeSeconds !== 0);
    expect(moved.length).toBeGreaterThan(5);
  });
});
