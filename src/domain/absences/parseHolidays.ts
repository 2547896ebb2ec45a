import { PaytallyError } from '../../errors.js';
import { joined, type Message, message } from '../../i18n/message.js';
import { parseCsvTable } from '../csv/csvTable.js';
import {
  HOLIDAY_ACTIONS,
  type HolidayAction,
  type HolidayPart,
  type HolidayRow,
} from '../holidays/dayHoliday.js';
import { parseClockTime } from '../pay/compiledRules.js';
import { lowerUuid } from '../records/uuid.js';
import { parseLocalDate } from '../time/localDate.js';
import { SECONDS_PER_DAY } from '../time/zone.js';

const COLUMNS = ['date', 'name', 'part', 'where', 'action'] as const;
type Column = (typeof COLUMNS)[number];
const NOON = SECONDS_PER_DAY / 2;

/** Reads a file of holidays. Required column: `date`. @throws PaytallyError HOLIDAYS_INVALID with every invalid line */
export function parseHolidays(bytes: Uint8Array, path: string): HolidayRow[] {
  return parseCsvTable(bytes, path, {
    kind: 'holidays',
    columns: COLUMNS,
    needed: ['date'],
    parseRow,
    refuse: holidaysError,
  });
}

function holidaysError(problems: readonly Message[], path: string): PaytallyError {
  return new PaytallyError('HOLIDAYS_INVALID', joined(problems), { record: path });
}

/** The row, or its problem. */
function parseRow(cell: (column: Column) => string, line: number): HolidayRow | Message {
  const date = parseLocalDate(cell('date'));
  if (date === undefined) return message('holidays.badDate', { value: cell('date') });
  const written = cell('action').toLowerCase() || 'add';
  const action = HOLIDAY_ACTIONS.find((each) => each === written);
  if (action === undefined) return message('holidays.badAction', { value: cell('action') });
  const partText = cell('part');
  const part = parsePart(partText);
  if (part === undefined) return message('holidays.badPart', { value: partText });
  const [name, where] = [cell('name'), lowerUuid(cell('where'))];
  if (/^=|=$/.test(where)) return message('holidays.badWhere', { value: where });
  const problem = contradiction(action, { name, where, part });
  return problem ?? { date, name, part, partText, where, action, line };
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
