import { describe, expect, test } from 'vitest';
import { offsetMismatches, resolveEntryZone } from '../../../src/domain/time/entryZone.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { stampOf } from '../../support/records/stampOf.js';

interface Row {
  readonly row: string;
  readonly establishment?: string;
  readonly employer: readonly string[];
  readonly start: string;
  readonly end: string | null;
  /** `zone (source)`, and `day in …` if days are cut by another offset; undefined for no answer. */
  readonly answer: string | undefined;
}

const BEIRUT = 'Asia/Beirut';
const BRUSSELS = 'Europe/Brussels';
const HELSINKI = 'Europe/Helsinki';
const LISBON = 'Europe/Lisbon';
const LONDON = 'Europe/London';

const rows: Row[] = [
  {
    row: 'the zone of the establishment comes first',
    establishment: LISBON,
    employer: [LISBON, LONDON],
    start: '2026-07-01T22:00+01:00',
    end: '2026-07-02T06:00+01:00',
    answer: 'Europe/Lisbon (establishment)',
  },
  {
    row: 'the only zone of the employer',
    employer: [BRUSSELS, BRUSSELS],
    start: '2026-07-01T22:00+02:00',
    end: '2026-07-02T06:00+02:00',
    answer: 'Europe/Brussels (only-zone)',
  },
  {
    row: 'two names of one zone are one zone',
    employer: ['Asia/Calcutta', 'Asia/Kolkata'],
    start: '2026-07-01T22:00+05:30',
    end: '2026-07-02T06:00+05:30',
    answer: 'Asia/Calcutta (only-zone)',
  },
  {
    row: 'one of two zones fits',
    employer: [BRUSSELS, LONDON],
    start: '2026-07-01T22:00+01:00',
    end: '2026-07-02T06:00+01:00',
    answer: 'Europe/London (fitting-zone)',
  },
  {
    row: 'two zones fit and agree on midnight: the first by name',
    employer: [LONDON, BRUSSELS, LISBON],
    start: '2026-07-01T22:00+01:00',
    end: '2026-07-02T06:00+01:00',
    answer: 'Europe/Lisbon (fitting-zone)',
  },
  {
    row: 'two zones fit across a clock change and agree on midnight',
    employer: [LONDON, BRUSSELS, LISBON],
    start: '2026-10-24T22:00+01:00',
    end: '2026-10-25T06:00+00:00',
    answer: 'Europe/Lisbon (fitting-zone)',
  },
  {
    row: 'two zones fit but change at different hours: they disagree on midnight, and offsets differ',
    employer: [HELSINKI, BEIRUT],
    start: '2026-10-24T22:00+03:00',
    end: '2026-10-25T06:00+02:00',
    answer: undefined,
  },
  {
    row: 'two zones fit after such a night: they agree on midnight again',
    employer: [HELSINKI, BEIRUT],
    start: '2026-10-25T22:00+02:00',
    end: '2026-10-26T06:00+02:00',
    answer: 'Asia/Beirut (fitting-zone)',
  },
  {
    row: 'no zone fits, one offset on both times',
    employer: [BRUSSELS, LONDON],
    start: '2026-07-01T22:00-04:00',
    end: '2026-07-02T06:00-04:00',
    answer: '-04:00 (own-offset)',
  },
  {
    row: 'no zone fits, two offsets',
    employer: [BRUSSELS, LONDON],
    start: '2026-07-01T22:00-04:00',
    end: '2026-07-02T06:00-05:00',
    answer: undefined,
  },
  {
    row: 'no zones at all, one offset',
    employer: [],
    start: '2026-07-01T22:00+02:00',
    end: '2026-07-02T06:00+02:00',
    answer: '+02:00 (own-offset)',
  },
  {
    row: 'no zones at all, two offsets',
    employer: [],
    start: '2026-10-24T22:00+02:00',
    end: '2026-10-25T06:00+01:00',
    answer: undefined,
  },
  {
    row: 'an open entry of an unknown zone uses its only time',
    employer: [],
    start: '2026-10-24T22:00+02:00',
    end: null,
    answer: '+02:00 (own-offset)',
  },
  {
    row: 'an open entry of a zone that fits',
    employer: [BRUSSELS, LONDON],
    start: '2026-07-01T22:00+02:00',
    end: null,
    answer: 'Europe/Brussels (fitting-zone)',
  },
  {
    row: 'the times contradict the table with one offset: days are cut by that offset',
    establishment: BRUSSELS,
    employer: [BRUSSELS],
    start: '2026-07-01T22:00+01:00',
    end: '2026-07-02T06:00+01:00',
    answer: 'Europe/Brussels (establishment), day in +01:00, wrong: start end',
  },
  {
    row: 'the end alone contradicts the table: still one offset on both times',
    establishment: BRUSSELS,
    employer: [BRUSSELS],
    start: '2026-10-24T22:00+02:00',
    end: '2026-10-25T07:00+02:00',
    answer: 'Europe/Brussels (establishment), day in +02:00, wrong: end',
  },
  {
    row: 'the times contradict the table with two offsets: days are the zone’s',
    establishment: BRUSSELS,
    employer: [BRUSSELS],
    start: '2026-07-01T22:00+01:00',
    end: '2026-07-02T06:00+03:00',
    answer: 'Europe/Brussels (establishment), wrong: start end',
  },
  {
    row: 'the only zone and an open entry that contradicts it',
    employer: [BRUSSELS],
    start: '2026-07-01T22:00+01:00',
    end: null,
    answer: 'Europe/Brussels (only-zone), wrong: start',
  },
];

test.each(rows)('$row', ({ establishment, employer, start, end, answer }) => {
  const found = resolveEntryZone({
    start: stampOf(start),
    end: end === null ? null : stampOf(end),
    establishmentZone: establishment === undefined ? undefined : zoneByName(establishment),
    employerZones: employer.map(zoneByName),
  });
  if (found === undefined) return expect(answer).toBeUndefined();
  const { zone, source, clock, mismatches } = found;
  const day = clock.name === zone.name ? '' : `, day in ${clock.name}`;
  const wrong = mismatches.length === 0 ? '' : `, wrong: ${mismatches.map(({ which }) => which).join(' ')}`;
  expect(`${zone.name} (${source})${day}${wrong}`).toBe(answer);
});

describe('the order of establishments does not matter', () => {
  test.each([[[LONDON, LISBON, BRUSSELS]], [[BRUSSELS, LISBON, LONDON]], [[LISBON, BRUSSELS, LONDON]]])(
    '%j',
    (employer) => {
      const [start, end] = [stampOf('2026-07-01T22:00+01:00'), stampOf('2026-07-02T06:00+01:00')];
      const found = resolveEntryZone({
        start,
        end,
        establishmentZone: undefined,
        employerZones: employer.map(zoneByName),
      });
      expect(found?.zone.name).toBe(LISBON);
    },
  );
});

test('a mismatch shows the value in the table', () => {
  const start = stampOf('2026-07-01T22:00+01:00');
  const end = stampOf('2026-07-02T06:00+02:00');
  const mismatches = offsetMismatches(start, end, zoneByName(BRUSSELS));
  expect(mismatches).toEqual([{ which: 'start', stamp: start, tableOffsetSeconds: 7200 }]);
});
