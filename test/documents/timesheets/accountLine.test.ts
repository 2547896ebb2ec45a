import { describe, expect, test } from 'vitest';
import { accountLine } from '../../../src/documents/timesheets/accountLine.js';
import { sayIn } from '../../../src/i18n/formatMessage.js';

const ROW = {
  beforeMinutes: 300,
  workedMinutes: 10_590,
  creditMinutes: 0,
  targetMinutes: 10_560,
  adjustmentMinutes: 0,
  paidOutMinutes: 0,
  lapsedMinutes: 0,
  balanceMinutes: 330,
  isRestarted: false,
};

function line(change: object = {}, language = 'en'): string {
  return accountLine({ say: sayIn({ language, hours: 'clock' }) }, { ...ROW, ...change });
}

describe('the hours account on a timesheet', () => {
  test('from the balance before to the balance after', () => {
    expect(line()).toBe(
      'Hours account (+ more worked than owed): before +5:00 · worked 176:30 · owed 176:00 · after +5:30',
    );
  });

  test('everything that changed the balance', () => {
    const change = { creditMinutes: 480, adjustmentMinutes: -600, paidOutMinutes: 130, lapsedMinutes: 5 };
    expect(line({ ...change, balanceMinutes: -75, isRestarted: true })).toBe(
      'Hours account (+ more worked than owed): before +5:00 · worked 176:30 · absences counted as work 8:00 · ' +
        'owed 176:00 · payouts and corrections −10:00 · paid out above the limit 2:10 · lost above the limit 0:05 · ' +
        'after −1:15 · begun anew with the opening balance',
    );
  });

  test.each([
    [
      'nl',
      'Urenrekening (+ meer gewerkt dan verschuldigd): vooraf +5:00 · gewerkt 176:30 · verschuldigd 176:00 · daarna +5:30',
    ],
    [
      'fr',
      'Compte d’heures (+ : plus travaillé que dû) : avant +5:00 · travaillé 176:30 · dû 176:00 · après +5:30',
    ],
    [
      'de',
      'Stundenkonto (+ mehr gearbeitet als geschuldet): vorher +5:00 · gearbeitet 176:30 · Soll 176:00 · nachher +5:30',
    ],
  ])('in %s', (language, wanted) => {
    expect(line({}, language).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')).toBe(wanted);
  });

  test('nothing without an account', () => {
    expect(accountLine({ say: sayIn('en') }, undefined)).toBe('');
  });
});
