import type { HolidayRecord } from './records.js';

const own = (date: string, name: string): HolidayRecord => ({ date, name, replacementDate: null });

/**
 * Belgium's public holidays. One that falls on a Sunday or a day off is granted on another day, which the
 * employer chooses; 15 August 2026 is a Saturday, 1 November 2026 a Sunday.
 */
export const holidays: readonly HolidayRecord[] = [
  own('2026-01-01', 'Nieuwjaar'),
  own('2026-04-06', 'Paasmaandag'),
  own('2026-05-01', 'Dag van de Arbeid'),
  own('2026-05-14', 'O.L.H.-Hemelvaart'),
  own('2026-05-25', 'Pinkstermaandag'),
  own('2026-07-21', 'Nationale feestdag'),
  { date: '2026-08-15', name: 'O.L.V.-Hemelvaart', replacementDate: '2026-10-09' },
  { date: '2026-11-01', name: 'Allerheiligen', replacementDate: '2026-11-02' },
  own('2026-11-11', 'Wapenstilstand'),
  own('2026-12-25', 'Kerstmis'),
  own('2027-01-01', 'Nieuwjaar'),
  own('2027-03-29', 'Paasmaandag'),
  { date: '2027-05-01', name: 'Dag van de Arbeid', replacementDate: '2027-05-03' },
  own('2027-05-06', 'O.L.H.-Hemelvaart'),
  own('2027-05-17', 'Pinkstermaandag'),
  own('2027-07-21', 'Nationale feestdag'),
  { date: '2027-08-15', name: 'O.L.V.-Hemelvaart', replacementDate: '2027-08-16' },
  own('2027-11-01', 'Allerheiligen'),
  own('2027-11-11', 'Wapenstilstand'),
  { date: '2027-12-25', name: 'Kerstmis', replacementDate: '2027-12-27' },
];

/** Days on which shops are closed: the dates granted. */
export const grantedDates: ReadonlySet<string> = new Set(
  holidays.map((holiday) => holiday.replacementDate ?? holiday.date),
);
