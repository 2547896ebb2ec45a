import { describe, expect, test } from 'vitest';
import { correctionsText } from '../../src/cli/corrections/correctionsText.js';
import type { CorrectionLineJson } from '../../src/pipeline/ledger/correctionLines.js';
import type { CorrectionsOutcome } from '../../src/pipeline/run/correctEmployer.js';

const line = {
  line: '48d9f9dd0452f5c8',
  template: 'pay-lines',
  employeeId: 'e1',
  date: '2026-10-01',
  payCode: 'NIGHT',
  differenceMinutes: -45,
  written: { before: 454, after: 409, difference: -45, unit: 'minutes' },
  causes: ['changed'],
  fate: 'file',
} as unknown as CorrectionLineJson;
const byHand = { ...line, line: '1ac4b2ab28c775b2', template: 'sdworx', fate: 'by-hand' as const };

function text(change: Partial<CorrectionsOutcome>, language = 'en', width?: number): string[] {
  const outcome = {
    employer: 'bakery',
    period: { from: '2026-10-01', to: '2026-10-31', label: '2026-10' },
    lines: [line],
    older: [],
    byHand: [],
    made: undefined,
    config: { language, hours: 'clock', payCodes: {} },
    nameOf: () => 'El Amrani, Youssef',
    ...change,
  } as unknown as CorrectionsOutcome;
  return correctionsText(outcome, { cwd: '/', width }).split('\n');
}

describe('corrections for people', () => {
  test('a final tells what goes into no file below what does', () => {
    const lines = text({ byHand: [byHand] });
    expect(lines[2]).toMatch(/^48d9f9dd0452f5c8 .* in the file$/);
    expect(lines[3]).toBe(
      'Not in any file: enter these lines by hand, then record them with --settle LINE=REASON.',
    );
    expect(lines[5]).toMatch(/^1ac4b2ab28c775b2 +sdworx .* −0:45 +changed +by hand$/);
    expect(text({ lines: [], byHand: [byHand] }, 'de')[1]).toMatch(/^In keiner Datei: /);
  });

  test('what moved by the rounding of the file alone is told in its hundredths', () => {
    const written = { before: 1.83, after: 1.84, difference: 0.01, unit: 'hours' } as const;
    const rounded = { ...byHand, differenceMinutes: 0, written };
    expect(text({ lines: [rounded] })[2]).toContain(' +0.01 h ');
    expect(text({ lines: [{ ...rounded, written: { ...written, difference: -0.01 } }] }, 'nl')[2]).toContain(
      ' −0,01 h ',
    );
    const whole = { before: 0, after: 0, difference: 0, unit: 'minutes' } as const;
    expect(text({ lines: [{ ...rounded, written: whole }] })[2]).toMatch(/ 0:00 /);
  });

  test('fits the terminal', () => {
    const lines = text({ lines: [line, byHand] }, 'en', 60);
    expect(lines.filter((each) => each.length > 60)).toEqual([]);
    expect(lines[4]).toBe('    NIGHT  −0:45  changed  in the file');
  });
});
