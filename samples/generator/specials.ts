import { dayNumberOf } from './calendar.js';
import type { EntryDraft, ShiftDraft } from './draft.js';
import { PLACES, type PlaceKey } from './places.js';
import { randomFor, uuidFor } from './random.js';
import { entryOfShift, type Frame, plannedShift, type WorkDay } from './regularDay.js';
import { reviewedAtUtcOf } from './review.js';
import { instantOf } from './sampleZones.js';
import type { Worker } from './worker.js';

/** Builds one special day; `regular` is the day from the roster. */
interface DayBuilder {
  readonly regular: WorkDay;
  /** The role's shift with the changes of `change`; `name` distinguishes several shifts of a day. */
  readonly shift: (name: string, change?: Partial<ShiftDraft>) => ShiftDraft;
  /** The worker's entry for a shift, with the usual variation. */
  readonly clocked: (shift: ShiftDraft, change?: Partial<EntryDraft>) => EntryDraft;
  /** An entry between two local clock times (minutes of this day, the first of a repeated hour). */
  readonly entry: (
    name: string,
    between: readonly [number, number],
    change?: Partial<EntryDraft>,
  ) => EntryDraft;
}

type Script = (day: DayBuilder) => WorkDay;

const at = (hour: number, minute = 0): number => hour * 60 + minute;
const HOUR_SECONDS = 3600;

/** Special days by employee number (see staff.ts). Each is an example for a rule of paytally. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  // Starts before midnight for a shift of the next day, across the end of the month.
  '00121 2026-10-01': ({ shift, entry }) => {
    const planned = shift('early', { startMinute: 0, endMinute: at(7, 30) });
    return {
      shifts: [planned],
      entries: [entry('early', [at(0, -6), at(7, 33)], { breakMinutes: 30, shiftId: planned.id })],
    };
  },
  // Clocked with the wrong times: the entry was cancelled and re-entered.
  '00201 2026-10-06': ({ shift, clocked, entry }) => {
    const planned = shift('');
    const wrong = entry('wrong', [at(6, 30), at(18, 30)], { status: 'Cancelled', shiftId: planned.id });
    return { shifts: [planned], entries: [wrong, clocked(planned)] };
  },
  // A no-show.
  '00117 2026-10-10': ({ shift }) => ({ shifts: [shift('')], entries: [] }),
  // Late in the evening, early in the morning: under eleven hours of rest.
  '00145 2026-10-13': ({ shift, entry }) => {
    const late = shift('');
    return {
      shifts: [late],
      entries: [entry('late', [at(11, 56), at(20, 31)], { breakMinutes: 30, shiftId: late.id })],
    };
  },
  '00145 2026-10-14': ({ shift, entry }) => {
    const early = shift('early', { startMinute: at(6, 30), endMinute: at(14, 30) });
    return {
      shifts: [early],
      entries: [entry('early', [at(6, 28), at(14, 30)], { breakMinutes: 32, shiftId: early.id })],
    };
  },
  // Clocked in and out by mistake on a free day: a completed entry of 0 minutes.
  '00131 2026-10-13': ({ entry }) => {
    const slip = entry('slip', [at(9), at(9)], {});
    return { shifts: [], entries: [{ ...slip, endEpochSeconds: slip.startEpochSeconds + 30 }] };
  },
  // Two establishments on one day.
  '00140 2026-10-14': ({ shift, clocked }) => {
    const first = shift('first', { endMinute: at(8), breakMinutes: 0 });
    const second = shift('second', {
      place: 'brussels',
      startMinute: at(9),
      endMinute: at(12, 15),
      breakMinutes: 0,
    });
    return { shifts: [first, second], entries: [clocked(first), clocked(second)] };
  },
  // Forgot to clock out.
  '00132 2026-10-17': ({ shift, clocked }) => {
    const planned = shift('');
    const open = { status: 'Working', endEpochSeconds: null, reviewedAtUtc: null } as const;
    return { shifts: [planned], entries: [clocked(planned, open)] };
  },
  // Came in without being planned.
  '00104 2026-10-19': ({ entry }) => ({ shifts: [], entries: [entry('help', [at(9, 2), at(12, 41)])] }),
  // The one overlap: still clocked in at Brussels when the entry at Antwerp begins.
  '00205 2026-10-20': ({ entry }) => ({
    shifts: [],
    entries: [
      entry('morning', [at(6, 28), at(14, 31)], { breakMinutes: 30 }),
      entry('afternoon', [at(13, 45), at(17, 2)], { place: 'antwerp' }),
    ],
  }),
  // A second shift that was never published.
  '00207 2026-10-22': ({ regular, shift }) => ({
    shifts: [...regular.shifts, shift('draft', { startMinute: at(14), endMinute: at(17), published: false })],
    entries: regular.entries,
  }),
  // Worked on a shift that was unpublished afterwards: the service then shows no shiftId.
  '00122 2026-10-22': ({ shift, clocked }) => {
    const planned = shift('', { published: false });
    return { shifts: [planned], entries: [clocked(planned)] };
  },
  // An alarm call in the night of the clock change: 02:45 to 02:15, half an hour.
  '00208 2026-10-25': ({ entry }) => {
    const call = entry('alarm', [at(2, 45), at(3)]);
    return { shifts: [], entries: [{ ...call, endEpochSeconds: call.startEpochSeconds + HOUR_SECONDS / 2 }] };
  },
  // Went on a break and never came back to the terminal.
  '08006 2026-10-27': ({ shift, clocked }) => {
    const planned = shift('');
    const open = { status: 'OnBreak', endEpochSeconds: null, reviewedAtUtc: null } as const;
    return { shifts: [planned], entries: [clocked(planned, open)] };
  },
  // Left in Cairo at the second 23:20 of the night.
  '08005 2026-10-29': ({ shift, entry }) => {
    const planned = shift('');
    const first = entry('late', [at(14, 57), at(23, 20)], { breakMinutes: 48, shiftId: planned.id });
    const end = first.endEpochSeconds === null ? null : first.endEpochSeconds + HOUR_SECONDS;
    return { shifts: [planned], entries: [{ ...first, endEpochSeconds: end }] };
  },
  // Ends exactly at midnight: all minutes belong to the day.
  '00211 2026-10-30': ({ shift, entry }) => {
    const planned = shift('', { endMinute: at(24) });
    return { shifts: [planned], entries: [entry('', [at(20), at(24)], { shiftId: planned.id })] };
  },
  // Stocktaking: more than 16 hours.
  '00101 2026-10-30': ({ shift, entry }) => {
    const planned = shift('');
    return {
      shifts: [planned],
      entries: [entry('', [at(6), at(22, 45)], { breakMinutes: 60, shiftId: planned.id })],
    };
  },
  // The shift of the 12th was worked on the 4th; the edit in service.json moves it to that day during a read.
  '00171 2026-11-12': ({ shift }) => ({ shifts: [shift(MOVED_SHIFT.name)], entries: [] }),
  '00171 2026-11-04': ({ entry }) => ({
    shifts: [],
    entries: [entry('moved', [at(12, 58), at(17, 10)], { shiftId: MOVED_SHIFT.id })],
  }),
};

/** The shift that moves during a read: from 12 November 08:00 to 4 November 13:00. */
export const MOVED_SHIFT = {
  name: 'moved',
  id: uuidFor('special shift 00171 2026-11-12 moved'),
  patch: {
    date: '2026-11-04',
    startsAt: '2026-11-04T13:00:00+01:00',
    endsAt: '2026-11-04T17:00:00+01:00',
    plannedMinutes: 240,
  },
} as const;

