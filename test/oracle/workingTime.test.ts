import { describe, expect, test } from 'vitest';
import type { Period } from '../../src/domain/period/period.js';
import type { TimeEntry } from '../../src/domain/records/records.js';
import { addDays, daysBetween, type LocalDate, toLocalDate } from '../../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../src/domain/time/stamp.js';
import { createZoneLookup } from '../../src/domain/timesheet/buildTimesheet.js';
import { findBreaches } from '../../src/domain/workingTime/breaches.js';
import {
  LEGAL_PACKS,
  type LegalPack,
  type LimitSettings,
  Limits,
  limitBook,
  type NightWindow,
  type ReducedRest,
} from '../../src/domain/workingTime/limits.js';
import { type PersonWorkingTime, workingTimeWindow } from '../../src/domain/workingTime/workingTime.js';
import { IS_GATE } from '../gate.js';
import { findZonePython } from '../support/programs/zonePython.js';
import { entriesOf, readWorkedCases, type SourcedCase } from '../support/records/workFixture.js';

const python = findZonePython('2026f');
const SEED = Number(process.env.ORACLE_SEED ?? 1);
const CASES = Number(process.env.ORACLE_CASES ?? (IS_GATE ? 8 : 200));

interface Entry {
  readonly id: string;
  readonly employeeId: string;
  readonly workDate: string;
  readonly status: 'Completed' | 'Cancelled';
  readonly startsAt: string;
  readonly endsAt: string;
  readonly workedMinutes: number;
  readonly establishmentId: string;
  readonly zone: string;
}

interface Case {
  readonly entries: readonly Entry[];
  readonly limits: {
    readonly general: LimitSettings;
    readonly places: Readonly<Record<string, LimitSettings>>;
    readonly people: Readonly<Record<string, LimitSettings>>;
  };
  readonly from: string;
  readonly to: string;
  readonly known: readonly [string, string];
  readonly absent?: Readonly<Record<string, readonly string[]>>;
  readonly night?: Omit<NightWindow, 'article' | 'checked'>;
  readonly reduced?: Pick<ReducedRest, 'minHours' | 'times' | 'compensationHours' | 'withinDays'>;
}

type Breach = readonly [code: string, employeeId: string, date: string];

function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new Error(stamp);
  return stamp;
}

function entryOf(entry: Entry): TimeEntry {
  return {
    ...entry,
    workDate: toLocalDate(entry.workDate),
    start: stampOf(entry.startsAt),
    end: stampOf(entry.endsAt),
    shiftId: null,
    reviewedAtUtc: null,
    teamId: null,
    taskId: null,
    agencyId: null,
    agencyWorkerId: null,
  };
}

/** Limits with the night window and the shorter daily rest of the case. */
function limitsOf({ limits, night, reduced }: Case, person: string) {
  const { general, places, people } = limits;
  if (night === undefined && reduced === undefined) {
    const columns = Object.fromEntries(
      Object.entries(people[person] ?? {}).map(([key, value]) => [`workingTime.${key}`, cellOf(value)]),
    );
    const establishments = Object.fromEntries(
      Object.entries(places).map(([id, own]) => [id, { limits: own }]),
    );
    const cells = Object.entries(columns).filter(([, cell]) => cell !== '');
    const byId = new Map([[person, [{ number: null, extra: Object.fromEntries(cells) }]]]);
    return limitBook({ limits: general, establishments }, { byId })(person);
  }
  const { minDailyRestHours, ...others } = general;
  const window = night ?? { from: '23:00', to: '06:00' };
  const pack = {
    limits: { minDailyRestHours: { value: minDailyRestHours, article: '' } },
    night: { ...window, article: '' },
    reducedRest: reduced,
  } as unknown as LegalPack;
  return (place: string | null) =>
    new Limits([people[person] ?? {}, places[place ?? ''] ?? {}, others], pack, reduced !== undefined);
}

/** In the form that a person types into the mapping file. */
function cellOf(value: unknown): string {
  if (value === null) return 'off';
  if (!Array.isArray(value)) return String(value).replace('.', ',');
  return value.map(({ afterHours, minMinutes }) => `${afterHours}:${minMinutes}`).join(' ') || 'off';
}

/** What a run of the period reads: the window of the limits, and a day around the period. */
function windowOf({ limits, reduced }: Case, days: { readonly from: LocalDate; readonly to: LocalDate }) {
  const establishments = Object.fromEntries(
    Object.entries(limits.places).map(([id, own]) => [id, { limits: own }]),
  );
  const rows = Object.entries(limits.people).map(
    ([id, own]) =>
      [
        id,
        [
          {
            number: null,
            extra: Object.fromEntries(
              Object.entries(own).map(([key, value]) => [`workingTime.${key}`, cellOf(value)]),
            ),
          },
        ],
      ] as const,
  );
  const counted = { from: addDays(days.from, -1), to: addDays(days.to, 1) };
  const mapping = { extraColumns: ['workingTime.maxDayHours'], byId: new Map(rows) };
  const law =
    reduced === undefined ? {} : ({ pack: reduced.withinDays > 7 ? 'de' : 'nl', reducedRest: true } as const);
  return workingTimeWindow(days, counted, { ...law, limits: limits.general, establishments }, mapping);
}

