import { describe, expect, it } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { verbatim } from '../../../src/i18n/message.js';
import {
  type FieldHints,
  type FoundField,
  vanishedFields,
} from '../../../src/sources/records/foundFields.js';
import { ListCollector } from '../../../src/sources/records/listCollector.js';
import type { ListShape } from '../../../src/sources/records/lists.js';
import { recordReader } from '../../../src/sources/staging/storedRecords.js';
import { findReferences, type KnownIds } from '../../../src/sources/workforce/discovery/findReferences.js';
import {
  type DiscoveryOptions,
  resolveEstablishments,
  resolveNamed,
} from '../../../src/sources/workforce/reading/assemble.js';
import {
  AGENCY_WORKERS,
  ESTABLISHMENTS,
  TIME_ENTRIES,
} from '../../../src/sources/workforce/wire/serviceLists.js';
import type { ReadStaging } from '../../../src/store/readStaging.js';
import { idOf } from '../../support/service/editedList.js';
import { memoryStaging, stagedRecords } from '../../support/service/memoryStaging.js';
import { isZone } from '../../support/service/readSandbox.js';

const finding = (hints: Partial<FieldHints> = {}, language = 'en'): DiscoveryOptions => ({
  hints: { pins: {}, known: [], ...hints },
  language,
  isZone,
});

function ledgerOf<T>(
  shape: ListShape<T>,
  records: readonly object[],
  staging: ReadStaging = memoryStaging(),
): ListCollector<T> {
  const ledger = new ListCollector(shape, staging);
  ledger.beginPass();
  const items = records.map((record, index) => ({ id: idOf(1_000 + index), ...record }));
  ledger.addPage(items, (index) => `record ${index + 1}`);
  return ledger;
}

const [shopA, shopB, teamA, teamB, taskA, workerA, foreign] = [1, 2, 3, 4, 5, 6, 7].map(idOf);
const IDS: KnownIds = {
  establishmentId: new Set([shopA ?? '', shopB ?? '']),
  teamId: new Set([teamA ?? '', teamB ?? '']),
  taskId: new Set([taskA ?? '']),
  agencyId: undefined,
  agencyWorkerId: new Set([workerA ?? '']),
};
const ENTRY = {
  workDate: '2026-10-05',
  status: 'Completed',
  startsAt: '2026-10-05T06:00:00+02:00',
  endsAt: '2026-10-05T14:00:00+02:00',
  workedMinutes: 480,
};
const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'no error';
  } catch (error) {
    return error instanceof PaytallyError ? error.code : String(error);
  }
};

/** Fields found in time entries, and the entries read with them. */
const references = (records: readonly object[], hints: Partial<FieldHints> = {}) => {
  const staging = memoryStaging();
  const entries = records.map((record) => ({ ...ENTRY, ...record }));
  const fields = findReferences(
    'timeEntry',
    ledgerOf(TIME_ENTRIES, entries, staging).columns(),
    IDS,
    finding(hints).hints,
  );
  const { entry } = recordReader({ fields, invalid: [] });
  return {
    fields,
    records: stagedRecords(staging, 'time-entries', records.length).flatMap((record) => entry(record) ?? []),
  };
};
const pathOf = (fields: readonly FoundField[], target: string) => {
  const field = fields.find((one) => one.target === target);
  return field && `${field.path} (${field.how})`;
};

