import type { LocalDate } from '../../domain/time/localDate.js';
import { createStamp, elapsedMinutes, type Stamp, wallClockSeconds } from '../../domain/time/stamp.js';
import type { Zone } from '../../domain/time/zone.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { shown } from '../../runtime/outsideText.js';
import { isRecordId, type WireRecord } from '../records/fields.js';
import type { RowIds } from './rowIds.js';
import { noteBreak, noteDay, type RowNotices } from './rowNotices.js';
import { workedFields } from './workedTime.js';
import { isSameLength, readClockMinutes, readDuration, type WrittenDuration } from './writtenDuration.js';
import {
  type DateOrder,
  dateOf,
  noTime,
  readClock,
  readWrittenTime,
  stampIn,
  wallSeconds,
} from './writtenTime.js';

/** A row of a table: its position for messages, and its cells by column. */
export interface TableRow {
  readonly line: number;
  /** A cell without the spaces around it; empty if the table does not have the column. */
  readonly cell: (column: string) => string;
}

/** What rows need to become records. */
export interface RowContext {
  /** Columns that paytally does not know. */
  readonly further: readonly string[];
  readonly order: DateOrder;
  /** The zone of an establishment by its ID; the problem if it is not known. */
  readonly zoneOf: (establishment: string) => Zone | AnyMessage;
  /** The establishment of rows that name none; null if there are several. */
  readonly onlyEstablishment: string | null;
  readonly ids: RowIds;
  /** Whether `duration` is what the program counts: with the break, the break is paid. */
  readonly countsDuration: boolean;
  readonly notices: RowNotices;
}

/** A row as a record for the staging, or its problem. */
export type StagedRow =
  | { readonly record: WireRecord; readonly day: LocalDate }
  | { readonly problem: AnyMessage };

const NO_ROW = '';
const MINUTE_SECONDS = 60;
const SECONDS_PER_DAY = 86_400;
const LONGEST_NIGHT_SECONDS = 16 * 3600;

/** Thrown while a row is read, and caught by the reader of the row. */
class RowProblem extends Error {
  constructor(readonly problem: AnyMessage) {
    super('row');
  }
}

export function rowProblem(problem: AnyMessage): never {
  throw new RowProblem(problem);
}

/** Reads a row of `entries.csv`. */
export function readEntryRow(row: TableRow, context: RowContext): StagedRow {
  return readRow(() => entryOf(row, context));
}

/** Reads a row of `shifts.csv`. */
export function readShiftRow(row: TableRow, context: RowContext): StagedRow {
  return readRow(() => shiftOf(row, context));
}

/** Reads a row with a function that may call `rowProblem`. */
export function readRow<Result>(read: () => Result): Result | { readonly problem: AnyMessage } {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof RowProblem) return { problem: failure.problem };
    throw failure;
  }
}

/** The cells that make up the identity of a row without an ID; a review does not change it. */
const ENTRY_CONTENT = [
  'employee',
  'start',
  'end',
  'duration',
  'establishment',
  'break',
  'worked',
  'status',
  'date',
  'shift',
  'team',
  'task',
  'agencyWorker',
  'startFold',
  'endFold',
];
const SHIFT_CONTENT = [
  'employee',
  'start',
  'end',
  'establishment',
  'break',
  'planned',
  'date',
  'team',
  'task',
  'startFold',
  'endFold',
];

function entryOf(row: TableRow, context: RowContext) {
  const { cell, line } = row;
  if (cell('employee') === '' && cell('agencyWorker') === '')
    rowProblem(message('source.csv.empty', { column: 'employee' }));
  const { place, start, end, day } = timesOf(row, context);
  const status = statusOf(cell('status'), end);
  const record = {
    id: idOf(row, context, ENTRY_CONTENT),
    workDate: day,
    status,
    startsAt: start.text,
    endsAt: end?.text ?? null,
    ...(status === 'Completed' ? workedFields(workedOf(row, context, start, end)) : { workedMinutes: null }),
    shiftId: cell('shift') || null,
    employeeId: cell('employee') || null,
    reviewedAtUtc: reviewOf(cell('reviewed'), end ?? start, context.order),
    ...placesOf(row, place),
    agencyWorkerId: cell('agencyWorker') || null,
    ...furtherOf(row, context),
  };
  noteDay(context.notices, day);
  noteBreak(context.notices, line, cell('break'), minutesOf('break', cell('break')) ?? 0);
  return { record, day };
}

