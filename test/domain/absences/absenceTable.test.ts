import { describe, expect, test } from 'vitest';
import { appendAdjustmentRow } from '../../../src/domain/absences/absenceTable.js';
import { parseAbsences } from '../../../src/domain/absences/parseAbsences.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const ROW = {
  employee: '1007',
  date: toLocalDate('2026-10-31'),
  minutes: -600,
  payCode: 'OT',
  reason: '10 hours; as agreed',
};
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

describe('a payout in the file of absences', () => {
  test('is one line more; all other bytes are as they were', () => {
    const before = 'code,employee,from,to,days,payCode,reason,minutes\nLEAVE,1012,2026-10-05,2026-10-06,1\n';
    expect(text(appendAdjustmentRow(bytes(before), ROW, 'file').bytes)).toBe(
      `${before}ACCOUNT,1007,2026-10-31,2026-10-31,,OT,10 hours; as agreed,-600\n`,
    );
  });

  test('brings the columns that the file lacks', () => {
    const before = 'employee;from;to;code;days\r\n1012;2026-10-05;2026-10-06;LEAVE;1';
    const { bytes: after } = appendAdjustmentRow(bytes(before), ROW, 'file');
    expect(text(after)).toBe(
      'employee;from;to;code;days;minutes;payCode;reason\r\n1012;2026-10-05;2026-10-06;LEAVE;1\r\n' +
        '1007;2026-10-31;2026-10-31;ACCOUNT;;-600;OT;"10 hours; as agreed"\r\n',
    );
    expect(parseAbsences(after, 'file', { hasAccount: true })).toMatchObject([
      { employee: '1012', code: 'LEAVE', amount: { days: 1 } },
      {
        employee: '1007',
        amount: { minutes: -600 },
        adjusts: { payCode: 'OT', reason: '10 hours; as agreed' },
      },
    ]);
  });

  test('begins an empty file', () => {
    const { bytes: after } = appendAdjustmentRow(bytes('\n'), ROW, 'file');
    expect(parseAbsences(after, 'file', { hasAccount: true })).toHaveLength(1);
  });

  test('keeps a reason from running as a formula', () => {
    const { bytes: after } = appendAdjustmentRow(undefined, { ...ROW, reason: '=1+1' }, 'file');
    expect(text(after)).toContain(";'=1+1");
  });
});
