import { describe, expect, it } from 'vitest';
import { englishText } from '../../../../src/i18n/formatMessage.js';
import { verbatim } from '../../../../src/i18n/message.js';
import type { FieldHints } from '../../../../src/sources/records/foundFields.js';
import { ListCollector } from '../../../../src/sources/records/listCollector.js';
import { unwrapHolidays } from '../../../../src/sources/workforce/discovery/findHolidays.js';
import { resolveHolidays } from '../../../../src/sources/workforce/reading/assemble.js';
import { HOLIDAYS } from '../../../../src/sources/workforce/wire/serviceLists.js';
import { memoryStaging } from '../../../support/service/memoryStaging.js';
import { isZone } from '../../../support/service/readSandbox.js';

const none: FieldHints = { pins: {}, known: [] };
const H = { name: 'Christmas' };

describe('the envelope', () => {
  it.each<[string, unknown, string, number]>([
    ['a bare list', [H], '(bare list)', 1],
    ['items', { items: [H] }, 'items', 1],
    ['items with an empty cursor', { items: [H], nextCursor: null }, 'items', 1],
    ['items among other lists', { items: [H], warnings: [{ text: 'x' }] }, 'items', 1],
    ['another key', { year: 2026, holidays: [H] }, 'holidays', 1],
    ['any key', { year: 2026, zzz: [H] }, 'zzz', 1],
    ['nested', { data: { list: [H, H] } }, 'data.list', 2],
    ['a named one next to another list', { publicHolidays: [H], regions: [{ a: 1 }] }, 'publicHolidays', 1],
    ['the one with objects', { zzz: [H], codes: ['a', 'b'] }, 'zzz', 1],
    [
      'by date',
      { '2026-12-25': { name: 'Christmas' }, '2026-12-26': { name: 'Boxing Day' } },
      '(by date)',
      2,
    ],
    ['empty', { items: [] }, 'items', 0],
  ])('%s', (_name, body, path, count) => {
    const { items, field } = unwrapHolidays(body, none);
    expect([field?.path, items.length]).toEqual([path, count]);
  });

  it('an empty object is a year without holidays, whatever the envelope', () => {
    const known: FieldHints['known'] = [
      { target: 'holidays.items', path: '(by date)', how: 'value', evidence: verbatim(''), always: true },
    ];
    for (const hints of [none, { pins: {}, known }]) {
      expect(unwrapHolidays({}, hints)).toEqual({ items: [], field: undefined });
    }
  });

  it.each<[string, unknown, string]>([
    ['an object without dates', { holidays: {} }, 'holidays'],
    ['null', { items: null }, 'items'],
    ['both next to other keys', { year: 2027, publicHolidays: {}, note: null }, 'publicHolidays'],
  ])('a year without holidays may have %s', (_name, body, path) => {
    const known: FieldHints['known'] = [
      { target: 'holidays.items', path, how: 'value', evidence: verbatim(''), always: true },
    ];
    for (const hints of [none, { pins: {}, known }]) {
      const { items, field } = unwrapHolidays(body, hints);
      expect([items, field?.path]).toEqual([[], path]);
    }
  });

  it('a key that is the year is different in the next answer', () => {
    const found = unwrapHolidays({ '2026': [H] }, none).field;
    expect(found?.path).toBe('(year)');
    for (const path of ['(year)', '2026']) {
      const known = found === undefined ? [] : [{ ...found, path }];
      expect(unwrapHolidays({ '2027': [H, H] }, { pins: {}, known }).items).toHaveLength(2);
    }
    expect(unwrapHolidays({ '2027': [H] }, { pins: { 'holidays.items': '2026' }, known: [] }).items).toEqual([
      H,
    ]);
  });

  it.each<[string, unknown, FieldHints, string]>([
    ['no list', { year: 2026 }, none, 'SERVICE_PROTOCOL'],
    ['null', null, none, 'SERVICE_PROTOCOL'],
    ['null if no key says holidays', { nextCursor: null, meta: {} }, none, 'SERVICE_PROTOCOL'],
    ['two possible lists', { a: [H], b: [H] }, none, 'FIELD_AMBIGUOUS'],
    ['a further page', { items: [H], nextCursor: 'more' }, none, 'SERVICE_PROTOCOL'],
    [
      'a pin on a missing field',
      { items: [H] },
      { pins: { 'holidays.items': 'days' }, known: [] },
      'FIELD_VANISHED',
    ],
  ])('%s', (_name, body, hints, code) => {
    expect(() => unwrapHolidays(body, hints)).toThrow(expect.objectContaining({ code }));
  });
  it('a pin decides', () => {
    const pins = { 'holidays.items': 'b' };
    expect(unwrapHolidays({ a: [H], b: [H, H] }, { pins, known: [] }).items).toHaveLength(2);
  });
});

