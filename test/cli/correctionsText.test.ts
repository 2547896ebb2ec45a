import { describe, expect, test } from 'vitest';
import type { CorrectionLineJson } from '../../src/app/corrections/correctionLines.js';
import type { CorrectionsOutcome } from '../../src/app/corrections/correctionReport.js';
import type { HandEntry } from '../../src/app/corrections/handEntries.js';
import { correctionsText } from '../../src/cli/correctionsText.js';

const line = {
  line: '48d9f9dd0452f5c8',
  template: 'pay-lines',
  employeeId: 'e1',
  date: '2026-10-01',
  payCode: 'NIGHT',
  unit: 'minutes',
  difference: -45,
  differenceMinutes: -45,
  written: { before: 454, after: 409, difference: -45, unit: 'minutes' },
  causes: ['changed'],
  disposition: 'file',
} as unknown as CorrectionLineJson;
const byHand = { ...line, line: '1ac4b2ab28c775b2', template: 'sdworx', disposition: 'by-hand' as const };

const ENTRY: HandEntry = {
  template: 'sdworx',
  forPeriod: '2026-10',
  employeeId: 'e1',
  employeeNumber: '0000017',
  code: '0020',
  payCodes: ['NIGHT'],
  date: '2026-10-01',
  costCenter: null,
  unit: 'hours',
  decimals: 2,
  recorded: 7.5,
  now: 8,
  type: 0.5,
  lines: [byHand.line],
};

function text(change: Partial<CorrectionsOutcome>, language = 'en', width?: number): string[] {
  const outcome = {
    employer: 'bakery',
    period: { from: '2026-10-01', to: '2026-10-31', label: '2026-10' },
    lines: [line],
    older: [],
    byHand: [],
    sheet: [],
    balances: [],
    unknownBalances: [],
    openElsewhere: { count: 0, periods: [] },
    unchangedInFile: new Map(),
    made: undefined,
    config: { language, hours: 'clock', payCodes: {} },
    nameOf: () => 'El Amrani, Youssef',
    ...change,
  } as unknown as CorrectionsOutcome;
  return correctionsText(outcome, { cwd: '/', width }).split('\n');
}

describe('corrections for readers', () => {
  test('a final lists the lines outside files below those in files', () => {
    const lines = text({ byHand: [byHand] });
    expect(lines[2]).toMatch(/^48d9f9dd0452f5c8 .* in the file$/);
    expect(lines[3]).toBe(
      'These lines are not in any file. Enter them by hand, then record them with --settle LINE=REASON.',
    );
    expect(lines[5]).toMatch(/^1ac4b2ab28c775b2 +sdworx .* −0:45 +changed +by hand$/);
    expect(text({ lines: [], byHand: [byHand] }, 'de')[1]).toMatch(/^Diese Zeilen sind in keiner Datei\. /);
  });

  test('differences from file rounding alone are shown in hundredths', () => {
    const written = { before: 1.83, after: 1.84, difference: 0.01, unit: 'hours' } as const;
    const rounded = { ...byHand, difference: 0, differenceMinutes: 0, written };
    expect(text({ lines: [rounded] })[2]).toContain(' +0.01 h ');
    expect(text({ lines: [{ ...rounded, written: { ...written, difference: -0.01 } }] }, 'nl')[2]).toContain(
      ' −0,01 u ',
    );
    const whole = { before: 0, after: 0, difference: 0, unit: 'minutes' } as const;
    expect(text({ lines: [{ ...rounded, written: whole }] })[2]).toMatch(/ 0:00 /);
  });

  test('corrections to enter by hand are on a sheet for each template', () => {
    const minutes = { ...ENTRY, unit: 'minutes', decimals: 0, recorded: 450, now: 0, type: -450 } as const;
    const lines = text({ lines: [byHand], sheet: [ENTRY, { ...minutes, template: 'partena' }] });
    const [, , , , first, row, , , second, other] = lines;
    expect(first).toBe('sdworx accepts no correction file. Enter these amounts by hand:');
    expect(row).toMatch(/^ {2}0000017 {2}El Amrani, Youssef {2}0020 \(NIGHT\) {2}2026-10-01 {2}2026-10 /);
    expect(row).toMatch(/exported 7\.50, now 8\.00, enter \+0\.50 \(hours\)$/);
    expect(second).toMatch(/^partena /);
    expect(other).toMatch(/exported 450, now 0, enter −450 \(minutes\)$/);
  });

  test('fits the width of the terminal', () => {
    const lines = text({ lines: [line, byHand], sheet: [ENTRY] }, 'en', 60);
    expect(lines.filter((each) => each.length > 60)).toEqual([]);
    expect(lines[4]).toBe('    NIGHT  −0:45  changed  in the file');
  });
});
