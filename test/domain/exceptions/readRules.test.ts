import { describe, expect, it, test } from 'vitest';
import { invalidRecord } from '../../../src/domain/exceptions/readRules.js';
import { findingMessage } from '../../../src/domain/exceptions/wording.js';
import { groupRecordsByPerson } from '../../../src/domain/records/periodData.js';
import { englishText, messageOfStored } from '../../../src/i18n/formatMessage.js';
import { type AnyMessage, message } from '../../../src/i18n/message.js';
import { ListCollector } from '../../../src/sources/records/listCollector.js';
import type { ListShape } from '../../../src/sources/records/lists.js';
import { resolveHolidays } from '../../../src/sources/workforce/reading/assemble.js';
import {
  EMPLOYEES,
  HOLIDAYS,
  SHIFTS,
  TEAMS,
  TIME_ENTRIES,
} from '../../../src/sources/workforce/wire/serviceLists.js';
import { OCTOBER, periodData } from '../../support/records/periodFixture.js';
import { memoryStaging } from '../../support/service/memoryStaging.js';

const said = (language: string, problems: readonly AnyMessage[]): string => {
  const data = periodData({ invalid: [{ list: 'shifts', id: 'x', problems, workedMinutes: 0 }] });
  return invalidRecord(groupRecordsByPerson(data).facts, OCTOBER)
    .map((finding) => findingMessage(finding, language))
    .join();
};

describe('problems of a record, in the language of the run', () => {
  const broken = { breakMinutes: '30', startsAt: '2026-10-06T08:00:00' };
  const problems = () => problemsOf(SHIFTS, { id: ID, ...GOOD[1]?.[1], ...broken });

  it.each([
    [
      'de',
      'Ein Datensatz in der Liste der Schichten ist ungültig: startsAt: keine UTC-Verschiebung: "2026-10-06T08:00:00"; breakMinutes: ',
    ],
    [
      'nl',
      'Een record in de lijst van diensten is ongeldig: startsAt: geen UTC-verschil: "2026-10-06T08:00:00"; breakMinutes: ',
    ],
    [
      'fr',
      'Un enregistrement de la liste des services planifiés est invalide : startsAt : pas de décalage UTC : "2026-10-06T08:00:00"; breakMinutes : ',
    ],
    [
      'en',
      'A record in the list of shifts is invalid: startsAt: no UTC offset: "2026-10-06T08:00:00"; breakMinutes: ',
    ],
  ])('%s', (language, message) => {
    expect(said(language, problems())).toContain(message);
  });

  it('shows a problem of an older read, which is text, unchanged', () => {
    const older = messageOfStored('date: expected a date written YYYY-MM-DD, got {nothing}');
    expect(said('de', [older])).toBe(
      'Ein Datensatz in der Liste der Schichten ist ungültig: date: expected a date written YYYY-MM-DD, got {nothing}.',
    );
  });
});

const ID = '0e6f1c5e-4c1d-4a52-9d6c-3f5c0a1b2c3d';
const STAMP = '2026-10-25T01:30:00+02:00';
const GOOD: readonly (readonly [ListShape<unknown>, Readonly<Record<string, unknown>>])[] = [
  [
    TIME_ENTRIES,
    {
      workDate: '2026-10-25',
      status: 'Completed',
      startsAt: STAMP,
      endsAt: STAMP,
      workedMinutes: 0,
      shiftId: null,
      employeeId: null,
      reviewedAtUtc: null,
    },
  ],
  [
    SHIFTS,
    {
      date: '2026-10-25',
      startsAt: STAMP,
      endsAt: STAMP,
      breakMinutes: 0,
      plannedMinutes: 0,
      fillType: 'Internal',
      employeeId: null,
    },
  ],
  [EMPLOYEES, { firstName: 'A', lastName: 'B', isActive: true }],
  [TEAMS, {}],
];
const NONSENSE = [
  undefined,
  null,
  5,
  -1.5,
  true,
  '',
  '~',
  [],
  {},
  '2026-02-30',
  '2026-02-30T08:00:00+01:00',
  '2026-02-03T28:00:00+01:00',
  '2026-02-03T08:00:00',
  '2026-02-03T08:00:00+99:00',
];

function problemsOf(shape: ListShape<unknown>, element: unknown): readonly AnyMessage[] {
  const collector = new ListCollector(shape, memoryStaging());
  collector.beginPass();
  collector.addPage([element], () => 'page 1, record 1');
  return collector.invalid().flatMap(({ problems }) => problems);
}

/** Every problem that the reader finds if each documented field is replaced by each kind of invalid value. */
function problemsOfNonsense(): readonly AnyMessage[] {
  const elements = GOOD.flatMap(([shape, record]) =>
    ['id', ...Object.keys(record)].flatMap((field) =>
      NONSENSE.map((value) => ({ shape, element: { id: ID, ...record, [field]: value } as unknown })),
    ),
  );
  const states = ['Working', 'Cancelled', 'Completed'].map((status) => {
    const workedMinutes = status === 'Completed' ? null : 5;
    return { shape: TIME_ENTRIES, element: { id: ID, ...GOOD[0]?.[1], status, workedMinutes } as unknown };
  });
  const whole = [...elements, ...states, { shape: TEAMS, element: [] as unknown }].flatMap(
    ({ shape, element }) => problemsOf(shape, element),
  );
  const zone = message('fields.unknownZone', { field: 'zone', got: '"Mars/Base"' });
  const all = [...whole, ...problemsOfHolidays(), zone];
  return [...new Map(all.map((problem) => [englishText(problem), problem])).values()];
}

function problemsOfHolidays(): readonly AnyMessage[] {
  const ledger = new ListCollector(HOLIDAYS, memoryStaging());
  ledger.beginPass();
  for (const record of [
    { date: '2026-12-25' },
    { date: '2026-12-26' },
    { date: '2026-02-30' },
    { name: 'x' },
  ])
    ledger.addPage([record], () => 'record');
  const finding = { hints: { pins: {}, known: [] }, language: 'en', isZone: () => true };
  return resolveHolidays(ledger, finding).invalid.flatMap(({ problems }) => problems);
}

/** Words that only the English sentences have; names of fields and values are excluded. */
const ENGLISH =
  /\b(expected|got|although|missing|present|filled|written|whole|number|such|nothing|one of|timestamp|or|name it|field)\b/;

test.each(['de', 'nl', 'fr'])('%s: no word of the reader’s problems stays English', (language) => {
  const problems = problemsOfNonsense();
  expect(problems.length).toBeGreaterThan(100);
  for (const problem of problems) expect(said(language, [problem])).not.toMatch(ENGLISH);
});
