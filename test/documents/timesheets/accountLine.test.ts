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
  test('is a sum from the balance before to the balance after', () => {
    expect(line()).toBe(
      'Hours account: balance before +5:00  + worked 176:30  − hours to work 176:00  = balance after +5:30. ' +
        'You have worked these hours in advance.',
    );
  });

  test('has everything that changed the balance', () => {
    const change = { creditMinutes: 480, adjustmentMinutes: -600, paidOutMinutes: 130, lapsedMinutes: 5 };
    expect(line({ ...change, balanceMinutes: -75, isRestarted: true })).toBe(
      'Hours account: balance before +5:00  + worked 176:30  + absences that count as work 8:00  − hours to work 176:00' +
        '  − paid out or taken off 10:00  − paid out above the limit 2:10  − lost above the limit 0:05' +
        '  = balance after −1:15. You still have to work these hours. ' +
        'The balance before was not known, so the account began anew with the opening balance.',
    );
  });

  test('names the last day of a person who leaves', () => {
    expect(line({ endsOn: '2026-10-16', adjustmentMinutes: 30 })).toBe(
      'Hours account: balance before +5:00  + worked 176:30  − hours to work 176:00  + added by correction 0:30' +
        '  = balance on your last day, 2026-10-16: +5:30.',
    );
  });

  test.each([
    [
      'nl',
      'Urenrekening: saldo vooraf +5:00  + gewerkt 176:30  − te werken 176:00  = saldo daarna +5:30. Deze uren hebt u vooraf gewerkt.',
    ],
    [
      'fr',
      'Compte d’heures : solde avant +5:00  + travaillé 176:30  − à travailler 176:00  = solde après +5:30. Vous avez travaillé ces heures d’avance.',
    ],
    [
      'de',
      'Stundenkonto: Saldo vorher +5:00  + gearbeitet 176:30  − zu arbeiten (Soll) 176:00  = Saldo nachher +5:30. Diese Stunden haben Sie im Voraus gearbeitet.',
    ],
  ])('in %s', (language, wanted) => {
    expect(line({}, language).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')).toBe(wanted);
  });

  test('is empty without an account', () => {
    expect(accountLine({ say: sayIn('en') }, undefined)).toBe('');
  });
});
