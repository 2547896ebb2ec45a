import type { LineKey } from '../../domain/corrections/exportedLine.js';
import { inheritFromShifts, type PeriodRecords } from '../../domain/records/periodData.js';
import type { References } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import type { Store } from '../../store/store.js';
import type { CorrectionContent } from './correctionOutputs.js';

type LineOfWork = Pick<LineKey, 'employeeId' | 'date' | 'establishment'>;

/** The teams and places of the work behind lines of the ledger. */
export interface WorkOfLines {
  /** null if the team is unknown. */
  readonly teamOf: (line: LineOfWork) => string | null;
  /** Several for a line without a place. */
  readonly placesOf: (line: LineOfWork) => readonly string[];
}

interface PlacedDay extends Pick<References, 'establishmentId' | 'teamId'> {
  readonly date: LocalDate;
}

/**
 * The work behind lines: the employee's entries and shifts, as they were for the finals and as they are now.
 * The lines of the ledger have no team, so it is that of the day; without any, the employee's only team in the periods
 * of the finals, and unknown if there are several. A line without a place, such as an absence, belongs to all places of
 * the employee in these periods, as in the files of the final.
 */
export function workOfLines(store: Store, { finals }: Pick<CorrectionContent, 'finals'>): WorkOfLines {
  const sources = finals.map(({ base, computed }) => {
    const { config } = base.original;
    const readId = store.run(base.final.link.runId)?.readId ?? '';
    const records = loadPeriodRecords(store, readId, config);
    return (id: string) => [
      ...placedDays(computed.people.of(id).data),
      ...daysThen(records, id, marginDays(config)),
    ];
  });
  const known = new Map<string, readonly PlacedDay[]>();
  const daysOf = (id: string): readonly PlacedDay[] => {
    const own = known.get(id) ?? sources.flatMap((source) => source(id));
    known.set(id, own);
    return own;
  };
  return {
    teamOf: ({ employeeId, date }) => onlyTeam(daysOf(employeeId), date),
    placesOf: ({ employeeId, establishment }) =>
      establishment === null ? distinctIds(daysOf(employeeId), 'establishmentId') : [establishment],
  };
}

function onlyTeam(days: readonly PlacedDay[], date: LocalDate): string | null {
  const ofDay = distinctIds(
    days.filter((each) => each.date === date),
    'teamId',
  );
  const [team = null, ...others] = ofDay.length > 0 ? ofDay : distinctIds(days, 'teamId');
  return others.length === 0 ? team : null;
}

function daysThen(records: PeriodRecords, id: string, margin: number): PlacedDay[] {
  return placedDays(inheritFromShifts(records.of(id), margin));
}

interface Dated {
  readonly entries: readonly (Omit<PlacedDay, 'date'> & { readonly workDate: LocalDate })[];
  readonly shifts: readonly PlacedDay[] | null;
}

function placedDays({ entries, shifts }: Dated): PlacedDay[] {
  return [...entries, ...(shifts ?? [])].map((each) => ({
    date: 'workDate' in each ? each.workDate : each.date,
    establishmentId: each.establishmentId,
    teamId: each.teamId,
  }));
}

function distinctIds(days: readonly PlacedDay[], key: 'establishmentId' | 'teamId'): readonly string[] {
  return [...new Set(days.flatMap((day) => day[key] ?? []))];
}
