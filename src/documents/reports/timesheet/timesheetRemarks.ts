import type { DataRow } from '../../dataSet.js';
import type { ReportContext } from '../reportContext.js';
import { textOf } from '../rowAccess.js';

/** Kinds of exceptions that a person who signs should read, in the order in which they stand. */
const TOLD = ['OPEN_ENTRY', 'MISSING_END', 'OVERLAP', 'UNREVIEWED', 'SHIFT_NO_ENTRY', 'NET_EXCEEDS_GROSS'];

/** What stands beside a day: its holiday, absence, what is wrong with it, and a change of the clocks in words. */
export function remarksOf(
  { t }: ReportContext,
  day: DataRow,
  entries: readonly DataRow[],
  exceptions: readonly DataRow[],
): string {
  const date = textOf(day, 'date');
  const titles = new Map<string, string>();
  for (const exception of exceptions) {
    if (textOf(exception, 'date') !== date) continue;
    titles.set(textOf(exception, 'code'), textOf(exception, 'title'));
  }
  const told = TOLD.flatMap((code) => titles.get(code) ?? []);
  const changes = entries.flatMap((entry) =>
    crossesChange(entry) ? `${t('clockChange')} ${offsets(entry)}` : [],
  );
  return [textOf(day, 'holiday'), textOf(day, 'absence'), ...changes, ...told].filter(Boolean).join('; ');
}

const OFFSET = /(Z|[+-]\d\d:\d\d)$/;

/** Worked over a change of the clocks: its two stamps have different offsets. */
function crossesChange(entry: DataRow): boolean {
  const [start, end] = offsetsOf(entry);
  return start !== undefined && end !== undefined && start !== end;
}

/** `+02:00 → +01:00`. */
function offsets(entry: DataRow): string {
  return offsetsOf(entry).join(' → ');
}

function offsetsOf(entry: DataRow): (string | undefined)[] {
  return ['entry.startsAt', 'entry.endsAt'].map((field) => OFFSET.exec(textOf(entry, field))?.[1]);
}
