import type { Change, PeriodComparison } from '../../domain/changes/runComparison.js';
import {
  buildFindingReport,
  findingLink,
  type PeriodSummary,
  payCodeLabel,
} from '../../domain/computed/computedPeriod.js';
import { EXCEPTIONS, type RatedFinding } from '../../domain/exceptions/finding.js';
import { sortByText } from '../../domain/exceptions/rule.js';
import { exceptionWording, findingMessage } from '../../domain/exceptions/wording.js';
import {
  type FindingReport,
  messageReader,
  personName,
  severityText,
  sortByWorkList,
} from '../../domain/exceptions/workList.js';
import type { HolidaySource } from '../../domain/holidays/dayHoliday.js';
import type { PaidTotals } from '../../domain/pay/paidTotals.js';
import {
  createDistinctNames,
  createNameDirectory,
  type DistinctName,
  shownName,
} from '../../domain/people/peopleDirectory.js';
import { isInside } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { ControlTotals, Tally, TotalsBySubject } from '../../domain/timesheet/controlTotals.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { withoutSecrets } from '../../runtime/outsideText.js';
import type { DataSet } from '../dataSet.js';
import { field, makeDataSet } from './fieldDefinition.js';
import { type HolidayNotes, holidayNotes } from './holidayTexts.js';
import type { Lookups } from './modelLookups.js';
import { reportText } from './reportText.js';
import { calendarFields, employeeFields, workFields } from './sharedFields.js';

const MESSAGE_CHARACTERS = 4000;

/** A row per exception, in words of the run's language and in the order of the work list. */
export function exceptionsSet(input: PeriodSummary, find: Lookups): DataSet {
  const person = employeeFields<RatedFinding>(
    ({ employeeId, date }) => find.person(employeeId, date ?? undefined),
    input.mapping,
  );
  const { language } = input.run;
  const say = sayIn(language);
  const reader = messageReader(input.run);
  // Few templates use it, so names and order are computed on demand.
  let known: FindingReport | undefined;
  const found = (): FindingReport => {
    known ??= buildFindingReport(input);
    return known;
  };
  return makeDataSet<RatedFinding>(
    'exceptions',
    [
      field('code', 'text', 'exceptionCode', ({ code }) => code),
      field('title', 'text', 'exceptionTitle', ({ code }) => exceptionWording(code, language).title),
      field('severity', 'text', 'severity', ({ severity }) => severity),
      field('severityText', 'text', 'severityText', (finding) => severityText(finding, language)),
      field('accepted', 'boolean', 'accepted', ({ accepted }) => accepted !== undefined),
      field('reason', 'text', 'acceptedReason', ({ accepted }) => accepted || null),
      field('who', 'text', 'who', (finding) => personName(finding, found())),
      ...person,
      field('date', 'date', 'concernedDate', ({ date }) => date),
      ...calendarFields<RatedFinding>(({ date }) => date, input.period),
      field('record', 'text', 'recordId', ({ record }) => record),
      ...workFields<RatedFinding>(({ record }) => input.works.get(record), find),
      field(
        'url',
        'text',
        'recordUrl',
        (finding) => findingLink(input.run.links, input.works, finding)?.url ?? null,
      ),
      field('message', 'text', 'found', (finding) => cutText(findingMessage(finding, reader))),
      field('remedy', 'text', 'remedy', ({ code }) => exceptionWording(code, language).remedy),
      field('actor', 'text', 'actor', ({ code }) => say(`work.actor.${EXCEPTIONS[code].actor}`)),
    ],
    { [Symbol.iterator]: () => sortByWorkList(found())[Symbol.iterator]() },
  );
}

/** A record with thousands of faults must not prevent a draft; `check` lists all of them. */
function cutText(message: string): string {
  const text = withoutSecrets(message);
  if (text.length <= MESSAGE_CHARACTERS) return text;
  const characters = [...text];
  return `${characters.slice(0, MESSAGE_CHARACTERS).join('')} … (+${characters.length - MESSAGE_CHARACTERS})`;
}

interface ControlLine extends Tally {
  readonly scope: 'total' | 'establishment' | 'employee';
  readonly subject: string;
  readonly subjectId: string | null;
  readonly reason: string;
}

