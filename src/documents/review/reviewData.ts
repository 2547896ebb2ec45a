import { parseCodeKey } from '../../domain/changes/runComparison.js';
import type { PortalLinks } from '../../domain/exceptions/portalLinks.js';
import { severityNames } from '../../domain/exceptions/wording.js';
import type { Verdict } from '../../domain/month/verdict.js';
import { builtInTexts } from '../../i18n/catalogue.js';
import { dateText, decimalSign, shortWeekdayName, stampText } from '../../i18n/dateText.js';
import { formatMessage } from '../../i18n/formatMessage.js';
import type { HourNotation } from '../../i18n/hoursText.js';
import { type Language, languageTag } from '../../i18n/language.js';
import type { KeyOf, Message, MessageId } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import { reportText } from '../model/reportText.js';
import type { FileDigest } from '../outputFile.js';
import { type ChangeLine, changeLines, closingFacts } from '../reports/coverFacts.js';
import { type CodeLine, codeLines, DaySums } from '../reports/periodSums.js';
import { type ReportContext, verdictOfRun } from '../reports/reportContext.js';
import { eachRow, numberField, shownEmployee, textField } from '../reports/rowAccess.js';
import type { EarlierRun, TemplateModel } from '../templateModel.js';
import {
  buildPersonLines,
  buildReviewEntries,
  type ReviewEntries,
  type WorkGroup,
  workGroups,
} from './reviewLists.js';
import type { DayLine, PersonLine, ReviewTotals } from './reviewShapes.js';

/** The final run that a review compares with. */
export interface ReviewComparison {
  /** Its name for people, such as its period. */
  readonly label: string;
  readonly totals: ReviewTotals;
  /** Employee id -> paid minutes. */
  readonly paidMinutes: ReadonlyMap<string, number>;
  readonly codes: readonly CodeLine[];
}

/** The data of a run that the page and the window show. */
export interface PeriodReview {
  readonly language: string;
  readonly texts: PageTexts;
  readonly unit: HourNotation;
  readonly decimalSign: string;
  readonly employer: string;
  readonly employerKey: string;
  readonly period: string;
  readonly subtitle: string;
  readonly facts: string;
  readonly verdict: Verdict;
  readonly totals: ReviewTotals;
  readonly previous: { label: string; totals: ReviewTotals; codes: readonly CodeLine[] } | null;
  readonly changes: readonly ChangeLine[];
  /** For a final: its author and time, and the preceding ledger record. */
  readonly closing: readonly (readonly [title: string, value: string])[];
  /** The other files of a final. */
  readonly files: readonly FileDigest[];
  readonly days: readonly DayLine[];
  readonly places: readonly string[];
  readonly people: readonly PersonLine[];
  readonly codes: readonly CodeLine[];
  /** The meaning of the severities, in words. */
  readonly severities: Readonly<Record<string, string>>;
  readonly clock: readonly Readonly<Record<string, string | number | null>>[];
  readonly control: readonly ControlLine[];
}

/** All data of the page, as embedded in it. */
export interface ReviewData extends PeriodReview {
  readonly work: readonly WorkGroup[];
  /** Left out if there are too many for a page. */
  readonly entries?: ReviewEntries;
  /** The address of an entry in the portal, with `{id}`; omitted if none is configured. */
  readonly entryAddress?: string;
}

interface ControlLine {
  readonly title: string;
  readonly entries: number;
  readonly minutes: number;
  readonly strong: boolean;
}

/** The page's data of a run. @param previous the final run before it, if there is one */
export function reviewData(
  context: ReportContext,
  previous: ReviewComparison | undefined,
  links: PortalLinks = {},
): ReviewData {
  const { model, language } = context;
  const { clock, control, ...period } = periodReview(context, previous);
  const entries = buildReviewEntries(model, links.timeEntry !== undefined);
  return {
    ...period,
    work: workGroups(model, language),
    clock,
    control,
    ...(entries === undefined ? {} : { entries }),
    ...(links.timeEntry === undefined ? {} : { entryAddress: links.timeEntry }),
  };
}

/** The same without entries and work list: the window has lists of its own. */
export function periodReview(context: ReportContext, previous: ReviewComparison | undefined): PeriodReview {
  const { model, language, run, say } = context;
  const days = dayLines(context);
  const dates = days.map(({ date }) => date);
  const { people, places } = buildPersonLines(model, dates, previous?.paidMinutes ?? new Map());
  const isFinal = run('state') === 'final';
  const state = say(isFinal ? 'review.final' : 'review.draft');
  return {
    language: languageTag(language),
    texts: pageTexts(language),
    unit: context.hours,
    decimalSign: decimalSign(language),
    employer: run('employerName'),
    employerKey: run('employer'),
    period: run('periodLabel'),
    subtitle: `${run('periodLabel')} · ${dateText(language, run('from'))} – ${dateText(language, run('to'))} · ${state}`,
    facts: say('review.madeWith', { tzdata: run('tzdata'), version: run('version') }),
    verdict: verdictOfRun(context),
    totals: sumTotals(people, days),
    previous: previous ? { label: previous.label, totals: previous.totals, codes: previous.codes } : null,
    changes: changeLines(model, context),
    closing: closingFacts(context),
    files: [],
    days,
    places,
    people,
    codes: codeLines(model),
    severities: severityNames(language),
    clock: clockLines(context),
    control: controlLines(context),
  };
}

