import type { EmployerState } from './employerState.js';
import type { DayRange } from './recordLists.js';
import type { ListName, RecordInputOf } from './records.js';
import type { BreakTimes, Referred, ResolvedShapes, Wire } from './shapes.js';

type Inputs = RecordInputOf;

/** Converts an employer's neutral records to what the service sends, and omits what it does not show. */
export class WireRecord {
  constructor(
    private readonly employer: EmployerState,
    private readonly shapes: ResolvedShapes,
  ) {}

  /** True if the record is in the results of its list (docs/service.md, "Every record" and "Shifts"). */
  isShown<Name extends ListName>(list: Name, record: Inputs[Name]): boolean;
  isShown(list: ListName, record: object): boolean {
    if ('deleted' in record && record.deleted === true) return false;
    if ('archived' in record && record.archived === true) return false;
    if ('published' in record && record.published === false) return false;
    if (list !== 'shifts' && list !== 'time-entries') return true;
    const { establishmentId } = record as Inputs['shifts'] | Inputs['time-entries'];
    const establishment = this.employer.lists.establishments.get(establishmentId);
    return establishment !== undefined && establishment.deleted !== true;
  }

  /** Whether `from` and `to` select a time entry within a day of them. */
  isSelected(entry: Inputs['time-entries'], { from, to }: DayRange): boolean {
    const day = this.shapes.selection({ ...entry, workDate: this.shapes.workDate(entry) });
    return day >= from && day <= to;
  }

  toWire<Name extends ListName>(list: Name, record: Inputs[Name]): unknown;
  toWire(list: ListName, record: object): unknown {
    return this.shapes.record(list, this.plainWire(list, record), record);
  }

  private plainWire(list: ListName, record: object): Wire {
    // A list has records of its own schema; the compiler cannot relate the two parameters.
    switch (list) {
      case 'establishments':
        return this.establishment(record as Inputs['establishments']);
      case 'public-holidays':
        return this.holiday(record as Inputs['public-holidays']);
      case 'employees':
        return employee(record as Inputs['employees']);
      case 'agency-workers':
        return this.agencyWorker(record as Inputs['agency-workers']);
      case 'teams':
      case 'tasks':
        return this.named(record as Inputs['teams']);
      case 'shifts':
        return this.shift(record as Inputs['shifts']);
      case 'time-entries':
        return this.timeEntry(record as Inputs['time-entries']);
    }
  }

  private establishment({ id, name, zone }: Inputs['establishments']): Wire {
    return {
      id,
      ...this.shapes.establishmentLabel(name),
      ...this.shapes.zone(zone),
      ...this.shapes.noise(id),
    };
  }

  private holiday({ id = '', name, date, replacementDate = null }: Inputs['public-holidays']): Wire {
    return { id, ...this.shapes.holidayName(name), ...this.shapes.holidayDates({ date, replacementDate }) };
  }

  private agencyWorker({ id, name, agencyId }: Inputs['agency-workers']): Wire {
    const agency = this.shapes.reference('agency', this.agency(agencyId));
    return { id, ...this.shapes.label(name), ...this.shapes.nullField(agency) };
  }

  private named({ id, name }: Inputs['teams']): Wire {
    return { id, ...this.shapes.label(name) };
  }

  private shift(shift: Inputs['shifts']): Wire {
    const { id, date, startsAt, endsAt, breakMinutes = 0, fillType = 'Internal' } = shift;
    const plannedMinutes = shift.plannedMinutes ?? elapsedMinutes(startsAt, endsAt) - breakMinutes;
    const employeeId = shift.employeeId ?? null;
    const documented = { id, date, startsAt, endsAt, breakMinutes, plannedMinutes, fillType, employeeId };
    const others = this.shapes.nullField(this.references(shift, this.work(shift), breakMinutes));
    return { ...documented, ...others };
  }