describe('the establishment of a time entry', () => {
  const cases: readonly {
    readonly name: string;
    readonly records: readonly object[];
    readonly found: string | undefined;
  }[] = [
    {
      name: 'by its name',
      records: [{ establishmentId: shopA }, { establishmentId: shopB }],
      found: 'establishmentId (name)',
    },
    {
      name: 'by another name for it',
      records: [{ location_id: shopA }, { location_id: shopB }],
      found: 'location_id (name)',
    },
    {
      name: 'nested',
      records: [{ establishment: { id: shopA, name: 'A' } }],
      found: 'establishment.id (name)',
    },
    {
      name: 'nested two deep',
      records: [{ place: { branch: { uuid: shopA } } }],
      found: 'place.branch.uuid (name)',
    },
    {
      name: 'by its values under an unknown name',
      records: [{ whereabouts: { kind: 'shop', key: shopA } }, { whereabouts: { kind: 'shop', key: shopB } }],
      found: 'whereabouts.key (value)',
    },
    { name: 'the only shop of the employer', records: [{ x: shopA }, { x: shopA }], found: 'x (value)' },
    {
      name: 'the exact name before another that mentions it',
      records: [{ homeEstablishmentId: shopB, establishmentId: shopA }],
      found: 'establishmentId (name)',
    },
    { name: 'not a field whose name speaks of an agency', records: [{ agencyId: shopA }], found: undefined },
    {
      name: 'not a field whose name speaks of a home base',
      records: [{ homeLocation: shopB }, { homeLocation: shopA }],
      found: undefined,
    },
    {
      name: 'not a field that only some entries have',
      records: [{ lentTo: shopA }, {}, {}],
      found: undefined,
    },
    {
      name: 'not a name with values of something else',
      records: [{ establishmentId: foreign }],
      found: undefined,
    },
    {
      name: 'not a field with other values among them',
      records: [{ x: shopA }, { x: foreign }],
      found: undefined,
    },
    {
      name: 'two that say the same',
      records: [
        { a: shopA, bb: shopA },
        { a: shopB, bb: shopB },
      ],
      found: 'a (value)',
    },
    {
      name: 'in every entry before a name with gaps',
      records: [
        { ou: shopA, shift: { establishmentId: shopB } },
        { ou: shopA, shift: { establishmentId: shopB } },
        { ou: shopB, shift: null },
      ],
      found: 'ou (value)',
    },
    {
      name: 'the very name, also with gaps',
      records: [{ ou: shopA, establishmentId: shopB }, { ou: shopB }],
      found: 'establishmentId (name)',
    },
    {
      name: 'a field that few entries lack',
      records: [{ x: shopA }, { x: shopB }, { x: null }],
      found: 'x (value)',
    },
    {
      name: 'whatever invalid records lack',
      records: [{ x: shopA }, { status: 'Gone' }, { status: 'Gone' }, { status: 'Gone' }],
      found: 'x (value)',
    },
    { name: 'nothing there', records: [{ note: 'x' }], found: undefined },
    { name: 'no entries', records: [], found: undefined },
  ];
  it.each(cases)('$name', ({ records, found }) => {
    const { fields, records: resolved } = references(records);
    expect(pathOf(fields, 'timeEntry.establishmentId')).toBe(found);
    if (found === undefined)
      expect(resolved.every(({ establishmentId }) => establishmentId === null)).toBe(true);
    else
      expect(resolved.some(({ establishmentId }) => IDS.establishmentId?.has(establishmentId ?? ''))).toBe(
        true,
      );
  });

  it('two unknown fields that disagree: an error that asks for a pin', () => {
    const records = [
      { a: shopA, b: shopB },
      { a: shopB, b: shopB },
    ];
    expect(() => references(records)).toThrow(
      expect.objectContaining({ code: 'FIELD_AMBIGUOUS', exitStatus: 5 }),
    );
    expect(() => references(records)).toThrow(/"a" and "b" could each be timeEntry.establishmentId/);
    const { records: resolved } = references(records, { pins: { 'timeEntry.establishmentId': 'b' } });
    expect(resolved.map(({ establishmentId }) => establishmentId)).toEqual([shopB, shopB]);
  });
  it('two known names that disagree too', () => {
    expect(codeOf(() => references([{ locationId: shopA, siteId: shopB }]))).toBe('FIELD_AMBIGUOUS');
  });
});

