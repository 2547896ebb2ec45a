import { dateText } from '../../language/dateText.js';
import type { Language } from '../../language/language.js';
import type { ReportModel } from '../reportModel.js';
import { eachRow, textOf } from '../reports/rowAccess.js';

/** Everything of one cause that somebody should look at. */
export interface WorkGroup {
  readonly code: string;
  readonly title: string;
  readonly severity: string;
  /** Whether it keeps this run from being paid. */
  readonly blocks: boolean;
  readonly remedy: string;
  /** The reason it was accepted with. */
  readonly reason: string | null;
  readonly lines: readonly WorkLine[];
}

interface WorkLine {
  readonly date: string | null;
  readonly dateText: string;
  readonly who: string;
  readonly place: string;
  readonly message: string;
}

const RANK: Readonly<Record<string, number>> = { block: 0, 'block-final': 1, warn: 2 };

/** The work list by cause, the worst first; inside a cause by place, person and day. */
export function workGroups(model: ReportModel, language: Language): WorkGroup[] {
  const groups = new Map<string, WorkGroup & { lines: WorkLine[] }>();
  for (const row of eachRow(model, 'exceptions')) {
    const [code, severity] = [textOf(row, 'code'), textOf(row, 'severity')];
    const key = `${code} ${severity}`;
    const accepted = row.accepted === true;
    const group = groups.get(key) ?? {
      code,
      title: textOf(row, 'title'),
      severity,
      blocks: severity !== 'warn' && !accepted,
      remedy: textOf(row, 'remedy'),
      reason: accepted ? textOf(row, 'reason') || '–' : null,
      lines: [],
    };
    const date = textOf(row, 'date');
    group.lines.push({
      date: date || null,
      dateText: date && dateText(language, date),
      who: textOf(row, 'employee.id') && textOf(row, 'employee.name'),
      place: textOf(row, 'establishment.name'),
      message: textOf(row, 'message'),
    });
    groups.set(key, group);
  }
  const order = (group: WorkGroup) => (group.blocks ? 0 : 10) + (RANK[group.severity] ?? 5);
  for (const group of groups.values()) group.lines.sort(byPlacePersonDay);
  return [...groups.values()].sort((a, b) => order(a) - order(b));
}

function byPlacePersonDay(a: WorkLine, b: WorkLine): number {
  const key = ({ place, who, date }: WorkLine) => `${place}\u0000${who}\u0000${date ?? ''}`;
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
