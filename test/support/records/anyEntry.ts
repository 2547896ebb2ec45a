import fc from 'fast-check';
import type { Establishment, TimeEntry } from '../../../src/domain/records/records.js';
import { addDays, type LocalDate, toEpochDay, toLocalDate } from '../../../src/domain/time/localDate.js';
import type { Stamp } from '../../../src/domain/time/stamp.js';
import { zoneByName, zoneNames } from '../../../src/domain/time/tzdata.js';
import { formatOffset, localDateAt } from '../../../src/domain/time/zone.js';

const FIRST_DAY = toEpochDay(toLocalDate('2005-02-01'));
const LAST_DAY = toEpochDay(toLocalDate('2036-10-01'));
const ODD_ZONES = [
  'Europe/Brussels',
  'Atlantic/Azores',
  'Africa/Cairo',
  'America/Havana',
  'America/St_Johns',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

/** One to three establishments, in zones of all kinds. */
export const anyPlaces: fc.Arbitrary<readonly Establishment[]> = fc
  .array(fc.oneof(fc.constantFrom(...ODD_ZONES), fc.constantFrom(...zoneNames)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((zones) => zones.map((zone, index) => ({ id: `place-${index}`, zone, label: undefined })));

export function stampAt(epochSeconds: number, offsetSeconds: number): Stamp {
  const local = new Date((epochSeconds + offsetSeconds) * 1000).toISOString().slice(0, 19);
  return { text: `${local}${formatOffset(offsetSeconds)}`, epochSeconds, offsetSeconds };
}

/**
 * Entries around one instant in those places: some without a place, some with their own offsets, some with a wrong day,
 * some cancelled, open or of an agency, up to 30 hours long.
 */
export function anyEntries(places: readonly Establishment[]): fc.Arbitrary<readonly TimeEntry[]> {
  const entry = fc.record({
    place: fc.nat(places.length - 1),
    namesPlace: fc.nat(5).map((roll) => roll > 0),
    hours: fc.integer({ min: -60, max: 60 }),
    elapsedMinutes: fc.oneof({ weight: 9, arbitrary: fc.nat(1440) }, { weight: 1, arbitrary: fc.nat(1800) }),
    seconds: fc.constantFrom(0, 0, 0, 17),
    netPercent: fc.nat(100),
    ownOffset: fc.option(fc.constantFrom(0, 7200, 20_700, -12_600), { freq: 8 }),
    dayOff: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, -1, 1, 2),
    status: fc.constantFrom('Completed', 'Completed', 'Completed', 'Completed', 'Cancelled', 'Working'),
    employee: fc.constantFrom('ann', 'bob', 'cem', null),
  });
  const anchor = fc.record({
    epochDay: fc.integer({ min: FIRST_DAY, max: LAST_DAY }),
    atChange: fc.boolean(),
  });
  return fc
    .tuple(anchor, fc.array(entry, { minLength: 1, maxLength: 12 }))
    .map(([{ epochDay, atChange }, drafts]) =>
      drafts.map((draft, index): TimeEntry => {
        const zone = zoneByName(places[draft.place]?.zone ?? 'Etc/UTC');
        const near = epochDay * 86_400;
        const [change] = atChange ? zone.transitionsBetween(near, near + 250 * 86_400) : [];
        const startEpoch = (change?.epochSeconds ?? near) + draft.hours * 3600;
        const endEpoch = startEpoch + draft.elapsedMinutes * 60 + draft.seconds;
        const offsetAt = (epoch: number): number => draft.ownOffset ?? zone.offsetAt(epoch);
        const isCompleted = draft.status === 'Completed';
        return {
          id: `entry-${index}`,
          workDate: addDays(localDateAt(startEpoch, zone), draft.dayOff),
          status: draft.status as TimeEntry['status'],
          start: stampAt(startEpoch, offsetAt(startEpoch)),
          end: draft.status === 'Working' ? null : stampAt(endEpoch, offsetAt(endEpoch)),
          workedMinutes: isCompleted ? Math.floor((draft.elapsedMinutes * draft.netPercent) / 100) : null,
          shiftId: null,
          employeeId: draft.employee,
          reviewedAtUtc: null,
          establishmentId: draft.namesPlace ? `place-${draft.place}` : null,
          teamId: null,
          taskId: null,
          agencyId: null,
          agencyWorkerId: null,
        };
      }),
    );
}

/** The first and last days of the entries. */
export function daysOf(entries: readonly TimeEntry[]): readonly [LocalDate, LocalDate] {
  const days = entries.map(({ workDate }) => workDate).sort();
  const none = toLocalDate('2026-01-01');
  return [days[0] ?? none, days.at(-1) ?? none];
}