describe('team, task, agency, agency worker', () => {
  it.each<[string, object, Partial<Record<string, string>>]>([
    [
      'flat',
      { teamId: teamA, taskId: taskA, agencyId: foreign, agencyWorkerId: workerA },
      {
        teamId: 'teamId (name)',
        taskId: 'taskId (name)',
        agencyId: 'agencyId (name)',
        agencyWorkerId: 'agencyWorkerId (name)',
      },
    ],
    [
      'nested',
      { team: { id: teamA }, task: { id: taskA }, agency: { id: foreign }, agencyWorker: { id: workerA } },
      {
        teamId: 'team.id (name)',
        taskId: 'task.id (name)',
        agencyId: 'agency.id (name)',
        agencyWorkerId: 'agencyWorker.id (name)',
      },
    ],
    [
      'prefixed',
      { plannedTeam: teamA, plannedTask: taskA, plannedAgency: foreign, plannedAgencyWorker: workerA },
      {
        teamId: 'plannedTeam (name)',
        taskId: 'plannedTask (name)',
        agencyId: 'plannedAgency (name)',
        agencyWorkerId: 'plannedAgencyWorker (name)',
      },
    ],
    [
      'by value',
      { crew: teamA, job: taskA, who: workerA },
      { teamId: 'crew (value)', taskId: 'job (value)', agencyWorkerId: 'who (value)' },
    ],
    ['a team leader is not a team', { teamLeadId: foreign }, {}],
    ['null everywhere', { teamId: null, taskId: null }, {}],
  ])('%s', (_name, record, expected) => {
    const { fields } = references([record, { teamId: null }]);
    for (const kind of ['teamId', 'taskId', 'agencyId', 'agencyWorkerId']) {
      expect(pathOf(fields, `timeEntry.${kind}`)).toBe(expected[kind]);
    }
  });
});

describe('pins and earlier reads', () => {
  const found = references([{ teamId: teamA, establishmentId: shopA }]).fields;
  const partly = references([{ teamId: teamA, establishmentId: shopA }, { establishmentId: shopA }]).fields;

  it.each<[string, readonly object[], Partial<FieldHints>, string]>([
    [
      'a pinned field that disappeared',
      [{ other: shopA }],
      { pins: { 'timeEntry.establishmentId': 'place' } },
      'FIELD_VANISHED',
    ],
    ['a known field that disappeared', [{ teamId: teamA }], { known: found }, 'FIELD_VANISHED'],
    ['a known team that disappeared', [{ establishmentId: shopA }], { known: found }, 'no error'],
    [
      'a known field that only some records had may be absent',
      [{ establishmentId: shopA }],
      { known: partly },
      'no error',
    ],
    [
      'a pin on something else',
      [{ x: foreign, establishmentId: shopA }],
      { pins: { 'timeEntry.establishmentId': 'x' } },
      'FIELD_PIN_INVALID',
    ],
    [
      'a pin on text',
      [{ x: 'shop', establishmentId: shopA }],
      { pins: { 'timeEntry.establishmentId': 'x' } },
      'FIELD_PIN_INVALID',
    ],
    ['no records: all are kept', [], { known: found, pins: { 'timeEntry.teamId': 'crew' } }, 'no error'],
  ])('%s: %s', (_name, records, hints, code) => {
    expect(codeOf(() => references(records, hints))).toBe(code);
  });

  it('a team field that disappeared is recorded as missing, in later reads too', () => {
    const { fields } = references([{ establishmentId: shopA }], { known: found });
    expect(vanishedFields(fields).map(({ target, path }) => [target, path])).toEqual([
      ['timeEntry.teamId', 'teamId'],
    ]);
    const again = references([{ establishmentId: shopA }], { known: fields }).fields;
    expect(again).toEqual(fields);
    expect(vanishedFields(found)).toEqual([]);
  });

  it('a field found earlier is kept, even if a better name appears', () => {
    const known = references([{ where: shopA }]).fields;
    const { fields } = references([{ where: shopA, establishmentId: shopB }], { known });
    expect(pathOf(fields, 'timeEntry.establishmentId')).toBe('where (known)');
  });
  it('a reference that was null throughout the last read and is nested now is found', () => {
    const known = references([{ teamId: teamA }, { teamId: null }]).fields;
    const { fields } = references([{ teamId: null }], { known });
    expect(pathOf(fields, 'timeEntry.teamId')).toBe('teamId (known)');
    const later = references([{ teamId: null, team: { id: teamB } }], { known: fields });
    expect(pathOf(later.fields, 'timeEntry.teamId')).toBe('team.id (name)');
  });
});