const holidays = (records: readonly object[], hints = none, language = 'en') => {
  const ledger = new ListCollector(HOLIDAYS, memoryStaging());
  ledger.beginPass();
  ledger.addPage(records, () => 'record');
  return resolveHolidays(ledger, { hints, language, isZone });
};

it('a holiday that has the same id in two years counts in both', () => {
  const id = '9f0b3c52-6d0e-4c0b-8e2f-3a4b5c6d7e8f';
  const { records } = holidays([
    { id, date: '2026-01-01', name: 'New Year' },
    { id, date: '2027-01-01', name: 'New Year' },
  ]);
  expect(records.map(({ date }) => date)).toEqual(['2026-01-01', '2027-01-01']);
});

describe('a holiday without a name gets a general name, in the configured language', () => {
  it.each([
    ['en', 'Public holiday'],
    ['nl', 'Feestdag'],
    ['fr-BE', 'Jour férié'],
    ['de', 'Feiertag'],
    ['constructor', 'Public holiday'],
  ])('%s', (language, word) => {
    const nameless: readonly object[] = [{ date: '2026-12-25' }, { date: '2026-12-26' }];
    expect(holidays(nameless, none, language).records.map(({ name }) => name)).toEqual([word, word]);
    const some = [
      { date: '2026-05-01', name: 'Labour Day' },
      { date: '2026-12-25', name: null },
      { date: '2026-12-26', name: '' },
      { date: '2026-12-27', name: '  ' },
    ];
    const names = holidays(some, none, language).records.map(({ name }) => name);
    expect(names).toEqual(['Labour Day', word, word, word]);
  });
});

const daysOf = (records: readonly object[], hints = none) =>
  holidays(records, hints).records.map(({ date, originalDate }) => `${date} for ${originalDate ?? 'itself'}`);

