import { describe, expect, it, test } from 'vitest';
import { findingMessage } from '../../../src/domain/exceptions/wording.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { resolveHolidays } from '../../../src/read/reading/assemble.js';
import { ListCollector, MemorySink } from '../../../src/read/reading/listCollector.js';
import {
  EMPLOYEES,
  HOLIDAYS,
  type ListShape,
  SHIFTS,
  TEAMS,
  TIME_ENTRIES,
} from '../../../src/read/wire/lists.js';

const said = (language: string, problems: string): string =>
  findingMessage(
    {
      code: 'INVALID_RECORD',
      employeeId: null,
      date: null,
      record: 'x',
      facts: { list: 'shifts', problems },
    },
    { language, hours: 'clock' },
  );

describe('what is wrong with a record, in the language of the run', () => {
  it.each([
    [
      'de',
      'Ein Datensatz von shifts verletzt eine Regel der Zeiterfassung: breakMinutes: erwartet wird eine ganze Zahl von Minuten, da ist "30"; startsAt: keine UTC-Verschiebung: "2026-10-06T08:00:00".',
    ],
    [
      'nl',
      'Een record van shifts overtreedt een regel van de tijdregistratie: breakMinutes: verwacht: een heel aantal minuten, gevonden: "30"; startsAt: geen UTC-verschil: "2026-10-06T08:00:00".',
    ],
    [
      'fr',
      'Un enregistrement de shifts enfreint une règle du système de pointage : breakMinutes: attendu : un nombre entier de minutes, trouvé : "30"; startsAt: pas de décalage UTC: "2026-10-06T08:00:00".',
    ],
    [
      'en',
      'A record of shifts breaks a rule of the service: breakMinutes: expected a whole number of minutes, got "30"; startsAt: no UTC offset: "2026-10-06T08:00:00".',
    ],
  ])('%s', (language, message) => {
    const problems =
      'breakMinutes: expected a whole number of minutes, got "30"; startsAt: no UTC offset: "2026-10-06T08:00:00"';
    expect(said(language, problems)).toBe(message);
  });

  it('reads no value as a sentence for long', () => {
    const value = `note: "expected text${'a'.repeat(50_000)}"`;
    expect(said('de', value)).toContain(value);
  });

  it.each([
    ['true or false', 'true oder false'],
    ['a date written YYYY-MM-DD', 'ein Datum wie JJJJ-MM-TT'],
    ['a UTC timestamp or nothing', 'ein UTC-Zeitpunkt oder nichts'],
    [
      'a date-time with offset such as 2026-10-25T02:30:00+02:00',
      'Datum und Zeit mit Zeitverschiebung wie 2026-10-25T02:30:00+02:00',
    ],
    ['a date-time', 'Datum und Zeit'],
    ['an IANA time zone', 'eine IANA-Zeitzone'],
    ['an object', 'ein Objekt'],
    ['text', 'Text'],
  ])('says what is expected and what is there: %s', (expected, inGerman) => {
    const got = ['nothing', 'an object'].map((there) => said('de', `f: expected ${expected}, got ${there}`));
    expect(got.map((message) => message.slice(message.indexOf('f: ')))).toEqual([
      `f: erwartet wird ${inGerman}, da ist nichts.`,
      `f: erwartet wird ${inGerman}, da ist ein Objekt.`,
    ]);
  });

  it('names choices, and null where it is one', () => {
    const problems =
      'status: expected one of Working, OnBreak, Completed, Cancelled, got 5; shiftId: expected a UUID or null, got a list';
    expect(said('de', problems)).toMatch(
      /status: erwartet wird eines von Working, OnBreak, Completed, Cancelled, da ist 5; shiftId: erwartet wird eine UUID oder null, da ist eine Liste\.$/,
    );
  });
});

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

/** Every problem that the reader finds where each documented field is replaced by each kind of nonsense. */
function problemsOfNonsense(): readonly string[] {
  const id = '0e6f1c5e-4c1d-4a52-9d6c-3f5c0a1b2c3d';
  const elements = GOOD.flatMap(([shape, record]) =>
    ['id', ...Object.keys(record)].flatMap((field) =>
      NONSENSE.map((value) => ({ shape, element: { id, ...record, [field]: value } as unknown })),
    ),
  );
  const states = ['Working', 'Cancelled', 'Completed'].map((status) => {
    const workedMinutes = status === 'Completed' ? null : 5;
    return { shape: TIME_ENTRIES, element: { id, ...GOOD[0]?.[1], status, workedMinutes } as unknown };
  });
  const whole = [...elements, ...states, { shape: TEAMS, element: [] as unknown }].flatMap(
    ({ shape, element }) => {
      const ledger = new ListCollector(shape, new MemorySink());
      ledger.beginPass();
      ledger.add(element, 'page 1, record 1');
      return ledger.invalid().flatMap(({ problems }) => problems.map(englishText));
    },
  );
  return [
    ...new Set([...whole, ...problemsOfHolidays(), 'zone: expected an IANA time zone, got "Mars/Base"']),
  ];
}

function problemsOfHolidays(): readonly string[] {
  const ledger = new ListCollector(HOLIDAYS, new MemorySink());
  ledger.beginPass();
  for (const record of [
    { date: '2026-12-25' },
    { date: '2026-12-26' },
    { date: '2026-02-30' },
    { name: 'x' },
  ])
    ledger.add(record, 'record');
  const finding = { hints: { pins: {}, known: [] }, language: 'en', isZone: () => true };
  return resolveHolidays(ledger, finding).invalid.flatMap(({ problems }) => problems.map(englishText));
}

/** Words that only the English sentences have; names of fields and values are none of them. */
const ENGLISH =
  /\b(expected|got|although|missing|present|filled|written|whole|number|such|nothing|one of|timestamp|or|name it|field)\b/;

test.each(['de', 'nl', 'fr'])('%s: no word of the reader stays English', (language) => {
  const problems = problemsOfNonsense();
  expect(problems.length).toBeGreaterThan(100);
  expect(problems.every((problem) => ENGLISH.test(problem) || problem.includes('no UTC offset'))).toBe(true);
  for (const problem of problems) expect(said(language, problem)).not.toMatch(ENGLISH);
});
