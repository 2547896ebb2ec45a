import { describe, expect, test } from 'vitest';
import { EXCEPTIONS, type RatedFinding } from '../../../src/domain/exceptions/finding.js';
import {
  buildWorkList,
  type FindingReport,
  messageReader,
  personName,
  severityText,
  sortByWorkList,
} from '../../../src/domain/exceptions/workList.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { sayIn } from '../../../src/i18n/formatMessage.js';
import { found as rated } from '../../support/records/explainFixture.js';

const NAMES = new Map([
  ['ann', 'Aerts, Ann'],
  ['eve', 'Éloy, Eve'],
  ['bob', 'baert, Bob'],
]);
const unreviewed = (record: string, employeeId: string, day: string, start = '08:00'): RatedFinding =>
  rated({
    record,
    employeeId,
    date: toLocalDate(`2026-10-${day}`),
    facts: { start, end: '12:00' },
    severity: 'block-final',
  });
const listOf = (findings: readonly RatedFinding[], change: Partial<FindingReport> = {}): FindingReport => ({
  findings,
  names: NAMES,
  places: new Map([
    ['north', 'North'],
    ['south', 'South'],
    ['west', 'west'],
  ]),
  language: 'en',
  ...change,
});

describe('the items to resolve', () => {
  const findings = [
    rated({ code: 'SHORT_REST', record: 'w', severity: 'warn' }),
    unreviewed('south', 'eve', '06'),
    unreviewed('north', 'bob', '07'),
    unreviewed('north', 'bob', '05'),
    unreviewed('north', 'bob', '05'),
    unreviewed('north', 'ann', '06', '09:00'),
    unreviewed('nowhere', 'ann', '06'),
    rated({ code: 'UNMAPPED_EMPLOYEE', record: 'ann', severity: 'block' }),
    rated({ code: 'OVERLAP', record: 'o', severity: 'block', accepted: 'agreed' }),
    rated({ code: 'OPEN_ENTRY', record: 'p', severity: 'block-final', accepted: '' }),
    rated({ code: 'OVERLAP', record: 'o2', severity: 'block-final' }),
  ];
  const causes = buildWorkList(listOf(findings));

  test('are sorted from the most severe to accepted ones, and by code within one severity', () => {
    expect(causes.map(({ code, severity, weight, count }) => [code, severity, weight, count])).toEqual([
      ['UNMAPPED_EMPLOYEE', 'block', 'blocks every run', 1],
      ['OVERLAP', 'block-final', 'blocks final runs', 1],
      ['UNREVIEWED', 'block-final', 'blocks final runs', 6],
      ['SHORT_REST', 'warn', 'to check', 1],
      ['OVERLAP', 'block', 'accepted: agreed', 1],
      ['OPEN_ENTRY', 'block-final', 'accepted', 1],
    ]);
  });

  test('have a title, a remedy and the person who can act', () => {
    expect(causes[2]).toMatchObject({
      title: 'Not reviewed',
      remedy: 'Review the entry, or accept the exception with a reason.',
      actor: sayIn('en')(`work.actor.${EXCEPTIONS.UNREVIEWED.actor}`),
    });
  });

  test('list places in order, general ones first, and employees with their days under one message', () => {
    expect(causes[2]?.places).toEqual([
      {
        establishment: null,
        lines: [
          {
            people: [{ name: 'Aerts, Ann', dates: ['2026-10-06'] }],
            message: 'The entry from 08:00 to 12:00 has not been reviewed.',
          },
        ],
      },
      {
        establishment: 'North',
        lines: [
          {
            people: [{ name: 'Aerts, Ann', dates: ['2026-10-06'] }],
            message: 'The entry from 09:00 to 12:00 has not been reviewed.',
          },
          {
            people: [{ name: 'baert, Bob', dates: ['2026-10-05', '2026-10-07'] }],
            message: 'The entry from 08:00 to 12:00 has not been reviewed.',
          },
        ],
      },
      {
        establishment: 'South',
        lines: [
          {
            people: [{ name: 'Éloy, Eve', dates: ['2026-10-06'] }],
            message: 'The entry from 08:00 to 12:00 has not been reviewed.',
          },
        ],
      },
    ]);
  });

  test('are empty if nothing was found', () => {
    expect(buildWorkList(listOf([]))).toEqual([]);
  });

  test('are in the language of the reader', () => {
    const [cause] = buildWorkList(listOf([unreviewed('north', 'ann', '06')], { language: 'de' }));
    expect([cause?.title, cause?.weight, cause?.places[0]?.lines[0]?.message]).toEqual([
      'Nicht geprüft',
      'blockiert den endgültigen Lauf',
      'Die Buchung vom 08:00 bis 12:00 ist nicht geprüft.',
    ]);
    expect(messageReader({ language: 'nl' })).toEqual({ language: 'nl', hours: 'clock' });
    expect(messageReader({ language: 'nl', hours: 'decimal' })).toEqual({ language: 'nl', hours: 'decimal' });
  });

  test('group employees with the same message, by name without regard to case and accents', () => {
    const all = ['bob', 'eve', 'ann'].map((id) => unreviewed('north', id, '06'));
    const [cause] = buildWorkList(listOf(all));
    expect(cause?.places[0]?.lines.map(({ people }) => people.map(({ name }) => name))).toEqual([
      ['Aerts, Ann', 'baert, Bob', 'Éloy, Eve'],
    ]);
  });

  test('have no day if a finding has none', () => {
    expect(causes[0]?.places[0]?.lines[0]?.people).toEqual([{ name: 'Aerts, Ann', dates: [] }]);
  });

  test('of one employee are in order of day, and of message on the same day', () => {
    const all = [unreviewed('north', 'ann', '07', '06:00'), unreviewed('north', 'ann', '06', '07:00')];
    const [cause] = buildWorkList(listOf(all));
    expect(cause?.places[0]?.lines.map(({ people: [first] }) => first?.dates)).toEqual([
      ['2026-10-06'],
      ['2026-10-07'],
    ]);
  });

  test.each([
    [12, 12],
    [13, 1],
  ])('for one place and cause, %i messages become %i lines', (messages, lines) => {
    const all = Array.from({ length: messages }, (_, index) => unreviewed('north', 'ann', '06', `0${index}`));
    const [cause] = buildWorkList(listOf(all));
    expect(cause?.places[0]?.lines).toHaveLength(lines);
    expect(cause?.places[0]?.lines[0]?.message === undefined).toBe(lines === 1);
    expect(cause?.places[0]?.lines[0]?.people).toEqual([{ name: 'Aerts, Ann', dates: ['2026-10-06'] }]);
    expect(cause?.count).toBe(messages);
  });
});