type Subject = Pick<ControlLine, 'scope' | 'subject' | 'subjectId'>;

const NOT_NAMED = '–';

/** The result of every fetched entry and minute: in total, by establishment and by employee. */
export function controlSet(input: PeriodSummary, find: Lookups): DataSet {
  const { control, run } = input;
  const total = { scope: 'total', subject: run.employerName, subjectId: run.employerId } as const;
  const nameOf = createNameDirectory(input.data, input.mapping, input.period);
  const employee = (id: string | null): string => (find.person(id) ? nameOf(id ?? '') : NOT_NAMED);
  const lines = {
    *[Symbol.iterator](): Generator<ControlLine> {
      yield* controlLines(total, control);
      yield* paidLines(total, input.paid);
      yield* absenceLines(total, input.absences);
      yield* subjectLines(
        'establishment',
        control.byEstablishment,
        (id) => find.establishment(id) ?? NOT_NAMED,
      );
      yield* subjectLines('employee', control.byEmployee, employee);
    },
  };
  let isNegative: boolean | undefined;
  const hasNegative = (): boolean => {
    isNegative ??= [...lines].some(({ minutes }) => minutes < 0);
    return isNegative;
  };
  return makeDataSet<ControlLine>(
    'control',
    [
      field('scope', 'text', 'scope', ({ scope }) => scope),
      field('subject', 'text', 'subject', ({ subject }) => subject),
      field('subjectId', 'text', 'subjectId', ({ subjectId }) => subjectId),
      field('isNamed', 'boolean', 'subjectIsNamed', isNamed),
      field('scopeText', 'text', 'scopeText', ({ scope }) => reportText(run.language, scope)),
      field('reason', 'text', 'category', ({ reason }) => reason),
      field('reasonText', 'text', 'categoryText', ({ reason }) => reportText(run.language, reason)),
      field('entries', 'integer', 'entries', ({ entries }) => entries),
      field('minutes', 'minutes', 'minutes', ({ minutes }) => minutes),
      field('hasNegative', 'boolean', 'controlHasNegative', () => hasNegative()),
    ],
    lines,
  );
}

/** Whether more than an ID is known. */
const isNamed = ({ subject, subjectId }: Subject): boolean =>
  subject !== NOT_NAMED && subjectId !== null && subject !== subjectId;

/** By name; people with the same name have separate lines. Lines are generated on demand. */
function* subjectLines(
  scope: 'establishment' | 'employee',
  totals: TotalsBySubject,
  nameOf: (id: string | null) => string,
): Generator<ControlLine> {
  const sorted = [...totals.keys()]
    .map((subjectId) => ({ scope, subject: nameOf(subjectId), subjectId }))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const subject of sorted) {
    const own = totals.get(subject.subjectId);
    if (own !== undefined) yield* controlLines(subject, own);
  }
}

function sortKey({ subject, subjectId }: Subject): string {
  return `${subject}\n${subjectId ?? ''}`;
}

/** How exported minutes became paid ones; empty if both are the same. */
function paidLines(subject: Subject, { differences, paid }: PaidTotals): ControlLine[] {
  if (differences.length === 0) return [];
  return [
    ...differences.map((difference) => ({ ...subject, ...difference })),
    { ...subject, reason: 'paid', ...paid },
  ];
}

/**
 * Absences have their own source: they are shown in addition to fetched and paid minutes, and never included in them.
 */
function absenceLines(subject: Subject, absences: Tally): ControlLine[] {
  return absences.entries === 0 ? [] : [{ ...subject, reason: 'absence', ...absences }];
}

function controlLines(
  subject: Subject,
  { fetched, exported, excluded, estimates }: ControlTotals,
): ControlLine[] {
  return [
    { ...subject, reason: 'fetched', ...fetched },
    { ...subject, reason: 'exported', ...exported },
    ...excluded.map((tally) => ({ ...subject, ...tally })),
    ...(estimates === undefined ? [] : [{ ...subject, reason: 'estimate', ...estimates }]),
  ];
}

interface ComparedChange extends Change {
  readonly against: 'earlier-period' | 'same-period';
  readonly label: string;
}

