import type { LineKey } from '../../domain/corrections/exportedLine.js';
import { inheritFromShifts, type PeriodRecords } from '../../domain/records/periodData.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import type { Store } from '../../store/store.js';
import type { CorrectionContent } from './correctionOutputs.js';

/** The team of the work behind a line of the ledger; null if that is unknown. */
export type FindTeam = (line: Pick<LineKey, 'employeeId' | 'date'>) => string | null;

interface TeamOnDay {
  readonly date: LocalDate;
  readonly teamId: string | null;
}

/**
 * The lines of the ledger have no team, so it is that of the employee's entries and shifts of the day, as they were for
 * the final and as they are now; without any, the employee's only team in the periods of the finals. Unknown if there are
 * several.
 */
export function teamsOfLines(store: Store, { finals }: Pick<CorrectionContent, 'finals'>): FindTeam {
  const sources = finals.map(({ base, computed }) => {
    const { config } = base.original;
    const readId = store.run(base.final.link.runId)?.readId ?? '';
    const records = loadPeriodRecords(store, readId, config);
    return (id: string) => [
      ...teamsIn(computed.people.of(id).data),
      ...teamsThen(records, id, marginDays(config)),
    ];
  });
  const known = new Map<string, readonly TeamOnDay[]>();
  const teamsOf = (id: string): readonly TeamOnDay[] => {
    const own = known.get(id) ?? sources.flatMap((source) => source(id));
    known.set(id, own);
    return own;
  };
  return ({ employeeId, date }) => {
    const all = teamsOf(employeeId);
    const ofDay = distinctTeams(all.filter((each) => each.date === date));
    const [team = null, ...others] = ofDay.length > 0 ? ofDay : distinctTeams(all);
    return others.length === 0 ? team : null;
  };
}

function teamsThen(records: PeriodRecords, id: string, margin: number): TeamOnDay[] {
  return teamsIn(inheritFromShifts(records.of(id), margin));
}

interface Dated {
  readonly entries: readonly { readonly workDate: LocalDate; readonly teamId: string | null }[];
  readonly shifts: readonly TeamOnDay[] | null;
}

function teamsIn({ entries, shifts }: Dated): TeamOnDay[] {
  return [...entries.map(({ workDate: date, teamId }) => ({ date, teamId })), ...(shifts ?? [])];
}

function distinctTeams(days: readonly TeamOnDay[]): readonly string[] {
  return [...new Set(days.flatMap(({ teamId }) => teamId ?? []))];
}
