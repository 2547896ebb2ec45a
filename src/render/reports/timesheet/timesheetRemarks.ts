import { hoursText } from '../../../language/hoursText.js';
import { filledIn } from '../../../language/text.js';
import type { DataRow } from '../../dataSet.js';
import type { ReportContext } from '../reportContext.js';
import { textOf } from '../rowAccess.js';

/** Kinds of exceptions that a person who signs should read, in the order in which they stand. */
const TOLD = ['OPEN_ENTRY', 'MISSING_END', 'OVERLAP', 'UNREVIEWED', 'SHIFT_NO_ENTRY', 'NET_EXCEEDS_GROSS'];

/** What stands beside a day: its holiday, absence, what is wrong with it, and a change of the clocks in words. */
export function remarksOf(
  context: ReportContext,
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
  const changes = new Set(entries.flatMap((entry) => clockChangeWords(context, entry)));
  return [textOf(day, 'holiday'), textOf(day, 'absence'), ...changes, ...told].filter(Boolean).join('; ');
}

const OFFSET = /(Z|([+-])(\d\d):(\d\d))$/;

/** `clock change: 1:00 back`, where the two stamps of an entry have different offsets. */
function clockChangeWords({ t, hours, language }: ReportContext, entry: DataRow): string[] {
  const [start, end] = ['entry.startsAt', 'entry.endsAt'].map((field) => offsetMinutes(textOf(entry, field)));
  if (start === undefined || end === undefined || start === end) return [];
  const size = hoursText(Math.abs(end - start), hours, language);
  return [filledIn(t(end > start ? 'clockForward' : 'clockBack'), { size })];
}

function offsetMinutes(stamp: string): number | undefined {
  const [, name = '', sign = '', hours = '', minutes = ''] = OFFSET.exec(stamp) ?? [];
  if (name === 'Z') return 0;
  return name === '' ? undefined : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}