/** A row for each person or pay code with an unusual change against an earlier run. */
export function changesSet(input: PeriodSummary, find: Lookups): DataSet {
  const { comparison, mapping, payCodes, run } = input;
  const say = sayIn(run.language);
  // Few templates use it, so the names are computed on demand.
  let known: ReturnType<typeof createDistinctNames> | undefined;
  const nameOf = (id: string): DistinctName => {
    known ??= createDistinctNames(input.data, mapping, input.period);
    return known(id);
  };
  return makeDataSet<ComparedChange>(
    'changes',
    [
      field('against', 'text', 'against', ({ against }) => against),
      field('label', 'text', 'comparedLabel', ({ label }) => label),
      field('againstText', 'text', 'againstText', ({ against, label }) =>
        against === 'same-period' ? say('review.changesSame') : label,
      ),
      field('change', 'text', 'change', ({ kind }) => kind),
      field('changeText', 'text', 'changeText', ({ kind }) => say(`review.change-${kind}`)),
      field('who', 'text', 'listedName', ({ employeeId }) =>
        employeeId === null ? null : shownName(nameOf(employeeId)),
      ),
      ...employeeFields<ComparedChange>(({ employeeId }) => find.person(employeeId), mapping),
      field('payCode', 'text', 'changedCode', ({ payCode }) => payCode),
      field('payCodeLabel', 'text', 'payCodeLabel', (change) =>
        change.payCode === null ? null : payCodeLabel(change.payCode, payCodes, run.language),
      ),
      field('beforeMinutes', 'minutes', 'paidBefore', ({ unit, before }) =>
        unit === 'minutes' ? before : null,
      ),
      field('afterMinutes', 'minutes', 'paidNow', ({ unit, after }) => (unit === 'minutes' ? after : null)),
      field('differenceMinutes', 'minutes', 'changedBy', ({ unit, before, after }) =>
        unit === 'minutes' ? after - before : null,
      ),
      field('unit', 'text', 'changedUnit', ({ unit }) => unit),
      field('before', 'number', 'changedBefore', ({ unit, before }) => (unit === 'minutes' ? null : before)),
      field('after', 'number', 'changedAfter', ({ unit, after }) => (unit === 'minutes' ? null : after)),
    ],
    [
      ...listChanges('earlier-period', comparison?.earlierPeriod),
      // A repeated draft must be identical: only finals show changes since the last run.
      ...(comparison?.audit === undefined ? [] : listChanges('same-period', comparison.samePeriod)),
    ],
  );
}

function listChanges(
  against: ComparedChange['against'],
  comparison: PeriodComparison | undefined,
): readonly ComparedChange[] {
  if (comparison === undefined) return [];
  return comparison.changes.map((change) => ({ ...change, against, label: comparison.label }));
}

interface ListedHoliday extends HolidayNotes {
  readonly date: LocalDate;
  readonly name: string;
  readonly originalDate: LocalDate | undefined;
  readonly text: string | null;
}

/** Holidays of the period, on the dates on which they are granted: one row each, wherever they hold. */
export function holidaysSet(
  { holidays, period }: Pick<PeriodSummary, 'holidays' | 'period'>,
  find: Lookups,
): DataSet {
  const listed = holidays.dates
    .filter((date) => isInside(date, period))
    .flatMap((date) => holidays.sourcesOn(date).map((source) => listedHoliday(date, source, find)));
  return makeDataSet<ListedHoliday>(
    'holidays',
    [
      field('date', 'date', 'grantedDate', ({ date }) => date),
      ...calendarFields<ListedHoliday>(({ date }) => date, period),
      field('name', 'text', 'name', ({ name }) => name),
      field('originalDate', 'date', 'originalDate', ({ originalDate }) => originalDate ?? null),
      field('part', 'text', 'holidayPart', ({ part }) => part || null),
      field('where', 'text', 'holidayWhere', ({ where }) => find.list(where) || null),
      field('text', 'text', 'holidayText', ({ text }) => text),
    ],
    sortByText(listed, ({ date, name }) => `${date} ${name}`),
  );
}

function listedHoliday(date: LocalDate, source: HolidaySource, find: Lookups): ListedHoliday {
  const { name, originalDate } =
    source.kind === 'service' ? source.holiday : { ...source.row, originalDate: undefined };
  const text = find.holidayText({ sources: [source] });
  return { date, name, originalDate, text, ...holidayNotes(source, find.establishment) };
}