function shiftOf(row: TableRow, context: RowContext) {
  const { cell } = row;
  const { place, start, end, day } = timesOf(row, context);
  if (end === null) rowProblem(message('source.csv.empty', { column: 'end' }));
  const breakMinutes = minutesOf('break', cell('break')) ?? 0;
  const planned = minutesOf('planned', cell('planned')) ?? elapsedMinutes(start, end) - breakMinutes;
  if (planned < 0) rowProblem(message('source.csv.breakTooLong'));
  const record = {
    id: idOf(row, context, SHIFT_CONTENT),
    date: day,
    startsAt: start.text,
    endsAt: end.text,
    breakMinutes,
    plannedMinutes: planned,
    fillType: 'Internal',
    employeeId: cell('employee') || null,
    ...placesOf(row, place),
    ...furtherOf(row, context),
  };
  return { record, day };
}

function idOf({ cell, line }: TableRow, { ids }: RowContext, content: readonly string[]): string {
  const id = ids.idOf(cell('id'), content.map(cell), line);
  return typeof id === 'string' ? id : rowProblem(id.problem);
}

/** The references of a row. */
export function placesOf({ cell }: TableRow, establishmentId: string | null) {
  for (const column of ['employee', 'establishment', 'shift', 'team', 'task', 'agencyWorker']) {
    const text = cell(column);
    if (text !== '' && !isRecordId(text)) rowProblem(message('source.csv.badId', { got: shown(text) }));
  }
  return { establishmentId, teamId: cell('team') || null, taskId: cell('task') || null };
}

/** The establishment of a row and its zone. */
export function placeOf({ cell }: TableRow, { zoneOf, onlyEstablishment }: RowContext) {
  const place = cell('establishment') || onlyEstablishment;
  if (place === null) return rowProblem(message('source.csv.noPlace'));
  const zone = zoneOf(place);
  if ('id' in zone || !('offsetAt' in zone)) return rowProblem(zone);
  return { place, zone };
}

/** A column with a date and time. */
export function timeOf(
  { cell }: TableRow,
  column: string,
  {
    zone,
    order,
    foldColumn,
  }: { readonly zone: Zone; readonly order: DateOrder; readonly foldColumn: string },
): Stamp {
  const written = readWrittenTime(cell(column), order);
  if (written?.seconds === undefined) return rowProblem(noTime(column, cell(column)));
  return stampOf(stampIn(written, zone, foldOf(cell(foldColumn))));
}

/** Further columns are kept with the record, and used for nothing. */
function furtherOf({ cell }: TableRow, { further }: Pick<RowContext, 'further'>) {
  const filled = further.map((name) => [name, cell(name)] as const).filter(([, text]) => text !== NO_ROW);
  return filled.length === 0 ? {} : { columns: Object.fromEntries(filled) };
}

function timesOf(row: TableRow, context: RowContext) {
  const { cell } = row;
  const { order, notices } = context;
  const { place, zone } = placeOf(row, context);
  const start = timeOf(row, 'start', { zone, order, foldColumn: 'startFold' });
  const end = endOrDuration(row, { start, zone, order, notices });
  const date = cell('date') === '' ? undefined : readWrittenTime(cell('date'), order);
  if (cell('date') !== '' && (date === undefined || date.seconds !== undefined))
    rowProblem(message('source.csv.noDate', { column: 'date', got: shown(cell('date')) }));
  const day = date === undefined ? (start.text.slice(0, 10) as LocalDate) : dateOf(date);
  return { place, start, end, day };
}

interface StartOfRow {
  readonly start: Stamp;
  readonly zone: Zone;
  readonly order: DateOrder;
  readonly notices: RowNotices;
}

