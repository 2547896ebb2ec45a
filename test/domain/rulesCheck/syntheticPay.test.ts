import { describe, expect, test } from 'vitest';
import { personas } from '../../../src/domain/rulesCheck/syntheticPay.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { rulesInUse, withLoadings } from './checkedRules.js';

const personasOf = (yaml: string) =>
  personas(rulesInUse(yaml).rules).map((persona) => ({ ...persona, name: englishText(persona.name) }));
const EVERYBODY = { name: 'everyone', establishmentId: null, teamId: null, taskId: null, columns: {} };

describe('employees whom rules treat differently', () => {
  test('none, if no rule names employees or places', () => {
    expect(personasOf(withLoadings('{ code: N, clock: ["20:00", "06:00"] }'))).toEqual([EVERYBODY]);
  });

  test('one for each place, team, task or combination; a condition that occurs twice gives one', () => {
    const found = personasOf(
      withLoadings(
        '{ code: A, establishments: [quay, dock] }',
        '{ code: B, teams: [night] }',
        '{ code: C, tasks: [bake] }',
        '{ code: D, establishments: [quay], teams: [night], tasks: [bake] }',
        '{ code: E, teams: [night], on: [sunday] }',
      ),
    );
    expect(found).toEqual([
      EVERYBODY,
      { ...EVERYBODY, name: 'establishment quay', establishmentId: 'quay' },
      { ...EVERYBODY, name: 'team night', teamId: 'night' },
      { ...EVERYBODY, name: 'task bake', taskId: 'bake' },
      {
        ...EVERYBODY,
        name: 'establishment quay, team night, task bake',
        establishmentId: 'quay',
        teamId: 'night',
        taskId: 'bake',
      },
    ]);
  });

  test('columns: the first value of a list, the first day of dates; the others have none of them', () => {
    const found = personasOf(
      withLoadings(
        '{ code: A, employees: { grade: [A, B] } }',
        '{ code: B, employees: { hired: { from: 2020-01-01 } } }',
        '{ code: C, employees: { hired: { before: 2020-01-01 } } }',
      ),
    );
    expect(found.map(({ name, columns }) => ({ name, columns }))).toEqual([
      { name: 'everyone', columns: { grade: '', hired: '' } },
      { name: 'grade A', columns: { grade: 'A', hired: '' } },
      { name: 'hired 2020-01-01', columns: { grade: '', hired: '2020-01-01' } },
      { name: 'hired 2019-12-31', columns: { grade: '', hired: '2019-12-31' } },
    ]);
  });

  test('columns of limits have a usual contract for all employees; numeric limits need none', () => {
    const [everybody, ...others] = personasOf(`payRules:
  reference: { weeks: 4, from: 2026-11-02, absences: counted }
  base:
    - { code: OTD, over: { day: { column: dayMinutes } } }
    - { code: OTW, over: { week: { column: weekMinutes }, average: { column: averageMinutes } } }
    - { code: OTR, over: { reference: { column: quarterMinutes } } }
    - { code: OTX, over: { day: 600 } }
    - { code: N }`);
    expect(others).toEqual([]);
    expect(everybody?.columns).toEqual({
      dayMinutes: '456',
      weekMinutes: '2280',
      averageMinutes: '2280',
      quarterMinutes: '29640',
    });
  });
});
