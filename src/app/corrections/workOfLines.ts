import { payRulesOf } from '../../config/schema/paySchema.js';
import type { LineKey } from '../../domain/corrections/exportedLine.js';
import { type PlacedWork, placeOfLine } from '../../domain/pay/placeOfLine.js';
import { isInside } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { inheritFromShifts, type PersonRecords } from '../../domain/records/periodData.js';
import type { References } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import type { Store } from '../../store/store.js';
import type { Snapshot } from '../ledger/runSnapshot.js';
import type { CorrectionContent } from './correctionOutputs.js';

type LineOfWork = Pick<LineKey, 'employeeId' | 'date' | 'payCode' | 'establishment'>;

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

/** One person's days, as they are now and as they were, and the work that the final exported. */
interface WorkOfFinal {
  readonly days: readonly PlacedDay[];
  readonly exported: PlacedWork;
}

/**
 * The work behind lines: the employee's entries and shifts, as they were for the finals and as they are now.
 * The lines of the ledger have no team, so it is that of the day; without any, the employee's only team in the periods
 * of the finals, and unknown if there are several. A line without a place, such as an absence, belongs to all places of
 * the employee in these periods, and what an hours account pays to one of them, as in the files of the final.
 */
export function workOfLines(store: Store, { finals }: Pick<CorrectionContent, 'finals'>): WorkOfLines {
  const sources = finals.map(({ base, computed }) => {
    const { config } = base.original;
    const { runId, period } = base.final.link;
    const records = loadPeriodRecords(store, store.run(runId)?.readId ?? '', config);
    return (id: string): WorkOfFinal => {
      const then = inheritFromShifts(records.of(id), marginDays(config));
      const days = [...placedDays(computed.people.of(id).data), ...placedDays(then)];
      return { days, exported: workInside(then, period) };
    };
  });
  const known = new Map<string, readonly WorkOfFinal[]>();
  const workOf = (id: string): readonly WorkOfFinal[] => {
    const own = known.get(id) ?? sources.map((source) => source(id));
    known.set(id, own);
    return own;
  };
  const daysOf = (id: string) => workOf(id).flatMap(({ days }) => days);
  const codes = new Set(finals.flatMap(({ base }) => accountCodes(base.original)));
  const ofAccount = ({ employeeId, date }: LineOfWork, key: 'establishmentId' | 'teamId'): string | null => {
    const works = workOf(employeeId).map(({ exported }) => exported);
    return works.map((work) => placeOfLine(work, date, key)).find((place) => place !== null) ?? null;
  };
  return {
    teamOf: (line) =>
      (isOfAccount(line, codes) ? ofAccount(line, 'teamId') : null) ??
      onlyTeam(daysOf(line.employeeId), line.date),
    placesOf: (line) => {
      if (line.establishment !== null) return [line.establishment];
      const place = isOfAccount(line, codes) ? ofAccount(line, 'establishmentId') : null;
      return place === null ? distinctIds(daysOf(line.employeeId), 'establishmentId') : [place];
    },
  };
}

/** The pay codes of what leaves hours accounts. */
function accountCodes({ config, absences }: Pick<Snapshot, 'config' | 'absences'>): readonly string[] {
  const paidOut = absences.flatMap(({ adjusts }) => adjusts?.payCode ?? []);
  return [payRulesOf(config).account?.cap?.surplus ?? [], paidOut].flat();
}

function isOfAccount({ establishment, payCode }: LineOfWork, codes: ReadonlySet<string>): boolean {
  return establishment === null && codes.has(payCode);
}

/** The work of a period's own days. */
function workInside({ entries, shifts }: PersonRecords, period: Days): PlacedWork {
  return {
    entries: entries.filter(({ status, workDate }) => status === 'Completed' && isInside(workDate, period)),
    shifts: shifts.filter(({ date }) => isInside(date, period)),
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
