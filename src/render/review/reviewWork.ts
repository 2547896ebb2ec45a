import { dateText } from '../../language/dateText.js';
import type { Language } from '../../language/language.js';
import type { DataRow } from '../dataSet.js';
import { eachRow, textOf } from '../reports/rowAccess.js';
import type { TemplateModel } from '../templateModel.js';

/** Everything of one cause that somebody should look at. */
export interface WorkGroup {
  readonly code: string;
  readonly title: string;
  readonly severity: string;
  /** Whether it keeps this run from being paid. */
  readonly blocks: boolean;
  readonly remedy: string;
  /** Who can do something about it. */
  readonly actor: string;
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

/** The work list by cause; the rows stand in its order already. */
export function workGroups(model: TemplateModel, language: Language): WorkGroup[] {
  const groups = new Map<string, WorkGroup & { lines: WorkLine[] }>();
  for (const row of eachRow(model, 'exceptions')) {
    const [code, severity] = [textOf(row, 'code'), textOf(row, 'severity')];
    const accepted = row.accepted === true;
    const key = `${code} ${severity} ${accepted ? textOf(row, 'reason') : ''}`;
    const group = groups.get(key) ?? {
      code,
      title: textOf(row, 'title'),
      severity,
      blocks: severity !== 'warn' && !accepted,
      remedy: textOf(row, 'remedy'),
      actor: textOf(row, 'actor'),
      reason: accepted ? textOf(row, 'reason') || '–' : null,
      lines: [],
    };
    const date = textOf(row, 'date');
    group.lines.push({
      date: date || null,
      dateText: date && dateText(language, date),
      who: whoOf(row),
      place: textOf(row, 'establishment.name'),
      message: textOf(row, 'message'),
    });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The person, or the agency worker by name; empty where it is about nobody. */
function whoOf(row: DataRow): string {
  if (textOf(row, 'employee.id') !== '') return textOf(row, 'employee.name');
  return textOf(row, 'who') === textOf(row, 'record') ? '' : textOf(row, 'who');
}