const scriptByDay = new Map<string, Script>(
  Object.entries(SCRIPTS).map(([key, script]) => {
    const [worker = '', date = ''] = key.split(' ');
    return [`${worker} ${dayNumberOf(date)}`, script];
  }),
);

/** The special day of a worker, or undefined if the roster applies. */
export function specialDay(
  frame: Frame,
  worker: Worker,
  dayNumber: number,
  regular: WorkDay,
): WorkDay | undefined {
  const script = scriptByDay.get(`${worker.key} ${dayNumber}`);
  return script?.(dayBuilder(frame, worker, dayNumber, regular));
}

function dayBuilder(frame: Frame, worker: Worker, dayNumber: number, regular: WorkDay): DayBuilder {
  const key = `${worker.key} ${new Date(dayNumber * 86_400_000).toISOString().slice(0, 10)}`;
  const base = plannedShift(frame, worker, dayNumber);
  const random = randomFor(`${frame.seed} special ${key}`);
  const reviewedAtUtc = reviewedAtUtcOf(dayNumber, frame.nowEpochSeconds, random);
  const instantAt = (place: PlaceKey, minute: number) => instantOf(PLACES[place].zone, dayNumber, minute);
  return {
    regular,
    shift: (name, change = {}) => ({ ...base, id: uuidFor(`special shift ${key} ${name}`), ...change }),
    clocked: (shift, change = {}) => ({
      ...entryOfShift(frame, worker, shift),
      id: uuidFor(`special entry on ${shift.id}`),
      ...change,
    }),
    entry: (name, [startMinute, endMinute], change = {}) => {
      const place = change.place ?? base.place;
      return {
        id: uuidFor(`special entry ${key} ${name}`),
        status: 'Completed',
        startEpochSeconds: instantAt(place, startMinute),
        endEpochSeconds: instantAt(place, endMinute),
        breakMinutes: 0,
        team: base.team,
        task: base.task,
        shiftId: null,
        reviewedAtUtc,
        ...change,
        place,
      };
    },
  };
}
