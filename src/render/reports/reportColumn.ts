import { weekdayName } from '../../language/calendarNames.js';
import { type CellValue, clockFractionOf, serialDateOf } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import { isNameless, personText } from './personText.js';
import type { ReportContext } from './reportContext.js';
import type { Kind } from './reportStyles.js';
import { numberOf, textOf } from './rowAccess.js';
import { textWidth, widestPossible } from './textWidth.js';

/** A column of a report's table. */
export interface ReportColumn {
  readonly heading: string;
  readonly kind: Kind;
  /** In characters. */
  readonly width: number;
  readonly value: (row: DataRow) => CellValue;
  /** The sum that the totals row shows, in the column's own unit; undefined: none. */
  readonly total?: number;
}

/** A column whose width, look and sum follow from rows that are looked at one by one. */
export interface ColumnDraft {
  /** Every row of the table, before `column` is asked for. */
  look(row: DataRow): void;
  column(): ReportColumn;
}

/** The columns of a table, and how many rows it has: rows are gone over once and not held. */
export interface SurveyedTable {
  readonly columns: readonly ReportColumn[];
  readonly rows: Iterable<DataRow>;
  readonly count: number;
}

/** @param rows can be gone over again */
export function surveyed(rows: Iterable<DataRow>, drafts: readonly ColumnDraft[]): SurveyedTable {
  let count = 0;
  for (const row of rows) {
    for (const draft of drafts) draft.look(row);
    count += 1;
  }
  return { columns: drafts.map((draft) => draft.column()), rows, count };
}

/** A column that is the same whatever its rows are. */
function settled(column: ReportColumn): ColumnDraft {
  return { look: () => undefined, column: () => column };
}

const WIDEST_TEXT = 34;

/** Text, as wide as its values need. */
export function textColumn(heading: string, field: string, widest = WIDEST_TEXT): ColumnDraft {
  return calculatedText(heading, (row) => textOf(row, field), widest);
}

/** Text that is made from a row; on several lines where a value is wider than the widest column. */
export function calculatedText(
  heading: string,
  value: (row: DataRow) => string,
  widest = WIDEST_TEXT,
): ColumnDraft {
  let longest = 0;
  return {
    look: (row) => {
      const text = value(row);
      if (widestPossible(text) > longest) longest = Math.max(longest, textWidth(text));
    },
    column: () => {
      const wanted = longest + TEXT_ROOM;
      const width = Math.max(Math.min(wanted, widest), headingWidth(heading), 8);
      return { heading, kind: wanted > width ? 'wrapped' : 'text', width, value };
    },
  };
}

/** The same at a width that is given; at least where `narrowest` is one. */
export function withWidth(draft: ColumnDraft, width: (needed: number) => number): ColumnDraft {
  return {
    look: (row) => draft.look(row),
    column: () => {
      const column = draft.column();
      return { ...column, width: width(column.width) };
    },
  };
}

/** Room for a text's indent and the cell's edges. */
const TEXT_ROOM = 3;

/** A heading in bold with the button of the filter beside it. */
export function headingWidth(heading: string): number {
  return textWidth(heading) * 1.05 + 4;
}

/** Number and names. Where the names are unknown, the id stands for the last name, and the first name says so. */
export function personColumns({ t }: ReportContext): ColumnDraft[] {
  const lastName = (row: DataRow) => textOf(row, 'employee.lastName') || textOf(row, 'employee.name');
  const firstName = (row: DataRow) =>
    isNameless(row) ? `(${t('nameUnknown')})` : textOf(row, 'employee.firstName');
  return [
    textColumn(t('number'), 'employee.number', 14),
    calculatedText(t('lastName'), lastName, 26),
    calculatedText(t('firstName'), firstName, 20),
  ];
}

/** The whole name in one column. */
export function personColumn(context: ReportContext, widest = 28): ColumnDraft {
  return calculatedText(context.t('employee'), (row) => personText(context, row), widest);
}

/** Longer text, on several lines. */
export function wrappedColumn(heading: string, width: number, value: (row: DataRow) => string): ColumnDraft {
  return settled({ heading, kind: 'wrapped', width, value });
}

export function dateColumn(heading: string, field = 'date'): ColumnDraft {
  const value = (row: DataRow) => {
    const date = textOf(row, field);
    return date === '' ? null : serialDateOf(date);
  };
  return settled({ heading, kind: 'date', width: Math.max(12, headingWidth(heading)), value });
}

export function weekdayColumn({ t, language }: ReportContext): ColumnDraft {
  const value = (row: DataRow) => weekdayName(language, numberOf(row, 'weekday') ?? 0);
  const heading = t('weekday');
  return settled({ heading, kind: 'text', width: Math.max(13, headingWidth(heading)), value });
}

/** Where a clock time `HH:MM` of a row comes from. */
export interface ClockSource {
  readonly time: (row: DataRow) => string | undefined;
  /** The field with the offset that must stand beside it; empty in most rows. */
  readonly offsetField: string;
}

/** A clock time; as text with its offset, such as `02:45 +02:00`, where the time alone could mean two instants. */
export function clockColumn(
  heading: string,
  { time, offsetField }: ClockSource,
  narrowest: number,
): ColumnDraft {
  const value = (row: DataRow) => {
    const clock = time(row) ?? '';
    const offset = textOf(row, offsetField);
    if (clock === '') return null;
    return offset === '' ? clockFractionOf(clock) : `${clock} ${offset}`;
  };
  let hasOffsets = false;
  return {
    look: (row) => {
      hasOffsets ||= textOf(row, offsetField) !== '';
    },
    column: () => {
      const width = hasOffsets ? Math.max(narrowest, OFFSET_WIDTH) : narrowest;
      return { heading, kind: 'time', width, value };
    },
  };
}

/** Room for `02:45 +02:00`. */
const OFFSET_WIDTH = 14;