function minutesOutside(
  entries: readonly TimeEntry[],
  window: { readonly from: string; readonly to: string },
) {
  const minutes = new Map<LocalDate, number>();
  for (const { workDate, workedMinutes, status } of entries) {
    if (status !== 'Completed' || (workDate >= window.from && workDate <= window.to)) continue;
    minutes.set(workDate, (minutes.get(workDate) ?? 0) + (workedMinutes ?? 0));
  }
  return minutes;
}

function breachesIn(which: Case, from: string, to: string): Breach[] {
  const people = [...new Set(which.entries.map(({ employeeId }) => employeeId))];
  const places = new Map(which.entries.map(({ establishmentId, zone }) => [establishmentId, zone]));
  const zoneOf = createZoneLookup([...places].map(([id, zone]) => ({ id, zone, label: undefined })));
  const known = { from: toLocalDate(which.known[0]), to: toLocalDate(which.known[1]) };
  const period: Period = { from: toLocalDate(from), to: toLocalDate(to), label: '' };
  const window = windowOf(which, period);
  const absent = which.absent;
  return people.flatMap((employeeId) => {
    const entries = which.entries.filter((each) => each.employeeId === employeeId).map(entryOf);
    const person: PersonWorkingTime = {
      employeeId,
      entries: entries.filter(({ workDate }) => workDate >= window.from && workDate <= window.to),
      limitsOf: limitsOf(which, employeeId),
      clockOf: (entry) => zoneOf(entry)?.clock,
      known: window,
      history: {
        knows: (days) => days.from >= known.from && days.to <= known.to,
        minutesOf: () => minutesOutside(entries, window),
      },
      absentDays: absent === undefined ? undefined : new Set((absent[employeeId] ?? []) as LocalDate[]),
    };
    return findBreaches(person, period).map(
      ({ code, date }): Breach => [code, employeeId, date ?? 'no date'],
    );
  });
}

/** The breaches of a case in each of the periods that it is divided into, each with the data that its run reads. */
function breachesOfParts(which: Case, parts: number): Breach[] {
  const [first, last] = [toLocalDate(which.from), toLocalDate(which.to)];
  const days = daysBetween(first, last) + 1;
  return Array.from({ length: parts }, (_, part) => {
    const from = addDays(first, Math.floor((days * part) / parts));
    return breachesIn(which, from, addDays(first, Math.floor((days * (part + 1)) / parts) - 1));
  }).flat();
}

/** A case of the data file with the limits of its pack written out. */
function oracleCase(which: SourcedCase): object {
  const { pack, limits = {}, establishments = {}, reducedRest } = which.settings;
  const month = which.month ?? '2026-11';
  const law = pack ? LEGAL_PACKS[pack] : undefined;
  const ofLaw = Object.entries(law?.limits ?? {}).map(([key, { value }]) => [key, value]);
  const isReduced = reducedRest === true && limits.minDailyRestHours === undefined && law?.reducedRest;
  return {
    entries: entriesOf(which).map((entry) => ({
      id: entry.id,
      employeeId: 'ann',
      workDate: entry.workDate,
      status: entry.status,
      startsAt: entry.start.text,
      endsAt: entry.end?.text,
      workedMinutes: entry.workedMinutes,
      establishmentId: entry.establishmentId,
      zone: 'Europe/Brussels',
    })),
    limits: {
      general: { ...Object.fromEntries(ofLaw), ...limits },
      places: Object.fromEntries(Object.entries(establishments).map(([id, own]) => [id, own.limits ?? {}])),
      people: {},
    },
    from: `${month}-01`,
    to: `${month}-28`,
    known: ['2000-01-01', '2099-12-31'],
    ...(which.absent === undefined ? {} : { absent: { ann: which.absent.map((day) => `${month}-${day}`) } }),
    ...(law === undefined ? {} : { night: law.night }),
    ...(isReduced ? { reduced: law.reducedRest } : {}),
  };
}

describe.skipIf(python === undefined)('breaches of working time limits, compared with an oracle', () => {
  test('the cases with sources', () => {
    const cases = readWorkedCases();
    const made = python?.('working_time.py', ['check'], cases.map(oracleCase));
    const differing = (made as Breach[][]).flatMap((breaches, index) => {
      const found = breaches.map(([code, , date]) => `${code} ${date.slice(8)}`).sort();
      const expected = [...(cases[index]?.found ?? [])].sort();
      return String(found) === String(expected) ? [] : [{ name: cases[index]?.name, found, expected }];
    });
    expect(differing).toEqual([]);
  });

  const random = python?.('working_time.py', ['random', String(SEED), String(CASES)]);

  test.each([1, 2, 3, 9])(
    `${CASES} random histories, as %i adjacent periods`,
    (parts) => {
      const differing = (random as { case: Case; breaches: Breach[] }[]).flatMap((each) => {
        const found = breachesOfParts(each.case, parts).map(String).sort();
        const expected = each.breaches.map(String).sort();
        const missing = expected.filter((one) => !found.includes(one));
        const extra = found.filter((one) => !expected.includes(one));
        return missing.length + extra.length + found.length - expected.length === 0
          ? []
          : [{ missing, extra, case: each.case.limits }];
      });
      expect(differing.slice(0, 2)).toEqual([]);
    },
    600_000,
  );
});