describe('the date that the employer grants (All Saints on a Sunday, granted on Monday; Christmas unchanged)', () => {
  const both = ['2026-11-02 for 2026-11-01', '2026-12-25 for itself'];
  it.each<[string, object, object]>([
    [
      'replacementDate',
      { date: '2026-11-01', replacementDate: '2026-11-02' },
      { date: '2026-12-25', replacementDate: null },
    ],
    [
      'next to a date of the record itself',
      { createdOn: '2025-01-03', date: '2026-11-01', replacementDate: '2026-11-02' },
      { createdOn: '2025-01-03', date: '2026-12-25', replacementDate: null },
    ],
    [
      'replacementDate, absent if there is none',
      { date: '2026-11-01', replacementDate: '2026-11-02' },
      { date: '2026-12-25' },
    ],
    [
      'nested replacement',
      { date: '2026-11-01', replacement: { date: '2026-11-02', reason: 'x' } },
      { date: '2026-12-25', replacement: null },
    ],
    [
      'grantedDate',
      { date: '2026-11-01', grantedDate: '2026-11-02' },
      { date: '2026-12-25', grantedDate: '2026-12-25' },
    ],
    [
      'originalDate next to date',
      { originalDate: '2026-11-01', date: '2026-11-02' },
      { originalDate: '2026-12-25', date: '2026-12-25' },
    ],
    [
      'officialDay and movedTo',
      { officialDay: '2026-11-01', movedTo: '2026-11-02' },
      { officialDay: '2026-12-25', movedTo: null },
    ],
    [
      'uninformative names: the one that is often empty is the replacement',
      { a: '2026-11-01', b: '2026-11-02' },
      { a: '2026-12-25', b: null },
    ],
    [
      'nested original and granted',
      { original: { date: '2026-11-01' }, granted: { date: '2026-11-02' } },
      { original: { date: '2026-12-25' }, granted: { date: '2026-12-25' } },
    ],
    [
      'replacedBy, an empty text if there is none',
      { date: '2026-11-01', replacedBy: '2026-11-02' },
      { date: '2026-12-25', replacedBy: '' },
    ],
    [
      'movedTo, false if there is none',
      { date: '2026-11-01', movedTo: '2026-11-02' },
      { date: '2026-12-25', movedTo: false },
    ],
    [
      'uninformative names: the one that is often an empty text is the replacement',
      { a: '2026-11-01', b: '2026-11-02' },
      { a: '2026-12-25', b: '' },
    ],
  ])('%s', (_name, replaced, plain) => {
    expect(
      daysOf([
        { ...replaced, name: 'All Saints' },
        { ...plain, name: 'Christmas' },
      ]),
    ).toEqual(both);
  });

  it.each<[string, object]>([
    ['only one date', { date: '2026-12-25' }],
    ['a replacement that is always null', { date: '2026-12-25', replacementDate: null }],
    ['a nested replacement that is always null', { date: '2026-12-25', replacement: null }],
    ['only the granted one', { grantedDate: '2026-12-25' }],
    ['only under an unknown name', { zzz: '2026-12-25' }],
  ])('%s', (_name, record) => {
    expect(daysOf([record])).toEqual(['2026-12-25 for itself']);
  });

  it.each(['replacedBy', 'movedTo', 'replacement.date', 'substituteDay'])(
    '%s: one replacement among many holidays with an empty text',
    (path) => {
      const [name = '', inner] = path.split('.');
      const moved = (text: string) => ({ [name]: inner === undefined ? text : { [inner]: text } });
      const plain = Array.from({ length: 11 }, (_, index) => ({
        date: `2026-${String(index + 1).padStart(2, '0')}-10`,
        ...moved(index % 2 === 0 ? '' : ' '),
      }));
      const found = holidays([...plain, { date: '2026-12-26', ...moved('2026-12-28') }]);
      expect(found.invalid).toEqual([]);
      expect(found.records.filter(({ originalDate }) => originalDate !== undefined)).toMatchObject([
        { date: '2026-12-28', originalDate: '2026-12-26' },
      ]);
      const granted = found.fields.find(({ target }) => target === 'holiday.grantedDate');
      expect(granted).toMatchObject({ path, evidence: { values: { dates: 1, records: 12 } } });
    },
  );

  it.each(['2026-12-28T00:00:00', '28/12/2026', '28.12.2026', '20261228'])(
    'a replacement that cannot be read (%s) makes its record invalid: the original date does not stand',
    (replacedBy) => {
      const found = holidays([
        { date: '2026-12-26', replacedBy },
        { date: '2026-12-25', replacedBy: '' },
      ]);
      expect(found.records.map(({ date }) => date)).toEqual(['2026-12-25']);
      expect(found.invalid).toHaveLength(1);
    },
  );

  it('a text about a replacement is no date', () => {
    const records = [{ date: '2026-12-26', replacementReason: 'on a Saturday' }];
    expect(daysOf(records)).toEqual(['2026-12-26 for itself']);
  });

  it('a replacement that was null last year and is an object this year is found', () => {
    const known = holidays([{ date: '2025-12-25', replacement: null }]).fields;
    const now = [
      { date: '2026-11-01', replacement: { date: '2026-11-02' } },
      { date: '2026-12-25', replacement: null },
    ];
    expect(daysOf(now, { pins: {}, known })).toEqual(both);
  });

  it('two full dates that differ without further meaning: an error that asks for a pin', () => {
    const records = [{ a: '2026-11-01', b: '2026-11-02' }];
    expect(() => holidays(records)).toThrow(expect.objectContaining({ code: 'FIELD_AMBIGUOUS' }));
    expect(daysOf(records, { pins: { 'holiday.grantedDate': 'b' }, known: [] })).toEqual([
      '2026-11-02 for 2026-11-01',
    ]);
  });

  it.each<[string, object, RegExp]>([
    ['no date', { name: 'Christmas' }, /no field contains a date/],
    ['an invalid date', { date: '2026-02-30' }, /no field contains a date/],
  ])('%s: an invalid record', (_name, record, problem) => {
    const { records, invalid } = holidays([record]);
    expect(records).toEqual([]);
    expect(invalid.flatMap(({ problems }) => problems.map(englishText))).toEqual([
      expect.stringMatching(problem),
    ]);
  });
  it('one invalid date among valid ones: that record is invalid, the others count', () => {
    const { records, invalid } = holidays([
      { date: '2026-12-25' },
      { date: '2026-02-30' },
      { date: '2026-01-01' },
    ]);
    expect(records.map(({ date }) => date)).toEqual(['2026-12-25', '2026-01-01']);
    expect(invalid.flatMap(({ problems }) => problems.map(englishText))).toEqual([
      expect.stringMatching(/^date: expected a date/),
    ]);
  });
});