  private timeEntry(entry: Inputs['time-entries']): Wire {
    const { id, status, startsAt, endsAt } = entry;
    const workDate = this.shapes.workDate(entry);
    const worked = status === 'Completed' ? { workedMinutes: entry.workedMinutes } : {};
    const isOpen = status === 'Working' || status === 'OnBreak';
    const end = isOpen || endsAt === null || endsAt === undefined ? this.shapes.emptyEndsAt() : { endsAt };
    const breakMinutes =
      endsAt && entry.workedMinutes ? elapsedMinutes(startsAt, endsAt) - entry.workedMinutes : 0;
    const documented = {
      shiftId: this.publishedShift(entry.shiftId),
      reviewedAtUtc: entry.reviewedAtUtc ?? null,
      employeeId: entry.employeeId ?? null,
    };
    const work = this.shapes.entryReferences(this.work(entry));
    const others = this.shapes.nullField(this.references(entry, work, breakMinutes));
    return { id, workDate, status, startsAt, ...end, ...worked, ...documented, ...others };
  }

  /** References to other records with undocumented names. */
  private references(
    record: Inputs['shifts'] | Inputs['time-entries'],
    work: Wire,
    breakMinutes: number,
  ): Wire {
    const { lists } = this.employer;
    const { reference } = this.shapes;
    const establishment = lists.establishments.get(record.establishmentId);
    return {
      ...reference('agencyWorker', findPresent(lists['agency-workers'], record.agencyWorkerId)),
      ...reference('agency', this.agency(record.agencyId)),
      ...work,
      ...(establishment === undefined ? {} : this.shapes.establishmentReference(establishment)),
      ...this.shapes.breaks(() => breakTimes(record.startsAt, breakMinutes, establishment?.zone ?? 'UTC')),
      ...this.shapes.noise(record.id),
    };
  }

  /** Team and task. */
  private work({ teamId, taskId }: Inputs['shifts'] | Inputs['time-entries']): Wire {
    const { lists } = this.employer;
    const { reference } = this.shapes;
    return {
      ...reference('team', findPresent(lists.teams, teamId)),
      ...reference('task', findPresent(lists.tasks, taskId)),
    };
  }

  /** An agency without a record is treated as existing. */
  private agency(id: string | null | undefined): Referred | null {
    if (id === null || id === undefined) return null;
    const agency = this.employer.lists.agencies.get(id) ?? { id, name: 'Agency', deleted: false };
    return agency.deleted === true ? null : agency;
  }

  /**
   * The published shift of the entry, if there is one (docs/service.md, "Time entries"). Generated shifts are assumed
   * to exist.
   */
  private publishedShift(id: string | null | undefined): string | null {
    if (id === null || id === undefined) return null;
    const { shifts } = this.employer.lists;
    if (!shifts.isComplete) return id;
    const shift = shifts.get(id);
    return shift === undefined || shift.published === false ? null : id;
  }
}

function employee({ id, firstName, lastName, isActive = true }: Inputs['employees']): Wire {
  return { id, firstName, lastName, isActive };
}

function findPresent(
  list: { get(id: string): (Referred & { readonly deleted?: boolean | undefined }) | undefined },
  id: string | null | undefined,
): Referred | null {
  const record = id === null || id === undefined ? undefined : list.get(id);
  return record === undefined || record.deleted === true ? null : record;
}

function elapsedMinutes(startsAt: string, endsAt: string): number {
  return Math.floor((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
}

/** The data has only the length of a break; it is shown two hours after the start. */
function breakTimes(startsAt: string, minutes: number, zone: string): BreakTimes | null {
  if (minutes <= 0) return null;
  const start = Date.parse(startsAt) + 7_200_000;
  return { startsAt: localStamp(start, zone), endsAt: localStamp(start + minutes * 60_000, zone), minutes };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(zone, format);
  return format;
}

/** An instant as `YYYY-MM-DDTHH:MM:SS+HH:MM` in the zone; whole seconds. */
export function localStamp(epochMs: number, zone: string): string {
  const wholeMs = Math.floor(epochMs / 1000) * 1000;
  // Swedish dates and times have the format of ISO 8601 except the T.
  const local = zoneFormat(zone).format(wholeMs).replace(' ', 'T');
  const offsetMinutes = Math.round((Date.parse(`${local}Z`) - wholeMs) / 60_000);
  const hours = Math.trunc(Math.abs(offsetMinutes) / 60);
  const minutes = Math.abs(offsetMinutes) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
