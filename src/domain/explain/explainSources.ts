import type { CountedBy } from '../absences/absenceDates.js';
import type { AbsenceTrace } from '../absences/unworkedDays.js';
import type { DayHoliday, HolidaySource } from '../holidays/dayHoliday.js';
import { type DatedRows, rowOn } from '../mapping/employeeRows.js';
import type { LocalDate } from '../time/localDate.js';

/** What the files of people say of one person. */
export interface PersonSources {
  /** The person's rows of the mapping file; undefined without any. */
  readonly rows: DatedRows | undefined;
  readonly holidayOn: (date: LocalDate) => DayHoliday | undefined;
  readonly absences: readonly AbsenceTrace[];
}

/** The mapping row that held on a day; null ends are open. */
export interface MappingExplanation {
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly number: string | null;
}

/** A holiday that held for the person. */
export interface HolidayExplanation {
  readonly name: string;
  /** The date from which the employer moved it. */
  readonly originalDate: LocalDate | undefined;
  /** Lines of the file of holidays: those that limit a granted holiday, or the one that adds it. */
  readonly lines: readonly number[];
  /** `pm`, `18:00-24:00`, `0.5`; empty for a whole day. */
  readonly part: string;
  /** The places or people that it holds for; empty if it holds for all. */
  readonly where: readonly string[];
  readonly source: HolidaySource['kind'];
}

/** A row of the file of absences that counted on a day. */
export interface AbsenceExplanation {
  readonly line: number;
  readonly payCode: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Why the date counts. */
  readonly by: CountedBy;
  /** The part of the day that holidays left; 0 if a holiday is paid instead. */
  readonly left: number;
}

/** The rows and holidays behind the numbers of one day. */
export interface DaySources {
  /** null without a row on this day; undefined if the person has no row at all. */
  readonly mapping: MappingExplanation | null | undefined;
  readonly holidays: readonly HolidayExplanation[];
  readonly absences: readonly AbsenceExplanation[];
}

export function explainSources({ rows, holidayOn, absences }: PersonSources, date: LocalDate): DaySources {
  const row = rowOn(rows, date);
  const mapping = row && { from: row.from ?? null, to: row.to ?? null, number: row.number };
  return {
    mapping: rows === undefined ? undefined : (mapping ?? null),
    holidays: (holidayOn(date)?.sources ?? []).map(explainHoliday),
    absences: absences
      .filter((trace) => trace.date === date)
      .map(({ absence: { line, code: payCode, from, to }, by, left }) => ({
        line,
        payCode,
        from,
        to,
        by,
        left,
      })),
  };
}

function explainHoliday(source: HolidaySource): HolidayExplanation {
  const rows = source.kind === 'service' ? source.limitedBy : [source.row];
  const lines = rows.map(({ line }) => line);
  const where = [...new Set(rows.map((row) => row.where).filter((text) => text !== ''))];
  const { name, originalDate } =
    source.kind === 'service' ? source.holiday : { name: source.row.name, originalDate: undefined };
  const part = source.kind === 'service' ? '' : source.row.partText;
  return { name, originalDate, part, lines, where, source: source.kind };
}

/** Days of a person that a holiday or an absence concerns, besides those with work or a plan. */
export function concernedDates(
  { holidayOn, absences }: PersonSources,
  asked: LocalDate | undefined,
): LocalDate[] {
  const ofAbsences = absences.map(({ date }) => date);
  return asked !== undefined && holidayOn(asked) !== undefined ? [...ofAbsences, asked] : ofAbsences;
}
