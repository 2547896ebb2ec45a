import { PaytallyError } from '../../errors.js';
import { joined, type Message, message } from '../../i18n/message.js';
import {
  HOLIDAY_ACTIONS,
  type HolidayAction,
  type HolidayPart,
  type HolidayRow,
} from '../holidays/dayHoliday.js';
import { parseClockTime } from '../pay/compiledRules.js';
import { type CsvRecord, decodeCsv, lineProblem, parseCsvRecords } from '../people/csvFile.js';
import { parseLocalDate } from '../time/localDate.js';
import { SECONDS_PER_DAY } from '../time/zone.js';

const COLUMNS = ['date', 'name', 'part', 'where', 'action'] as const;
type Column = (typeof COLUMNS)[number];
const NOON = SECONDS_PER_DAY / 2;

/**
 * Reads a file of holidays that was edited by hand: UTF-8 or windows-1252, separated by `;`, `,` or TAB, with blank
 * lines and further columns. Required column: `date`.
 * @throws PaytallyError HOLIDAYS_INVALID with every invalid line
 */
export function parseHolidays(bytes: Uint8Array, path: string): HolidayRow[] {
  const { text, style } = decodeCsv(bytes, path, 'holidays');
  const [heading, ...records] = parseCsvRecords(text, style.delimiter);
  if (heading === undefined) return [];
  const places = placesOf(heading, path);
  const problems: Message[] = [];
  const rows = records.flatMap((record) => {
    const row = parseRow(record, places);
    if (!('id' in row)) return [row];
    problems.push(lineProblem(path, record.line, row));
    return [];
  });
  if (problems.length > 0) throw holidaysError(problems, path);
  return rows;
}

function holidaysError(problems: readonly Message[], path: string): PaytallyError {
  return new PaytallyError('HOLIDAYS_INVALID', joined(problems), { record: path });
}

function placesOf(heading: CsvRecord, path: string): ReadonlyMap<Column, number> {
  const names = heading.cells.map(({ value }) => value.trim().toLowerCase());
  const problems = [
    ...(names.includes('date')
      ? []
      : [message('csv.columnMissing', { column: 'date', there: names.join(', ') })]),
    ...COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column)).map((column) =>
      message('csv.columnTwice', { column }),
    ),
  ];
  if (problems.length > 0) {
    const lines = problems.map((problem) => lineProblem(path, heading.line, problem));
    throw holidaysError(lines, path);
  }
  return new Map(COLUMNS.map((column) => [column, names.indexOf(column)]));
}

/** The row, or its problem. */
function parseRow(record: CsvRecord, places: ReadonlyMap<Column, number>): HolidayRow | Message {
  if (record.malformed) return message('csv.badQuote');
  const cell = (column: Column): string => record.cells[places.get(column) ?? -1]?.value.trim() ?? '';
  const date = parseLocalDate(cell('date'));
  if (date === undefined) return message('holidays.badDate', { value: cell('date') });
  const written = cell('action').toLowerCase() || 'add';
  const action = HOLIDAY_ACTIONS.find((each) => each === written);
  if (action === undefined) return message('holidays.badAction', { value: cell('action') });
  const partText = cell('part');
  const part = parsePart(partText);
  if (part === undefined) return message('holidays.badPart', { value: partText });
  const [name, where] = [cell('name'), cell('where')];
  if (/^=|=$/.test(where)) return message('holidays.badWhere', { value: where });
  const problem = contradiction(action, { name, where, part });
  return problem ?? { date, name, part, partText, where, action, line: record.line };
}

function contradiction(
  action: HolidayAction,
  { name, where, part }: Pick<HolidayRow, 'name' | 'where' | 'part'>,
): Message | undefined {
  if (action === 'add') return name === '' ? message('holidays.nameEmpty') : undefined;
  if (part.kind !== 'whole') return message('holidays.partOfGranted', { action });
  return action === 'limit' && where === '' ? message('holidays.whereEmpty') : undefined;
}

/** undefined for text that is no part of a day. */
function parsePart(text: string): HolidayPart | undefined {
  const part = text.toLowerCase();
  if (part === '') return { kind: 'whole' };
  if (part === 'am') return { kind: 'window', from: 0, until: NOON, isHalf: true };
  if (part === 'pm') return { kind: 'window', from: NOON, until: SECONDS_PER_DAY, isHalf: true };
  const clock = /^(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)$/.exec(part);
  if (clock !== null) return parseWindowPart(clock[1] ?? '', clock[2] ?? '');
  const fraction = /^(?:0?[.,]\d{1,4}|1(?:[.,]0{1,4})?)$/.test(part) ? Number(part.replace(',', '.')) : 0;
  if (fraction <= 0) return undefined;
  return fraction === 1 ? { kind: 'whole' } : { kind: 'fraction', fraction };
}

function parseWindowPart(fromText: string, untilText: string): HolidayPart | undefined {
  const [from, until] = [parseClockTime(fromText), parseClockTime(untilText)];
  if (from === undefined || until === undefined || from >= until) return undefined;
  return { kind: 'window', from, until, isHalf: false };
}
