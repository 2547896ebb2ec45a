import { describe, expect, test } from 'vitest';
import type { LineKey } from '../../../src/domain/corrections/exportedLine.js';
import {
  type LineDifference,
  OpenPayLines,
  type WholeMovement,
} from '../../../src/domain/corrections/lineDifferences.js';
import type { PayLineKind } from '../../../src/domain/pay/payLine.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

/** `ann 06 NORMAL minutes` at a place. */
function key(text: string, more: Partial<LineKey> = {}): LineKey {
  const [employeeId = '', day = '', payCode = '', unit = 'minutes'] = text.split(' ');
  return {
    template: '',
    employeeId,
    date: toLocalDate(`2026-10-${day}`),
    payCode,
    establishment: 'north',
    costCenter: null,
    unit: unit as LineKey['unit'],
    row: '',
    ...more,
  };
}

const shown = ({ key: { employeeId, date, payCode, unit } }: LineDifference) =>
  `${employeeId} ${date.slice(8)} ${payCode} ${unit}`;

function open(...texts: readonly string[]) {
  const differences = texts.map((text) => ({
    base: text,
    difference: { key: key(text), ...(text.endsWith(' less') ? LESS : MORE), written: null },
  }));
  const lines = new OpenPayLines(differences);
  return {
    lines,
    printed: () => lines.printed.map(({ difference }) => shown(difference)),
    unprinted: () => lines.unprinted.map(({ difference }) => shown(difference)),
  };
}

const ALL = ['ann 06 NORMAL minutes', 'ann 06 MEAL times', 'ann 07 SUNDAY minutes', 'bo 06 NORMAL minutes'];
const MORE = { before: 1, after: 2 };
const LESS = { before: 2, after: 1 };

const KINDS: Readonly<Record<string, PayLineKind>> = {
  SUNDAY: 'loading',
  TOP: 'topup',
  LEAVE: 'absence',
  MEAL: 'count',
};
const kindOf = (payCode: string): PayLineKind => KINDS[payCode] ?? 'base';

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

  const whole = (amount: number, date: string | null, more: Partial<WholeMovement> = {}): WholeMovement => ({
    employeeId: 'ann',
    unit: 'minutes',
    amount,
    date: date === null ? null : toLocalDate(`2026-10-${date}`),
    ...more,
  });

  test('for work are carried by the employee’s day if its amount changed as much', () => {
    const { lines, printed } = open(...ALL, 'ann 07 NORMAL minutes', 'ann 06 SHIFT days');
    lines.markWholePrinted(whole(0, '06'), kindOf);
    lines.markWholePrinted(whole(2, '07'), kindOf);
    expect(printed()).toEqual([]);
    lines.markWholePrinted(whole(1, '06'), kindOf);
    expect(printed()).toEqual(['ann 06 NORMAL minutes']);
  });

  test('for work are carried by the employee’s period', () => {
    const { lines, printed } = open(...ALL, 'ann 07 NORMAL minutes', 'ann 06 SHIFT days');
    lines.markWholePrinted(whole(2, null), kindOf);
    expect(printed()).toEqual(['ann 06 NORMAL minutes', 'ann 07 NORMAL minutes']);
  });

  test('are not carried by a total that does not change, or that hides a change in the other direction', () => {
    const { lines, printed } = open('ann 06 NORMAL minutes less', 'ann 06 SHIFT minutes');
    lines.markWholePrinted(whole(0, '06'), kindOf);
    expect(printed()).toEqual([]);
    const { lines: more, printed: ofMore } = open(
      'ann 06 NORMAL minutes less',
      'ann 06 SHIFT minutes',
      'ann 06 OT minutes',
    );
    more.markWholePrinted(whole(1, '06'), kindOf);
    expect(ofMore()).toEqual([]);
  });

  test('for top-ups and leave are carried by an amount that includes them', () => {
    const { lines, printed } = open('ann 06 NORMAL minutes', 'ann 06 TOP minutes', 'ann 06 LEAVE minutes');
    lines.markWholePrinted(whole(2, '06'), kindOf);
    expect(printed()).toEqual(['ann 06 NORMAL minutes', 'ann 06 TOP minutes']);
  });
});