function sumTotals(people: readonly PersonLine[], days: readonly DayLine[]): ReviewTotals {
  const sum = (of: (person: PersonLine) => number) => people.reduce((total, person) => total + of(person), 0);
  return {
    people: people.length,
    workedMinutes: sum(({ workedMinutes }) => workedMinutes),
    plannedMinutes: days.reduce((total, { plannedMinutes }) => total + plannedMinutes, 0),
    paidMinutes: sum(({ paidMinutes }) => paidMinutes),
  };
}

function dayLines(context: ReportContext): DayLine[] {
  const { language, model } = context;
  const sums = new DaySums();
  for (const row of eachRow(model, 'employee-days')) sums.add(row);
  return sums.rows(context).map((row) => {
    const [date, holiday] = [textField(row, 'date'), textField(row, 'holiday')];
    const weekday = numberField(row, 'weekday') ?? 0;
    return {
      date,
      dateText: dateText(language, date),
      weekday: shortWeekdayName(language, weekday),
      holiday: holiday || null,
      free: weekday > 5 || holiday !== '',
      workedMinutes: numberField(row, 'workedMinutes') ?? 0,
      plannedMinutes: numberField(row, 'plannedMinutes') ?? 0,
    };
  });
}

function clockLines({ model, language }: ReportContext): ReviewData['clock'] {
  const lineOf = (row: DataRow) => ({
    key: textField(row, 'entry.id'),
    name: shownEmployee(model, row),
    startsAt: textField(row, 'entry.startsAt'),
    start: stampText(language, textField(row, 'entry.startsAt')),
    endsAt: textField(row, 'entry.endsAt'),
    end: stampText(language, textField(row, 'entry.endsAt')),
    elapsedMinutes: numberField(row, 'elapsedMinutes'),
    clockMinutes: numberField(row, 'clockMinutes'),
    workedMinutes: numberField(row, 'workedMinutes'),
    paidMinutes: numberField(row, 'paidMinutes'),
  });
  return [...eachRow(model, 'clock-changes')].map(lineOf);
}

function controlLines({
  model,
  language,
}: Pick<ReportContext, 'language'> & { model: TemplateModel }): ControlLine[] {
  return [...eachRow(model, 'control')]
    .filter((row) => textField(row, 'scope') === 'total')
    .map((row) => {
      const reason = textField(row, 'reason');
      return {
        title: reportText(language, reason),
        entries: numberField(row, 'entries') ?? 0,
        minutes: numberField(row, 'minutes') ?? 0,
        strong: reason === 'fetched' || reason === 'exported' || reason === 'paid',
      };
    });
}

/** The previous period's final as shown in the review; undefined if there is none. */
export function reviewComparison(earlier: EarlierRun | undefined): ReviewComparison | undefined {
  if (earlier === undefined) return undefined;
  const { label, figures, hasPlanning } = earlier;
  const people = [...figures.values()];
  const sum = (of: 'workedMinutes' | 'plannedMinutes' | 'paidMinutes') =>
    people.reduce((total, person) => total + person[of], 0);
  return {
    label,
    totals: {
      people: people.length,
      workedMinutes: sum('workedMinutes'),
      plannedMinutes: hasPlanning ? sum('plannedMinutes') : null,
      paidMinutes: sum('paidMinutes'),
    },
    paidMinutes: new Map([...figures].map(([id, { paidMinutes }]) => [id, paidMinutes])),
    codes: sumComparedCodes(earlier),
  };
}

function sumComparedCodes({ figures, labelOf }: EarlierRun): CodeLine[] {
  const codes = new Map<string, { minutes: number; people: number }>();
  for (const person of figures.values()) {
    for (const [key, minutes] of Object.entries(person.codes)) {
      const sum = codes.get(key) ?? { minutes: 0, people: 0 };
      codes.set(key, { minutes: sum.minutes + minutes, people: sum.people + 1 });
    }
  }
  return [...codes].map(([key, sums]) => {
    const { kind, payCode } = parseCodeKey(key);
    const unit = 'minutes' as const;
    return { code: payCode, label: labelOf(payCode), kind, unit, amount: sums.minutes, ...sums };
  });
}

/** Keys of the catalogue that the page's scripts use; those with a dot are only for the program. */
type PageKey = Exclude<KeyOf<'review'>, `${string}.${string}`>;

/** The texts of the page. The scripts replace `{name}` with the unchanged value; nothing else in a text is special. */
type PageTexts = Readonly<Record<PageKey, string>>;

/** All values that texts of the page may have; the text then contains the value's placeholder. */
const PLACEHOLDERS = Object.fromEntries(
  ['value', 'label', 'first', 'last', 'all', 'shown', 'count', 'reason', 'at', 'by', 'tzdata', 'version'].map(
    (name) => [name, `{${name}}`],
  ),
);

/** The texts that are embedded in the page, in one language. */
function pageTexts(language: Language): PageTexts {
  const keys = Object.keys(builtInTexts('en', 'review')).filter((key) => !key.includes('.'));
  const texts = keys.map((key) => {
    const text: Message = { id: `review.${key}` as MessageId, values: PLACEHOLDERS };
    return [key, formatMessage(text, language)];
  });
  return Object.fromEntries(texts) as PageTexts;
}