describe('single findings', () => {
  const shown = (findings: readonly RatedFinding[], change: Partial<FindingReport> = {}) =>
    sortByWorkList(listOf(findings, change)).map(
      ({ code, record, employeeId, date }) => `${code} ${record} ${employeeId} ${date}`,
    );

  test('are in order of cause, place, employee, day and record', () => {
    const findings = [
      unreviewed('south', 'ann', '01'),
      unreviewed('north', 'eve', '01'),
      unreviewed('north', 'bob', '02'),
      unreviewed('north', 'bob', '01'),
      unreviewed('b', 'ann', '09'),
      unreviewed('a', 'ann', '09'),
      unreviewed('west', 'ann', '01'),
      rated({ code: 'NO_ENTRIES', employeeId: null, record: 'z', severity: 'block-final' }),
      rated({ code: 'OVERLAP', record: 'north', severity: 'block-final' }),
      rated({ record: 'a', severity: 'block-final' }),
    ];
    expect(shown(findings)).toEqual([
      'OVERLAP north ann null',
      'UNREVIEWED a ann null',
      'UNREVIEWED a ann 2026-10-09',
      'UNREVIEWED b ann 2026-10-09',
      'UNREVIEWED north bob 2026-10-01',
      'UNREVIEWED north bob 2026-10-02',
      'UNREVIEWED north eve 2026-10-01',
      'UNREVIEWED south ann 2026-10-01',
      'UNREVIEWED west ann 2026-10-01',
      'NO_ENTRIES z null null',
    ]);
  });

  test('keep their order if all of these are the same', () => {
    const twice = [unreviewed('a', 'ann', '01', '08:00'), unreviewed('a', 'ann', '01', '07:00')];
    expect(sortByWorkList(listOf(twice))).toEqual(twice);
  });

  test('ignore accents when sorting', () => {
    const names = new Map([
      ['1', 'Elba'],
      ['2', 'Élan'],
    ]);
    const all = ['1', '2'].map((id) => unreviewed('a', id, '01'));
    expect(sortByWorkList(listOf(all, { names })).map(({ employeeId }) => employeeId)).toEqual(['2', '1']);
  });

  test('sort names that differ only in case and accents consistently', () => {
    const names = new Map([
      ['1', 'emil'],
      ['2', 'Emil'],
      ['3', 'Émil'],
    ]);
    const inOrder = (...ids: string[]) =>
      sortByWorkList(
        listOf(
          ids.map((id) => unreviewed('a', id, '01')),
          { names },
        ),
      ).map(({ employeeId }) => employeeId);
    expect([inOrder('3', '1', '2'), inOrder('2', '1', '3')]).toEqual([
      ['2', '1', '3'],
      ['2', '1', '3'],
    ]);
  });
});

test('the subject of a finding, and the meaning of its severity', () => {
  const names = new Map([['known', 'Pop, Ana']]);
  expect(personName(rated({ employeeId: null, record: 'known' }), { names })).toBe('Pop, Ana');
  expect(personName(rated({ employeeId: 'zoe', record: 'known' }), { names })).toBe('zoe');
  expect(severityText(rated({ severity: 'warn' }), 'fr')).toBe('à vérifier');
  expect(severityText(rated({ accepted: 'par téléphone' }), 'fr-BE')).toBe('accepté : par téléphone');
});
