import type { CsvSettings } from '../../config/schema/sourceSchema.js';
import { isInside } from '../../domain/period/period.js';
import { lowerUuid } from '../../domain/records/uuid.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { message } from '../../i18n/message.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import { shown } from '../../runtime/outsideText.js';
import type { ReadWindow } from '../records/readWindows.js';
import { LineProblems } from '../rows/lineProblems.js';
import { type Punch, type PunchedEntry, type PunchKind, pairPunches } from '../rows/pairPunches.js';
import {
  placeOf,
  placesOf,
  type RowContext,
  readRow,
  rowProblem,
  type TableRow,
  timeOf,
} from '../rows/recordRows.js';
import { noteDay } from '../rows/rowNotices.js';
import type { ReadRecord } from '../rows/stageRecords.js';
import { workedFields } from '../rows/workedTime.js';
import { type FolderFile, readFolderRows } from './folderFile.js';
import { refuseWidth } from './folderSurvey.js';

interface PunchOptions {
  /** What other words mean. */
  readonly kinds: CsvSettings['kinds'];
  readonly days: ReadWindow;
}

/** A punch and the references of its row. */
interface PlacedPunch extends Punch {
  readonly written: string;
  readonly places: ReturnType<typeof placesOf>;
}

/** Punches of the days before may begin the work of the first day. */
const MARGIN_DAYS = 2;
const PUNCHES_BETWEEN_CHECKS = 10_000;

/**
 * The entries that the punches of a file make, person by person.
 * @throws PaytallyError SOURCE_INVALID with the rows that cannot be read
 */
export async function* punchedRecords(
  file: FolderFile,
  context: RowContext,
  options: PunchOptions,
): AsyncGenerator<ReadRecord> {
  const problems = new LineProblems(file.path);
  const punchesOf = await readPunches(file, context, options, problems);
  problems.throwIfAny();
  for (const [employee, punches] of punchesOf) {
    const { entries, doubled, unclear } = pairPunches(punches);
    for (const { line } of unclear) problems.add(line, message('source.csv.unclearPunch'));
    for (const { line } of doubled) noteDoubled(context, line);
    for (const entry of entries) yield recordOf(employee, entry, context);
  }
  problems.throwIfAny();
}

async function readPunches(
  file: FolderFile,
  context: RowContext,
  { kinds = {}, days }: PunchOptions,
  problems: LineProblems,
): Promise<ReadonlyMap<string, readonly PlacedPunch[]>> {
  const punchesOf = new Map<string, PlacedPunch[]>();
  const read = { from: addDays(days.from, -MARGIN_DAYS), to: addDays(days.to, MARGIN_DAYS) };
  const meanings = new Map(Object.entries(kinds).map(([word, kind]) => [word.toLowerCase(), kind]));
  let count = 0;
  for await (const row of readFolderRows(file, refuseWidth(file, problems))) {
    const punch = readRow(() => punchOf(row, context, meanings));
    if ('problem' in punch) {
      problems.add(row.line, punch.problem);
      continue;
    }
    const day = punch.time.text.slice(0, 10) as LocalDate;
    noteDay(context.notices, day);
    if (isInside(day, read)) {
      const employee = lowerUuid(row.cell('employee'));
      const earlier = punchesOf.get(employee);
      if (earlier === undefined) punchesOf.set(employee, [punch]);
      else earlier.push(punch);
    }
    count += 1;
    if (count % PUNCHES_BETWEEN_CHECKS === 0) refuseFullMemory();
  }
  return punchesOf;
}

function punchOf(row: TableRow, context: RowContext, meanings: ReadonlyMap<string, PunchKind>): PlacedPunch {
  if (row.cell('employee') === '') rowProblem(message('source.csv.empty', { column: 'employee' }));
  const { place, zone } = placeOf(row, context);
  const time = timeOf(row, 'time', { zone, order: context.order, foldColumn: 'timeFold' });
  const written = row.cell('kind');
  const word = written.toLowerCase();
  const kind = meanings.get(word) ?? KINDS.get(word);
  if (kind === undefined) rowProblem(message('source.csv.unknownKind', { got: shown(written) }));
  return { line: row.line, time, kind, written, places: placesOf(row, place) };
}

/** Words of terminals. Numbers mean different things at each, so the configuration says what they mean. */
const WORDS: Readonly<Record<PunchKind, readonly string[]>> = {
  in: ['in', 'i', 'clock in', 'check in', 'check-in', 'kommen', 'eingang', 'aankomst', 'arrivée', 'entrée'],
  out: ['out', 'o', 'clock out', 'check out', 'check-out', 'gehen', 'ausgang', 'vertrek', 'départ', 'sortie'],
  'break-start': [
    'break-start',
    'break start',
    'start break',
    'pausenbeginn',
    'begin pauze',
    'début de pause',
  ],
  'break-end': ['break-end', 'break end', 'end break', 'pausenende', 'einde pauze', 'fin de pause'],
  break: ['break', 'pause', 'pauze'],
  punch: ['', 'punch'],
};

const KINDS: ReadonlyMap<string, PunchKind> = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.map((word) => [word, kind as PunchKind] as const)),
);

function noteDoubled({ notices }: RowContext, line: number): void {
  const { doubled } = notices;
  notices.doubled = { line: Math.min(doubled?.line ?? line, line), count: (doubled?.count ?? 0) + 1 };
}

/** The ID comes from the first punch: if only the end is edited, it is a change of the same entry. */
function recordOf(
  employee: string,
  { first, end, workedSeconds, isOnBreak }: PunchedEntry<PlacedPunch>,
  { ids }: RowContext,
): ReadRecord {
  const content = JSON.stringify([employee, first.time.text, first.written, first.places]);
  const day = first.time.text.slice(0, 10) as LocalDate;
  const openStatus = isOnBreak ? 'OnBreak' : 'Working';
  const record = {
    id: ids.ofContent(content),
    workDate: day,
    status: end === null ? openStatus : 'Completed',
    startsAt: first.time.text,
    endsAt: end?.text ?? null,
    ...(workedSeconds === null ? { workedMinutes: null } : workedFields(workedSeconds)),
    shiftId: null,
    employeeId: employee,
    reviewedAtUtc: null,
    ...first.places,
    agencyWorkerId: null,
  };
  return { record, day, line: first.line };
}
