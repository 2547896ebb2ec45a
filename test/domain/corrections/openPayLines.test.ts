import { describe, expect, test } from 'vitest';
import type { LineKey } from '../../../src/domain/corrections/exportedLine.js';
import { type LineDifference, OpenPayLines } from '../../../src/domain/corrections/lineDifferences.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

/** `ann 06 NORMAL minutes` at a place. */
function key(text: string, more: Partial<LineKey> = {}): LineKey {
  const [employeeId = '', day = '', payCode = '', unit = 'minutes'] = text.split(' ');
  return {
    ...{ template: '', employeeId, date: toLocalDate(`2026-10-${day}`), payCode },
    ...{ establishment: 'north', costCenter: null, unit: unit as LineKey['unit'], row: '' },
    ...more,
  };
}

const shown = ({ key: { employeeId, date, payCode, unit } }: LineDifference) =>
  `${employeeId} ${date.slice(8)} ${payCode} ${unit}`;

function open(...texts: readonly string[]) {
  const differences = texts.map((text) => ({
    base: text,
    difference: { key: key(text), before: 1, after: 2, written: null },
  }));
  const lines = new OpenPayLines(differences);
  return {
    lines,
    printed: () => lines.printed.map(({ difference }) => shown(difference)),
    unprinted: () => lines.unprinted.map(({ difference }) => shown(difference)),
  };
}

const ALL = ['ann 06 NORMAL minutes', 'ann 06 MEAL times', 'ann 07 SUNDAY minutes', 'bo 06 NORMAL minutes'];
const isWork = (payCode: string) => payCode === 'NORMAL' || payCode === 'SHIFT';

describe('pay lines that differ from a final', () => {
  test('are unprinted until a template prints exactly that line', () => {
    const { lines, printed, unprinted } = open(...ALL);
    expect(unprinted()).toEqual(ALL);
    lines.markPrinted(key('ann 06 NORMAL minutes', { template: 'silae', row: 'a' }));
    for (const other of ['ann 08 NORMAL', 'cy 06 NORMAL', 'ann 07 NORMAL', 'ann 07 MEAL'])
      lines.markPrinted(key(other));
    lines.markPrinted(key('bo 06 NORMAL minutes', { establishment: 'south' }));
    expect(printed()).toEqual(['ann 06 NORMAL minutes']);
    expect(unprinted()).toEqual(ALL.slice(1));
  });

  test('for ordinary work are printed with the employee’s day', () => {
    const { lines, printed } = open(...ALL, 'ann 07 NORMAL minutes', 'ann 06 SHIFT days');
    lines.markWholePrinted(key('ann 06 HOURS minutes'), true, isWork);
    expect(printed()).toEqual(['ann 06 NORMAL minutes']);
  });

  test('for ordinary work are printed with the employee’s period', () => {
    const { lines, printed } = open(...ALL, 'ann 07 NORMAL minutes', 'ann 06 SHIFT days');
    lines.markWholePrinted(key('ann 31 HOURS minutes'), false, isWork);
    expect(printed()).toEqual(['ann 06 NORMAL minutes', 'ann 07 NORMAL minutes']);
  });
});
