import { computePay, type Pay } from '../pay/computePay.js';
import type { PayRules } from '../pay/payRules.js';
import type { PeriodData } from '../records/periodData.js';
import type { TimeEntry } from '../records/records.js';
import { addDays, epochDayOf, type LocalDate, localDateOf } from '../time/localDate.js';
import { instantsShowing } from '../time/shownOnClock.js';
import type { Stamp } from '../time/stamp.js';
import { offsetName, SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import { buildTimesheet } from '../timesheet/buildTimesheet.js';
import type { TimePolicy } from '../timesheet/timesheet.js';
import type { Persona } from './persona.js';

/** Work as a clerk would say it: from a clock time of a day, for so many minutes on the clock. */
export interface SyntheticWork {
  readonly date: LocalDate;
  /** Minutes since midnight. */
  readonly from: number;
  /** Minutes of the clock until its end; beyond 24:00 it is the next day. */
  readonly until: number;
}

/** A person of the check, and what the person works. */
export interface SyntheticPerson {
  readonly id: string;
  readonly persona: Persona;
  readonly work: readonly SyntheticWork[];
}

/** What the configuration says of pay, and where it holds. */
export interface RulesInUse {
  readonly rules: PayRules;
  readonly policy: TimePolicy;
  readonly zone: Zone;
}

const PLACE = 'place of the check';

/** What the rules pay for synthetic work, line by line. */
export function payOf(
  people: readonly SyntheticPerson[],
  { rules, policy, zone }: RulesInUse,
  holidays: readonly LocalDate[],
): Pay {
  const period = { from: localDateOf('2000-01-01'), to: localDateOf('2100-12-31'), label: 'check' };
  const places = new Set(people.map(({ persona }) => persona.establishmentId ?? PLACE));
  const granted = holidays.map((date) => ({ date, name: 'Holiday', originalDate: undefined }));
  const data: PeriodData = {
    establishments: [...places].map((id) => ({ id, zone: zone.name, label: undefined })),
    holidays: granted,
    employees: [],
    rememberedEmployees: [],
    agencyWorkers: [],
    teams: [],
    tasks: [],
    shifts: [],
    entries: people.flatMap((person) => person.work.map((work, index) => entryOf(person, work, index, zone))),
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: 0,
    employerZone: zone.name,
  };
  const timesheet = buildTimesheet(data, period, policy);
  const columns = new Map(people.map(({ id, persona }) => [id, persona.columns]));
  return computePay({
    worked: [...timesheet.exported, ...timesheet.outside],
    period,
    policy,
    rules,
    holidays: granted,
    columnsOf: (id) => columns.get(id),
  });
}

function entryOf(
  { id, persona }: SyntheticPerson,
  { date, from, until }: SyntheticWork,
  index: number,
  zone: Zone,
): TimeEntry {
  const start = stampAt(date, from, zone);
  const end = stampAt(date, until, zone);
  return {
    id: `${id} ${index}`,
    workDate: date,
    status: 'Completed',
    start,
    end,
    workedMinutes: Math.floor((end.epochSeconds - start.epochSeconds) / 60),
    shiftId: null,
    employeeId: id,
    reviewedAtUtc: null,
    establishmentId: persona.establishmentId ?? PLACE,
    teamId: persona.teamId,
    taskId: persona.taskId,
    agencyId: null,
    agencyWorkerId: null,
  };
}

/** The first time that the zone's clock shows it. */
function stampAt(date: LocalDate, minutes: number, zone: Zone): Stamp {
  const reading = epochDayOf(date) * SECONDS_PER_DAY + minutes * 60;
  const [epochSeconds = reading] = instantsShowing(reading, zone);
  const offsetSeconds = zone.offsetAt(epochSeconds);
  const local = new Date((epochSeconds + offsetSeconds) * 1000).toISOString().slice(0, 19);
  return { text: `${local}${offsetName(offsetSeconds)}`, epochSeconds, offsetSeconds };
}

/** The same work on several days in a row. */
export function onDays(
  first: LocalDate,
  count: number,
  { from, until }: Omit<SyntheticWork, 'date'>,
): SyntheticWork[] {
  return Array.from({ length: count }, (_, index) => ({ date: addDays(first, index), from, until }));
}