/** The end as written, checked against the duration; without one, the duration after the start. */
function endOrDuration(row: TableRow, from: StartOfRow): Stamp | null {
  const { start, zone } = from;
  const duration = durationOf(row.cell('duration'));
  const pause = (minutesOf('break', row.cell('break')) ?? 0) * 60;
  if (row.cell('end') === '') {
    // Programs export a running entry with a duration of nothing.
    if (duration === undefined || duration.seconds === 0) return null;
    // The duration could be with or without the break.
    if (pause > 0 && row.cell('worked') === '') rowProblem(message('source.csv.breakWithoutEnd'));
    const epochSeconds = start.epochSeconds + duration.seconds;
    return createStamp(epochSeconds, zone.offsetAt(epochSeconds));
  }
  const end = endOf(row, from);
  const elapsed = end.epochSeconds - start.epochSeconds;
  if (duration !== undefined && !isSameLength(duration, elapsed) && !isSameLength(duration, elapsed - pause))
    rowProblem(message('source.csv.durationDiffers', { duration: row.cell('duration') }));
  return end;
}

function durationOf(text: string): WrittenDuration | undefined {
  if (text === '') return undefined;
  return readDuration(text) ?? rowProblem(message('source.csv.badDuration', { got: shown(text) }));
}

function endOf(row: TableRow, from: StartOfRow): Stamp {
  const text = row.cell('end');
  const whole = readWrittenTime(text, from.order);
  if (whole === undefined) return endByClock(row, from);
  if (whole.seconds === undefined) rowProblem(noTime('end', text));
  return notBefore(from.start, stampOf(stampIn(whole, from.zone, foldOf(row.cell('endFold')))));
}

/** An end without a date is on the day of the start, or on the next one if that is less than 16 hours later. */
function endByClock({ cell, line }: TableRow, { start, zone, notices }: StartOfRow): Stamp {
  const fold = foldOf(cell('endFold'));
  const clock = readClock(cell('end')) ?? rowProblem(noTime('end', cell('end')));
  const startWall = wallClockSeconds(start);
  const same = { ...clock, epochDay: Math.floor(startWall / SECONDS_PER_DAY) };
  if (wallSeconds(same) === startWall && !isNoTime(cell)) return afterADay({ cell, start, zone, fold, same });
  if (wallSeconds(same) >= startWall) return notBefore(start, stampOf(stampIn(same, zone, fold)));
  const end = stampOf(stampIn({ ...same, epochDay: same.epochDay + 1 }, zone, fold));
  if (end.epochSeconds - start.epochSeconds >= LONGEST_NIGHT_SECONDS)
    rowProblem(message('source.csv.endBeforeStart'));
  notices.nextDay = { line: notices.nextDay?.line ?? line, count: (notices.nextDay?.count ?? 0) + 1 };
  return end;
}

/** Whether an entry with equal times certainly has no minute. */
function isNoTime(cell: TableRow['cell']): boolean {
  return cell('status').toLowerCase() === 'cancelled' || durationOf(cell('duration'))?.seconds === 0;
}

/** Equal times without a date are no time or a whole day: only a duration decides. */
function afterADay({ cell, start, zone, fold, same }: EqualTimes): Stamp {
  if (cell('duration') === '') rowProblem(message('source.csv.endIsStart'));
  return notBefore(start, stampOf(stampIn({ ...same, epochDay: same.epochDay + 1 }, zone, fold)));
}

interface EqualTimes extends Pick<TableRow, 'cell'>, Pick<StartOfRow, 'start' | 'zone'> {
  readonly fold: string;
  /** The time on the day of the start. */
  readonly same: Parameters<typeof stampIn>[0];
}

function notBefore(start: Stamp, end: Stamp): Stamp {
  return end.epochSeconds < start.epochSeconds ? rowProblem(message('source.csv.endBeforeStart')) : end;
}

function stampOf(read: Stamp | AnyMessage): Stamp {
  return 'epochSeconds' in read ? read : rowProblem(read);
}

function foldOf(text: string): string {
  return text === '' || text === '0' || text === '1'
    ? text
    : rowProblem(message('source.csv.badFold', { got: shown(text) }));
}

const STATUSES = { completed: 'Completed', open: 'Working', cancelled: 'Cancelled' } as const;