describe('the zone of an establishment', () => {
  const zoned = (records: readonly object[], hints: Partial<FieldHints> = {}) =>
    resolveEstablishments(ledgerOf(ESTABLISHMENTS, records), finding(hints));

  it.each<[string, readonly object[], string | undefined]>([
    ['by its name', [{ timeZone: 'Europe/Brussels' }], 'timeZone (name)'],
    ['by another name', [{ ianaTimeZoneId: 'Africa/Cairo' }], 'ianaTimeZoneId (name)'],
    ['nested', [{ settings: { weekStartsOn: 1, timeZone: 'Europe/Brussels' } }], 'settings.timeZone (name)'],
    [
      'under any name',
      [{ clockRegion: 'Europe/Brussels' }, { clockRegion: 'Africa/Cairo' }],
      'clockRegion (value)',
    ],
    ['a country named like a zone is none', [{ country: 'Portugal' }, { country: 'Singapore' }], undefined],
    ['not if only some are zones', [{ x: 'Europe/Brussels' }, { x: 'Rue Haute/Hoogstraat' }], undefined],
    [
      'the name before the value',
      [{ region: 'Europe/Brussels', timeZone: 'Europe/Paris' }],
      'timeZone (name)',
    ],
    [
      'in every record before a name in only some',
      [{ clockRegion: 'Europe/Brussels', supplierTz: 'Asia/Tokyo' }, { clockRegion: 'Africa/Cairo' }],
      'clockRegion (value)',
    ],
    [
      'the exact name, even in only some records',
      [{ timeZone: 'Europe/Brussels', hubTz: 'Asia/Tokyo' }, { hubTz: 'Asia/Tokyo' }],
      'timeZone (name)',
    ],
    [
      'a delivery zone named like a country is not one',
      [{ zone: 'Portugal', clockRegion: 'Europe/Brussels' }],
      'clockRegion (value)',
    ],
    ['nothing', [{ name: 'Shop' }], undefined],
  ])('%s', (_name, records, expected) => {
    expect(pathOf(zoned(records).fields, 'establishment.zone')).toBe(expected);
  });
  it('is not the name of the establishment', () => {
    expect(zoned([{ a: 'UTC' }, { a: 'UTC' }]).records.map(({ zone, label }) => [zone, label])).toEqual([
      ['UTC', undefined],
      ['UTC', undefined],
    ]);
  });
  it('a zone that does not exist is an invalid record, and the establishment stays', () => {
    const { records, invalid } = zoned([{ timeZone: 'Europe/Brussels' }, { timeZone: 'Europe/Brusels' }]);
    expect(records.map(({ zone }) => zone)).toEqual(['Europe/Brussels', undefined]);
    expect(invalid.map(({ problems }) => problems.map(englishText))).toEqual([
      ['timeZone: expected an IANA time zone, got "Europe/Brusels"'],
    ]);
  });
  it.each<[string, readonly object[], Partial<FieldHints>, string]>([
    [
      'two unknown fields that disagree',
      [{ a: 'Europe/Brussels', b: 'Europe/Paris' }],
      {},
      'FIELD_AMBIGUOUS',
    ],
    ['two that agree', [{ a: 'Europe/Brussels', b: 'Europe/Brussels' }], {}, 'no error'],
    [
      'a pin on something else',
      [{ a: 'Shop' }],
      { pins: { 'establishment.zone': 'a' } },
      'FIELD_PIN_INVALID',
    ],
    [
      'a pin on a missing field',
      [{ a: 'Shop' }],
      { pins: { 'establishment.zone': 'zone' } },
      'FIELD_VANISHED',
    ],
  ])('%s: %s', (_name, records, hints, code) => {
    expect(codeOf(() => zoned(records, hints))).toBe(code);
  });
});

