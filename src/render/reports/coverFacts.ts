import { groupBy } from '../../domain/collections.js';
import { exceptionName } from '../../domain/exceptions/wording.js';
import { type HourNotation, hoursText } from '../../i18n/hoursText.js';
import type { Language } from '../../i18n/language.js';
import { type ReviewTexts, reviewTexts, type TextKey, text, withLabel } from '../../i18n/text.js';
import type { TemplateModel } from '../templateModel.js';
import type { ReportContext } from './reportContext.js';
import { eachRow, numberField, textField } from './rowAccess.js';

/** Of a final: who made it and when, and what stands before it in the ledger; nothing of a draft. */
export function closingFacts({ run, language, draft }: ReportContext): (readonly [string, string])[] {
  if (draft || run('madeAt') === '') return [];
  const words = reviewTexts(language);
  const at = run('madeAt')
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  const previous = [run('previousFinal'), run('previousFinalDigest')].filter(Boolean).join(' · ');
  const takenBack = [run('takenBack'), run('takenBackReason')].filter(Boolean).join(': ');
  return [
    [words.made, words.madeBy.replace('{at}', at).replace('{by}', run('madeBy') || '–')],
    [words.chainBefore, run('previousDigest') || words.firstLink],
    [words.previousFinal, previous || '–'],
    ...(takenBack === '' ? [] : [[words.takenBack, takenBack] as const]),
  ];
}

/** What moved unusually, in words. */
export interface ChangeLine {
  readonly key: string;
  /** The period that it is compared with; of a run of the same period, a text that says so. */
  readonly against: string;
  readonly name: string;
  /** What happened. */
  readonly what: string;
  /** The pay code, where it is about one. */
  readonly code: string;
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
}

/** The data set `changes` in the order in which people look: who came and went, then hours, then pay codes. */
export function changeLines(model: TemplateModel, texts: ReviewTexts): ChangeLine[] {
  return [...eachRow(model, 'changes')].map((row, index) => {
    const kind = `change-${textField(row, 'change')}` as keyof ReviewTexts;
    return {
      key: String(index),
      against: textField(row, 'against') === 'same-period' ? texts.changesSame : textField(row, 'label'),
      name: textField(row, 'employee.name'),
      what: texts[kind],
      code: textField(row, 'payCodeLabel'),
      beforeMinutes: numberField(row, 'beforeMinutes') ?? 0,
      afterMinutes: numberField(row, 'afterMinutes') ?? 0,
    };
  });
}

/** Some lines below a heading. */
export interface TextBlock {
  readonly heading: string;
  readonly items: readonly string[];
}

const SUMS: readonly TextKey[] = ['entries', 'planned', 'worked'];
const FIELDS = ['entries', 'plannedMinutes', 'workedMinutes'] as const;

/** Whom the text is for, and how they read hours. */
interface CoverReader {
  readonly language: Language;
  readonly hours: HourNotation;
}

/**
 * The front sheet in a few lines of text, for a mail: people, entries and hours, and what is still to be done, by cause.
 * Names of employees are not in it.
 */
export function coverText(model: TemplateModel, { language, hours }: CoverReader): readonly TextBlock[] {
  let people = 0;
  const sums: (number | null)[] = FIELDS.map(() => null);
  for (const row of eachRow(model, 'employees')) {
    people += 1;
    for (const [index, field] of FIELDS.entries()) {
      const value = numberField(row, field);
      if (value !== null) sums[index] = (sums[index] ?? 0) + value;
    }
  }
  const figures = sums.flatMap((sum, index) => {
    if (sum === null) return [];
    const time = () => `${hoursText(sum, hours, language)} ${text(language, 'hoursUnit')}`;
    return [withLabel(language, text(language, SUMS[index] ?? 'entries'), index > 0 ? time() : String(sum))];
  });
  const open = [...eachRow(model, 'exceptions')].filter(({ accepted }) => accepted !== true);
  const causes = [...groupBy(open, (row) => textField(row, 'code'))].map(([code, [first, ...others]]) => {
    const cause = `${others.length + 1} × ${exceptionName(language, code)}`;
    return first === undefined ? cause : `${cause} (${textField(first, 'severityText')})`;
  });
  const { workList, nothingToDo } = reviewTexts(language);
  return [
    {
      heading: text(language, 'cover'),
      items: [withLabel(language, text(language, 'employees'), String(people)), ...figures],
    },
    { heading: workList, items: causes.length === 0 ? [nothingToDo] : causes },
  ];
}
