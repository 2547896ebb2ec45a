import { eachRow, numberOf, textOf } from '../reports/rowAccess.js';
import type { TemplateModel } from '../templateModel.js';

/** Start, end, worked minutes on the day, place. */
type ReviewEntry = readonly [start: string, end: string, workedMinutes: number, place: string];

/** Employee id -> day -> the entries behind the number. */
export type ReviewEntries = Readonly<Record<string, Readonly<Record<string, readonly ReviewEntry[]>>>>;

/** More would make the page slow to open; it names the `explain` command instead. */
const MOST_ENTRIES = 20_000;

/** The entries behind each number; undefined where a page cannot hold them all. */
export function entriesOf(model: TemplateModel): ReviewEntries | undefined {
  const entries: Record<string, Record<string, ReviewEntry[]>> = {};
  let count = 0;
  for (const row of eachRow(model, 'entries')) {
    const id = textOf(row, 'employee.id');
    if (id === '') continue;
    count += 1;
    if (count > MOST_ENTRIES) return undefined;
    entries[id] ??= {};
    const ofPerson = entries[id];
    const date = textOf(row, 'date');
    ofPerson[date] ??= [];
    ofPerson[date].push([
      clock(row['entry.startTime'], row['entry.startOffset']),
      clock(row['entry.endTime'], row['entry.endOffset']),
      numberOf(row, 'workedMinutes') ?? 0,
      textOf(row, 'establishment.name'),
    ]);
  }
  return entries;
}

/** With the offset where the time alone does not say all. */
function clock(time: unknown, offset: unknown): string {
  return [time, offset].filter((part) => typeof part === 'string' && part !== '').join(' ');
}
