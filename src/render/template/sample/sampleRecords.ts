import type { PeriodData } from '../../../domain/records/periodData.js';
import type { References, Shift, TimeEntry } from '../../../domain/records/records.js';
import { toLocalDate } from '../../../domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../../domain/time/stamp.js';
import { SAMPLE_ENTRIES, SAMPLE_PEOPLE, type SampleEntry } from './sampleWork.js';

const AGENCY_WORKER = 'agency-1';
const REVIEWED_AT = '2026-11-02T08:00:00Z';

/** The sample month as a read of the service: employees, and an agency worker with two days of theirs. */
export function sampleRecords(): PeriodData {
  const own = SAMPLE_ENTRIES.map(recordsOf);
  const agency = SAMPLE_ENTRIES.slice(0, 2).map(agencyRecordsOf);
  const all = [...own, ...agency];
  return {
    establishments: ['North', 'South'].map((label) => ({
      id: `place-${label.toLowerCase()}`,
      zone: 'Europe/Brussels',
      label,
    })),
    holidays: [
      {
        date: toLocalDate('2026-10-12'),
        name: 'Day of the sample',
        originalDate: toLocalDate('2026-10-11'),
      },
    ],
    employees: SAMPLE_PEOPLE.map(({ id, firstName, lastName }) => ({
      id,
      firstName,
      lastName,
      isActive: true,
    })),
    rememberedEmployees: [],
    agencyWorkers: [{ id: AGENCY_WORKER, label: 'Ann Other' }],
    teams: [{ id: 'team-1', label: 'Bakery' }],
    tasks: [],
    shifts: all.flatMap(({ shift }) => shift ?? []),
    entries: all.map(({ entry }) => entry),
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: stampOf(REVIEWED_AT).epochSeconds,
    employerZone: undefined,
  };
}

interface Records {
  readonly entry: TimeEntry;
  readonly shift: Shift | undefined;
}

function recordsOf(sample: SampleEntry): Records {
  const start = stampOf(sample.startsAt);
  const end = stampOf(sample.endsAt);
  const date = toLocalDate(sample.date);
  const shared: References & { employeeId: string } = {
    establishmentId: `place-${sample.place.toLowerCase()}`,
    teamId: 'team-1',
    taskId: null,
    agencyId: null,
    agencyWorkerId: null,
    employeeId: sample.person.id,
  };
  const { plannedMinutes } = sample;
  const shift: Shift | undefined =
    plannedMinutes === null
      ? undefined
      : {
          ...shared,
          id: sample.id.replace('entry', 'shift'),
          date,
          start,
          end,
          breakMinutes: 0,
          plannedMinutes,
          fillType: 'Internal',
        };
  const entry: TimeEntry = {
    ...shared,
    id: sample.id,
    workDate: date,
    status: 'Completed',
    start,
    end,
    workedMinutes: sample.workedMinutes,
    shiftId: shift?.id ?? null,
    reviewedAtUtc: REVIEWED_AT,
  };
  return { entry, shift };
}

/** The same day once more, worked by somebody of an agency. */
function agencyRecordsOf(sample: SampleEntry): Records {
  const { entry, shift } = recordsOf({ ...sample, id: sample.id.replace('entry', 'entry-agency') });
  const worker = { employeeId: null, agencyWorkerId: AGENCY_WORKER };
  return {
    entry: { ...entry, ...worker },
    shift: shift && { ...shift, ...worker, fillType: 'External' },
  };
}

function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new TypeError(stamp);
  return stamp;
}