describe('labels', () => {
  const labelled = (records: readonly object[], language = 'en', hints: Partial<FieldHints> = {}) =>
    resolveNamed(
      ledgerOf(AGENCY_WORKERS, records),
      'agencyWorker.label',
      finding(hints, language),
    ).records.map(({ label }) => label);
  it.each<[string, object, string, string | undefined]>([
    ['name', { name: 'Ana', code: 'A' }, 'en', 'Ana'],
    ['title', { title: 'Ana', code: 'A' }, 'en', 'Ana'],
    ['first and last name', { firstName: 'Ana', lastName: 'Silva' }, 'en', 'Ana Silva'],
    ['nested first and last name', { person: { firstName: 'Ana', lastName: 'Silva' } }, 'en', 'Ana Silva'],
    ['under any name', { signboard: 'Ana' }, 'en', 'Ana'],
    ['the configured language', { names: { en: 'Ana', nl: 'An' } }, 'nl', 'An'],
    ['English if that language is missing', { names: { en: 'Ana', nl: 'An' } }, 'fr', 'Ana'],
    ['a suffix', { nameEn: 'Ana', nameNl: 'An' }, 'nl', 'An'],
    [
      'a list of translations',
      {
        names: [
          { language: 'en', text: 'Ana' },
          { language: 'nl', text: 'An' },
        ],
      },
      'nl',
      'An',
    ],
    ['not the name of a referenced record', { agency: { id: idOf(9), name: 'Agency' } }, 'en', undefined],
    [
      'not an id, a date or an address',
      { ref: idOf(9), since: '2026-01-01', mail: 'a@example.com' },
      'en',
      undefined,
    ],
    ['none if two are possible', { a: 'Ana', b: 'Bea' }, 'en', undefined],
    ['its own title before the name of another record', { title: 'Ana', zone: { name: 'N' } }, 'en', 'Ana'],
    ['not the name of its zone', { zone: { code: 'N', name: 'North' } }, 'en', undefined],
    ['inside an object that only wraps it', { info: { name: 'Ana' }, zone: { name: 'N' } }, 'en', 'Ana'],
    ['an object with one text', { name: { text: 'Ana' } }, 'en', 'Ana'],
    ['not the country, which other records share', { country: 'Portugal' }, 'en', undefined],
  ])('%s', (_name, record, language, expected) => {
    expect(labelled([record], language)).toEqual([expected]);
  });
  it('the configured language, even if an earlier run had another', () => {
    const known: FieldHints['known'] = [
      { target: 'agencyWorker.label', path: 'names.en', how: 'name', evidence: verbatim(''), always: true },
    ];
    const names = { en: 'Ana', nl: 'An' };
    expect(labelled([{ names }], 'nl', { known })).toEqual(['An']);
    expect(labelled([{ names }], 'en', { known })).toEqual(['Ana']);
    expect(() => labelled([{ title: 'Ana' }], 'nl', { known })).toThrow(/names.en/);
  });
  it('a pin decides', () => {
    expect(labelled([{ a: 'Ana', b: 'Bea' }], 'en', { pins: { 'agencyWorker.label': 'b' } })).toEqual([
      'Bea',
    ]);
    expect(
      labelled([{ x: { firstName: 'Ana', lastName: 'Silva' }, name: '7' }], 'en', {
        pins: { 'agencyWorker.label': 'x.firstName+x.lastName' },
      }),
    ).toEqual(['Ana Silva']);
  });
});
