import { describe, expect, test } from 'vitest';
import {
  compareRegister,
  type ExportedAmount,
  type PaidLine,
} from '../../../src/domain/corrections/compareRegister.js';
import { identifyLines, type KnownPerson } from '../../../src/domain/corrections/identifyLines.js';

/** `ann NORMAL 8`, with the total of its final alone. */
function exported(text: string, more: Partial<ExportedAmount> = {}): ExportedAmount {
  const [employeeId = '', code = '', hours = '', unit = 'hours'] = text.split(' ');
  const amount = { amount: Number(hours), finalAmount: Number(hours), settledAmount: 0, step: 0.01 };
  return {
    employeeId,
    code,
    unit: unit as ExportedAmount['unit'],
    ...amount,
    payCodes: [],
    days: [],
    ...more,
  };
}

/** `ann NORMAL 8` in the lines of a register; `?` for an unknown employee. */
function paid(...texts: readonly string[]): PaidLine[] {
  return texts.map((text, index) => {
    const [who = '', code = '', hours = '', unit = 'hours'] = text.split(' ');
    const employeeId = who.startsWith('?') ? undefined : who;
    return {
      line: index + 2,
      employeeId,
      who,
      code,
      unit: unit as PaidLine['unit'],
      amount: Number(hours),
      step: 0.01,
      hasLostZeros: false,
      lacksDecimalSign: !hours.includes('.') && hours.length > 3,
    };
  });
}

const compared = (amounts: readonly ExportedAmount[], lines: readonly PaidLine[]) =>
  compareRegister(amounts, lines).map(({ kind, employeeId, who, code, differenceAmount, other, lines: at }) =>
    [kind, employeeId ?? who, code, differenceAmount, other ?? '', at.join('+')].join(' ').trim(),
  );

