import { groupBy } from '../../domain/collections.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { blockingFindings, type ExceptionCode, type RatedFinding } from '../../domain/exceptions/finding.js';
import { findingText } from '../../domain/exceptions/wording.js';
import { type FindingReport, personName } from '../../domain/exceptions/workList.js';
import type { MonthStatus } from '../../domain/month/monthStatus.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, joined, type Message, message, type Text } from '../../i18n/message.js';

/** The lines of the mapping file that stop a run with a template that needs numbers. */
export interface BrokenMapping {
  readonly error: PaytallyError;
  /** The people of these lines: their missing payroll IDs are not reported again. */
  readonly employeeIds: ReadonlySet<string>;
}

/** The blocking findings that one recipient of a run's deliveries can resolve. */
export interface ConcernedWork {
  /** Its name in the configuration. */
  readonly delivery: string;
  readonly address: string;
  readonly found: FindingReport;
}

/** The request of a run that the data stops. */
interface BlockedRun {
  readonly state: ExportState;
  readonly period: Period;
}

/** The data stops the run. Contains all findings, so that they can be shown at once. */
export class ExportBlocked extends PaytallyError {
  readonly found: FindingReport;
  /** The work concerned, for each recipient of files about these people or places. */
  concerned: readonly ConcernedWork[] = [];
  /** The state of the period with this run. */
  month: MonthStatus | undefined;
  /** Pay lines that differ from finals of these days; undefined if none is final. */
  changed: { readonly lines: number; readonly period: Period } | undefined;
  /** The short form, for a reader who has the whole list. */
  readonly verdict: { readonly text: AnyMessage; readonly remedy: AnyMessage };

  constructor(
    blocking: readonly RatedFinding[],
    found: FindingReport,
    run: BlockedRun,
    broken: BrokenMapping | undefined,
    refused: readonly Text[],
  ) {
    const byCode = [...groupBy(blocking, ({ code }) => code)];
    const { error } = broken ?? {};
    const values = { count: blocking.length, ...blockedValues(run) };
    const correct = { count: blocking.length, ...acceptOptions(byCode.map(([code]) => code)) };
    const lines = joined(['', ...byCode.map(([code, some]) => blockedLine(code, some, found))]);
    const counts = joined(
      byCode.map(([code, some]) => `${some.length} ${code}`),
      ', ',
    );
    const among = (texts: { readonly text: Message; readonly remedy: Message }) => ({
      text: together([error?.text, blocking.length > 0 && texts.text, refusedText(refused)], '\n'),
      remedy: together([error?.remedyText, blocking.length > 0 && texts.remedy], ' '),
    });
    const whole = among({
      text: message('run.blocked', { ...values, lines }),
      remedy: message('run.blocked.see', { ...correct, period: run.period.label }),
    });
    super(error?.code ?? 'EXPORT_BLOCKED', whole.text, {
      remedy: whole.remedy,
      ...(error?.record === undefined ? {} : { record: error.record }),
    });
    this.found = found;
    this.verdict = among({
      text: message('run.blocked.short', { ...values, counts }),
      remedy: message('run.blocked.listed', correct),
    });
  }
}

/** Problems to report besides the findings. */
export interface Further {
  readonly broken: BrokenMapping | undefined;
  /** Lines about values that the templates refuse; requested only if the run is stopped. */
  readonly refused: () => Promise<readonly Text[]>;
}

/** @throws ExportBlocked for findings and mapping problems that stop a run of this kind, all in one */
export async function refuseBlocked(
  found: FindingReport,
  run: BlockedRun,
  { broken, refused }: Further,
): Promise<void> {
  const blocking = blockingFindings(found.findings, run.state).filter(
    ({ code, employeeId }) => code !== 'UNMAPPED_EMPLOYEE' || !broken?.employeeIds.has(employeeId ?? ''),
  );
  if (blocking.length === 0 && broken === undefined) return;
  throw new ExportBlocked(blocking, found, run, broken, await refused());
}

function refusedText(lines: readonly Text[]): Message | undefined {
  if (lines.length === 0) return undefined;
  return message('run.refusedValues', {
    lines: joined(['', ...lines.map((line) => joined(['  ', line], ''))]),
  });
}

/** The existing texts; a single one keeps its ID. */
function together(texts: readonly (AnyMessage | false | undefined)[], separator: string): AnyMessage {
  const there = texts.flatMap((text) => text || []);
  const [only] = there;
  return only !== undefined && there.length === 1 ? only : joined(there, separator);
}

function blockedValues({ state, period: { label } }: BlockedRun): { state: string; isMonth: string } {
  return { state, isMonth: /^\d{4}-\d{2}$/.test(label) ? 'yes' : 'no' };
}

/** One of the findings of a code, as an example. */
function blockedLine(code: ExceptionCode, findings: readonly RatedFinding[], found: FindingReport): Text {
  const [first] = findings;
  if (first === undefined) return '';
  return message('run.blocked.line', {
    code,
    count: findings.length,
    name: personName(first, found),
    dates: first.date === null ? 0 : 1,
    day: first.date ?? '',
    text: findingText(first),
    more: findings.length - 1,
  });
}

/** Accepting does not assign a number to an employee: a template that needs one would refuse. */
const NOT_ACCEPTABLE: readonly ExceptionCode[] = [
  'UNMAPPED_EMPLOYEE',
  'UNMAPPED_CODE',
  'DUPLICATE_NUMBER',
  'ABSENCE_HOURS',
  'HOLIDAY_HOURS',
];

/** How the findings that a reason settles can be accepted. */
function acceptOptions(codes: readonly ExceptionCode[]): { codes: number; accept: AnyMessage } {
  const acceptable = codes.filter((code) => !NOT_ACCEPTABLE.includes(code));
  const options = acceptable.map((code) => message('run.acceptOption', { code }));
  return { codes: options.length, accept: joined(options, ' ') };
}