function statusOf(text: string, end: Stamp | null) {
  if (text === '') return end === null ? 'Working' : 'Completed';
  const name = text.toLowerCase();
  if (name !== 'completed' && name !== 'open' && name !== 'cancelled')
    return rowProblem(message('source.csv.badStatus', { got: shown(text) }));
  if (name === 'open' && end !== null) rowProblem(message('source.csv.openWithEnd'));
  return STATUSES[name];
}

/** In seconds. `worked` takes precedence over the times and the break; a difference is told once. */
function workedOf(row: TableRow, context: RowContext, start: Stamp, end: Stamp | null): number {
  const { cell, line } = row;
  const { notices } = context;
  const worked = minutesOf('worked', cell('worked'));
  const pause = (minutesOf('break', cell('break')) ?? 0) * MINUTE_SECONDS;
  const elapsed = end === null ? undefined : end.epochSeconds - start.epochSeconds;
  if (worked === undefined) {
    if (elapsed === undefined) return rowProblem(message('source.csv.completedWithoutEnd'));
    return elapsed < pause
      ? rowProblem(message('source.csv.breakTooLong'))
      : asDuration(row, context, elapsed, pause);
  }
  const net = elapsed === undefined ? undefined : Math.trunc((elapsed - pause) / MINUTE_SECONDS);
  if (net !== undefined && areHours(worked, net) && !cell('worked').includes(':'))
    rowProblem(message('source.csv.workedInHours', { worked }));
  if (net !== undefined && net !== worked)
    notices.differing = { line: notices.differing?.line ?? line, count: (notices.differing?.count ?? 0) + 1 };
  return worked * MINUTE_SECONDS;
}

/**
 * The time without the break: as the duration says it, with or without the break, if that has seconds. Programs sum
 * those up, and may round the times that they show.
 */
function asDuration(
  { cell, line }: TableRow,
  { countsDuration, notices }: RowContext,
  elapsed: number,
  pause: number,
): number {
  const duration = durationOf(cell('duration'));
  const net = elapsed - pause;
  if (duration === undefined) return net;
  const isNet = Math.abs(duration.seconds - net) <= Math.abs(duration.seconds - elapsed);
  if (!isNet) {
    const { line: first = line, count = 0 } = notices.withBreak ?? {};
    notices.withBreak = { line: first, count: count + 1, paid: countsDuration ? 'yes' : 'no' };
  }
  const isPaid = !isNet && countsDuration;
  if (!duration.hasSeconds) return isPaid ? elapsed : net;
  const said = Math.max(0, isNet || isPaid ? duration.seconds : duration.seconds - pause);
  // Never more than the started minutes between start and end.
  return Math.min(said, Math.ceil(elapsed / MINUTE_SECONDS) * MINUTE_SECONDS);
}

const HOUR_MINUTES = 60;
const MOST_BREAK_MINUTES = 120;

/** Whether a number is that of the hours between start and end, less a break, and by far not that of the minutes. */
function areHours(worked: number, netMinutes: number): boolean {
  const lacking = netMinutes - worked * HOUR_MINUTES;
  return worked > 0 && worked <= 24 && lacking >= -HOUR_MINUTES && lacking <= MOST_BREAK_MINUTES;
}

/** Whole minutes, or hours and minutes such as `0:30` or `00:30:00`. */
function minutesOf(column: string, text: string): number | undefined {
  if (text === '') return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  return readClockMinutes(text) ?? rowProblem(message('source.csv.noMinutes', { column, got: shown(text) }));
}

/** `yes` counts from the end of the entry on; an instant is given in UTC or with its offset. */
function reviewOf(text: string, end: Stamp, order: DateOrder): string | null {
  if (text === '' || text.toLowerCase() === 'no') return null;
  if (text.toLowerCase() === 'yes') return new Date(end.epochSeconds * 1000).toISOString();
  const read = readWrittenTime(text, order);
  if (read?.seconds === undefined) return rowProblem(message('source.csv.badReview', { got: shown(text) }));
  return new Date((wallSeconds(read) - (read.offsetSeconds ?? 0)) * 1000).toISOString();
}