describe('possible causes of a difference', () => {
  test.each([
    ['no difference', ['ann N 8'], ['ann N 8'], []],
    ['no difference, in several lines', ['ann N 8'], ['ann N 3', 'ann N 5'], []],
    ['no difference, although binary fractions differ', ['ann N 0.3'], ['ann N 0.1', 'ann N 0.2'], []],
    ['no employee has this name', ['ann N 8'], ['ann N 8', '?x N 4'], ['unknown-person ?x N 4  3']],
    ['an employee is missing', ['ann N 8', 'bo N 4'], ['ann N 8'], ['missing-person bo N -4']],
    ['a code is missing', ['ann N 8', 'ann S 2'], ['ann N 8'], ['missing-code ann S -2']],
    ['an additional code', ['ann N 8'], ['ann N 8', 'ann X 2'], ['extra-code ann X 2  3']],
    [
      'hours are under another code',
      ['ann N 8', 'ann S 2'],
      ['ann N 8', 'ann T 2'],
      ['wrong-code ann S -2 T', 'wrong-code ann T 2 S 3'],
    ],
    [
      'two employees have each other’s hours',
      ['ann N 8', 'bo N 6', 'bo S 1'],
      ['ann N 6', 'ann S 1', 'bo N 8'],
      [
        'swapped-people ann N -2 bo 2',
        'swapped-people ann S 1 bo 3',
        'swapped-people bo N 2 ann 4',
        'swapped-people bo S -1 ann',
      ],
    ],
    [
      'two employees have each other’s hours, and one of them had none',
      ['ann N 8', 'bo N 0'],
      ['ann N 0', 'bo N 8'],
      ['swapped-people ann N -8 bo 2', 'swapped-people bo N 8 ann 3'],
    ],
    [
      'two employees have each other’s hours, and neither file has a line for the one without hours',
      ['ann N 8'],
      ['bo N 8'],
      ['swapped-people ann N -8 bo', 'swapped-people bo N 8 ann 2'],
    ],
    [
      'two pairs of employees have the same hours',
      ['ann N 8', 'bo N 6', 'cy N 8', 'di N 6'],
      ['ann N 6', 'bo N 8', 'cy N 6', 'di N 8'],
      [
        'swapped-people ann N -2 bo 2',
        'swapped-people bo N 2 ann 3',
        'swapped-people cy N -2 di 4',
        'swapped-people di N 2 cy 5',
      ],
    ],
    [
      'one more employee has another’s hours than the reverse',
      ['ann N 8', 'bo N 6', 'cy N 8'],
      ['ann N 6', 'bo N 8', 'cy N 6'],
      ['swapped-people ann N -2 bo 2', 'swapped-people bo N 2 ann 3', 'hours cy N -2  4'],
    ],
    ['a duplicate line', ['ann N 8'], ['ann N 3', 'ann N 5', 'ann N 5'], ['doubled ann N 5  2+3+4']],
    ['the amount has doubled', ['ann N 8'], ['ann N 16'], ['doubled ann N 8  2']],
    ['the decimal mark moved', ['ann N 7.5'], ['ann N 750'], ['decimal-sign ann N 742.5  2']],
    ['the decimal mark moved to the left', ['ann N 75'], ['ann N 7.5'], ['decimal-sign ann N -67.5  2']],
    [
      'one employee has the hours of the other, who has different ones',
      ['ann N 8', 'bo N 6'],
      ['ann N 6', 'bo N 7'],
      ['hours ann N -2  2', 'hours bo N 1  3'],
    ],
    [
      'three employees have the hours of the next: no two are swapped',
      ['ann N 8', 'bo N 6', 'cy N 4'],
      ['ann N 6', 'bo N 4', 'cy N 8'],
      ['hours ann N -2  2', 'hours bo N -2  3', 'doubled cy N 4  4'],
    ],
    [
      'two exported codes of an employee are not treated as swapped',
      ['ann N 8', 'ann S 2'],
      ['ann N 7', 'ann S 3'],
      ['hours ann N -1  2', 'hours ann S 1  3'],
    ],
    [
      'a code of another employee is not treated as swapped',
      ['ann N 8', 'ann S 2', 'bo N 8'],
      ['ann N 8', 'bo N 8', 'bo T 2'],
      ['missing-code ann S -2', 'extra-code bo T 2  4'],
    ],
    ['no further information', ['ann N 8'], ['ann N 8.25'], ['hours ann N 0.25  2']],
    ['no further information about two lines', ['ann N 8'], ['ann N 5', 'ann N 5'], ['hours ann N 2  2+3']],
  ])('%s', (_, amounts, lines, expected) => {
    expect(
      compared(
        amounts.map((text) => exported(text)),
        paid(...lines),
      ),
    ).toEqual(expected);
  });

  test('a correction or settlement that payroll does not have', () => {
    const corrected = exported('ann N 8', { finalAmount: 7 });
    expect(compared([corrected], paid('ann N 7'))).toEqual(['correction-missing ann N -1  2']);
    expect(compared([corrected], paid('ann N 6'))).toEqual(['hours ann N -2  2']);
    const settled = exported('ann N 8', { settledAmount: 3 });
    expect(compared([settled], paid('ann N 5'))).toEqual(['settlement-missing ann N -3  2']);
    expect(compared([exported('ann N 8', { finalAmount: 0 })], paid('ann M 1'))).toEqual([
      'extra-code ann M 1  2',
      'correction-missing ann N -8',
    ]);
  });

  test('an amount that no file printed can differ by its rounding, once per line', () => {
    // 8 h 5 min is 8.0833 h.
    const rounded = exported('ann N 8.083333333333334', { step: 1 / 60 });
    expect(compared([rounded], paid('ann N 8.08'))).toEqual([]);
    expect(compared([rounded], paid('ann N 8.1'))).toEqual(['hours ann N 0.0167  2']);
    const two = exported('ann N 8.333333333333334', { step: 1 / 60 });
    expect(compared([two], paid('ann N 4.17', 'ann N 4.17'))).toEqual([]);
    expect(compared([two], paid('ann N 4.17', 'ann N 4.19'))).toEqual(['hours ann N 0.0267  2+3']);
  });

  test('the cause is found in spite of that rounding', () => {
    // 127 h 16 min, 46 h 3 min and 12 h 40 min, with two decimals in the register.
    const third = (text: string) => exported(text, { step: 1 / 60 });
    const ann = third('ann N 127.26666666666667');
    const bo = third('bo N 12.666666666666666');
    expect(compared([ann], paid('ann N 127.27', 'ann N 127.27'))).toEqual([
      expect.stringMatching(/^doubled ann N 127\.27\d* {2}2\+3$/),
    ]);
    expect(compared([ann], paid('ann N 254.53'))).toEqual([expect.stringMatching(/^doubled /)]);
    expect(compared([ann], paid('ann N 254.56'))).toEqual([expect.stringMatching(/^hours /)]);
    expect(compared([bo], paid('bo N 126.67'))).toEqual([expect.stringMatching(/^decimal-sign /)]);
    expect(compared([ann, bo], paid('ann N 12.67', 'bo N 127.27'))).toEqual([
      expect.stringMatching(/^swapped-people ann N .* bo 2$/),
      expect.stringMatching(/^swapped-people bo N .* ann 3$/),
    ]);
    expect(compared([third('ann N 12.666666666666666')], paid('ann T 12.67'))).toEqual([
      expect.stringMatching(/^wrong-code ann N .* T$/),
      expect.stringMatching(/^wrong-code ann T .* N 2$/),
    ]);
  });

  test('lost zeros, for employees without another difference', () => {
    const lines = paid('ann N 8', 'bo N 4').map((line) => ({ ...line, hasLostZeros: true }));
    expect(compared([exported('ann N 8'), exported('bo N 5')], lines)).toEqual([
      'lost-zeros ann N 0  2',
      'hours bo N -1  3',
    ]);
  });

  test('lists employees in order, unknown ones last, then codes', () => {
    const lines = paid('?z N 1', '?y N 1', 'bo N 1', 'bo M 1', 'ann N 1');
    expect(compared([], lines).map((text) => text.split(' ').slice(1, 3).join(' '))).toEqual([
      'ann N',
      'bo M',
      'bo N',
      '?y N',
      '?z N',
    ]);
  });
});

