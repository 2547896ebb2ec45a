import type { Change } from '../../domain/changes/runComparison.js';
import { groupBy } from '../../domain/collections.js';
import { exceptionName } from '../../domain/exceptions/wording.js';
import { type Reader, type Say, sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { quantityText } from '../controlSlip.js';
import type { TemplateModel } from '../templateModel.js';
import type { ReportContext } from './reportContext.js';
import { eachRow, numberField, shownEmployee, textField } from './rowAccess.js';

/** For a final: its author and time, and the preceding ledger record. Empty for a draft. */
export function closingFacts({ run, say, draft }: ReportContext): (readonly [string, string])[] {
  if (draft || run('madeAt') === '') return [];
  const at = run('madeAt')
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  const previous = [run('previousFinal'), run('previousFinalDigest')].filter(Boolean).join(' · ');
  const takenBack = [run('takenBack'), run('takenBackReason')].filter(Boolean).join(': ');
  return [
    [say('review.made'), say('review.madeBy', { at, by: run('madeBy') || '–' })],
    [say('review.chainBefore'), run('previousDigest') || say('review.firstLink')],
    [say('review.previousFinal'), previous || '–'],
    ...(takenBack === '' ? [] : [[say('review.takenBack'), takenBack] as const]),
  ];
}

/** The unusual changes, in words. */
export interface ChangeLine {
  readonly key: string;
  /** The compared period, or a text for a run of the same period. */
  readonly against: string;
  readonly name: string;
  /** A description of the change. */
  readonly what: string;
  /** The pay code, if the change is about one. */
  readonly code: string;
  /** 0 for times and days. */
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
  /** Times or days, in words; undefined for hours. */
  readonly quantity?: { readonly before: string; readonly after: string; readonly difference: string };
}

/** The data set `changes` in reading order: people added and removed, then hours, then pay codes. */
export function changeLines(model: TemplateModel, { say, language }: ChangeWords): ChangeLine[] {
  return [...eachRow(model, 'changes')].map((row, index) => {
    return {
      key: String(index),
      against:
        textField(row, 'against') === 'same-period' ? say('review.changesSame') : textField(row, 'label'),
      name: shownEmployee(model, row),
      what: say(`review.change-${textField(row, 'change') as Change['kind']}`),
      code: textField(row, 'payCodeLabel'),
      beforeMinutes: numberField(row, 'beforeMinutes') ?? 0,
      afterMinutes: numberField(row, 'afterMinutes') ?? 0,
      ...changedQuantity(row, language),
    };
  });
}

interface ChangeWords {
  readonly say: Say;
  readonly language: Language;
}

type ChangeRow = Parameters<typeof numberField>[0];

function changedQuantity(row: ChangeRow, language: Language): Pick<ChangeLine, 'quantity'> {
  const [before, after] = [numberField(row, 'before'), numberField(row, 'after')];
  if (before === null || after === null) return {};
  const unit = textField(row, 'unit') === 'days' ? 'days' : 'times';
  const text = (amount: number) => quantityText(amount, unit, language);
  const moved = Math.round((after - before) * 1000) / 1000;
  const difference = moved > 0 ? `+${text(moved)}` : `−${text(-moved)}`;
  return { quantity: { before: text(before), after: text(after), difference } };
}

/** Some lines below a heading. */
export interface TextBlock {
  readonly heading: string;
  readonly items: readonly string[];
}

const FIELDS = ['entries', 'plannedMinutes', 'workedMinutes'] as const;

/**
 * The front sheet in a few lines of text, for a mail: employees, time entries and hours, and the items to resolve by
 * cause. It contains no names of employees.
 */
export function coverText(model: TemplateModel, { language, hours }: Reader): readonly TextBlock[] {
  const say = sayIn({ language, hours });
  const open = [...eachRow(model, 'exceptions')].filter(({ accepted }) => accepted !== true);
  const causes = [...groupBy(open, (row) => textField(row, 'code'))].map(([code, rows]) => {
    const values = { count: rows.length, exception: exceptionName(language, code) };
    const severity = textField(rows[0] ?? {}, 'severityText');
    return say('reports.causeRated', { ...values, severity });
  });
  return [
    { heading: say('reports.cover'), items: figureLines(model, say) },
    { heading: say('review.workList'), items: causes.length === 0 ? [say('review.nothingToDo')] : causes },
  ];
}

/** `Entries: 742`; a sum that no employee has is left out. */
function figureLines(model: TemplateModel, say: Say): string[] {
  let people = 0;
  const sums = new Map<(typeof FIELDS)[number], number>();
  for (const row of eachRow(model, 'employees')) {
    people += 1;
    for (const field of FIELDS) {
      const value = numberField(row, field);
      if (value !== null) sums.set(field, (sums.get(field) ?? 0) + value);
    }
  }
  const line = (label: string, value: string) => say('reports.labelled', { label, value });
  const [entries, planned, worked] = FIELDS.map((field) => sums.get(field));
  const hoursLine = (label: string, minutes: number | undefined) =>
    minutes === undefined ? [] : [line(label, say('reports.hoursAmount', { minutes }))];
  return [
    line(say('reports.employees'), String(people)),
    ...(entries === undefined ? [] : [line(say('reports.entries'), String(entries))]),
    ...hoursLine(say('reports.planned'), planned),
    ...hoursLine(say('reports.worked'), worked),
  ];
}