describe('a line of a register', () => {
  const person = (id: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
    id,
    number: null,
    firstName: null,
    lastName: null,
    extra: {},
    numbers: more.number ? [more.number] : [],
    ...more,
  });
  const people = [
    person('ann', { number: '0042', firstName: 'Ann', lastName: 'Müller-Ott', extra: { gusto: 'G1' } }),
    person('bo', { number: '43', firstName: 'Bo', lastName: 'Peeters' }),
    person('bob', { number: '0043', firstName: 'Bo', lastName: 'Peeters' }),
    person('none'),
  ];
  const found = (who: Record<string, string>, code = '0100', numeric = { person: false, code: false }) => {
    const amount = { column: 'any', hours: 1, quantity: 1, stepHours: 0.01, stepQuantity: 0.01 } as const;
    const read = { line: 2, person: who, code, ...amount, lacksDecimalSign: false, numeric };
    const codes = ['0100', '7', '07', 'Ab'];
    const exportedCodes = codes.map((each) => ({ employeeId: 'ann', code: each, unit: 'hours' as const }));
    const [line] = identifyLines([read], people, exportedCodes);
    return [line?.employeeId, line?.who, line?.code, line?.hasLostZeros];
  };

  test.each([
    ['its number', { 'employee.number': '0042' }, ['ann', '0042', '0100', false]],
    ['its number without zeros', { 'employee.number': '42' }, ['ann', '42', '0100', true]],
    ['the exact number of two similar ones', { 'employee.number': '0043' }, ['bob', '0043', '0100', false]],
    [
      'no employee by an ambiguous number',
      { 'employee.number': '00043' },
      [undefined, '00043', '0100', false],
    ],
    ['no employee without a number', { 'employee.number': '' }, [undefined, '', '0100', false]],
    ['another column', { 'employee.gusto': 'g1' }, ['ann', 'g1', '0100', true]],
    ['the id', { 'employee.id': 'bo' }, ['bo', 'bo', '0100', false]],
    [
      'the name in any order',
      { 'employee.name': 'ANN Muller Ott' },
      ['ann', 'ANN Muller Ott', '0100', false],
    ],
    [
      'both names',
      { 'employee.firstName': 'Ann', 'employee.lastName': 'Müller-Ott' },
      ['ann', 'Ann Müller-Ott', '0100', false],
    ],
    ['no one by a shared name', { 'employee.name': 'Bo Peeters' }, [undefined, 'Bo Peeters', '0100', false]],
    [
      'no employee by name if a number contradicts it',
      { 'employee.number': '99', 'employee.name': 'Ann Müller-Ott' },
      [undefined, '99', '0100', false],
    ],
  ])('identifies an employee by %s', (_, who, expected) => {
    expect(found(who)).toEqual(expected);
  });

  test('identifies a pay code, also without its zeros if only one code matches', () => {
    const code = (text: string, isNumeric = false) =>
      found({ 'employee.number': '0042' }, text, { person: isNumeric, code: isNumeric }).slice(2);
    expect(code('100')).toEqual(['0100', true]);
    expect(code('100', true)).toEqual(['0100', false]);
    expect([code('7'), code('007'), code('ab'), code('X')]).toEqual([
      ['7', false],
      ['007', false],
      ['Ab', true],
      ['X', false],
    ]);
  });
});
