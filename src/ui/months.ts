import { basename, dirname } from 'node:path';
import { type ActionSession, withRunHistory } from '../app/actions/actionSession.js';
import { type MonthView, storedMonthView } from '../app/export/monthView.js';
import {
  heldReasons,
  markOfFinding,
  reasonsOf,
  reasonsOfRun,
  shortDigest,
  withReasons,
} from '../app/ledger/acceptances.js';
import { type HistoryRun, readHistory } from '../app/ledger/history.js';
import { monthRead } from '../app/ledger/monthFacts.js';
import { boardOf, waitingName } from '../app/schedule/board.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { deliveryStatusOf } from '../delivery/deliveryStatus.js';
import { groupBy } from '../domain/collections.js';
import { acceptedKeyOf, EXCEPTIONS, type RatedFinding } from '../domain/exceptions/finding.js';
import { isAcceptedByEstimates } from '../domain/exceptions/ratedFindings.js';
import { exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import {
  type FindingReport,
  messageReader,
  personIdentity,
  personName,
  severityText,
  sortByWorkList,
} from '../domain/exceptions/workList.js';
import type { MonthRead, ReadProblem } from '../domain/month/monthStanding.js';
import { verdictOf } from '../domain/month/verdict.js';
import { PaytallyError } from '../errors.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import { type Language, languageTag } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import type { Store } from '../store/store.js';
import type { Acceptances } from '../store/windowAcceptances.js';
import { localized } from './services.js';

/** A month that a run has computed, whether it was blocked or not. */
export interface SeenMonth extends MonthView {
  readonly viewedAt: string;
  /** undefined if the run was blocked, so that the store has none. */
  readonly runId: string | undefined;
}

/** Large months need megabytes. */
const MOST_SEEN = 6;

/** Months computed since the server started. After a restart they are loaded from the store, if a run saved them. */
export class SeenMonths {
  readonly #months = new Map<string, SeenMonth>();

  find(employer: string, days: Days): SeenMonth | undefined {
    return this.#months.get(keyOf(employer, days));
  }

  remember(employer: string, days: Days, month: SeenMonth): void {
    const key = keyOf(employer, days);
    this.#months.delete(key);
    this.#months.set(key, month);
    const [oldest] = this.#months.keys();
    if (this.#months.size > MOST_SEEN && oldest !== undefined) this.#months.delete(oldest);
  }

  forget(employer: string, days: Days | undefined): void {
    if (days !== undefined) this.#months.delete(keyOf(employer, days));
  }

  /** Names by ID of the employees without a payroll ID in the months of an employer. */
  unmapped(employer: string): ReadonlyMap<string, string> {
    const months = [...this.#months].filter(([key]) => key.startsWith(`${employer} `));
    const lines = months.flatMap(([, { found }]) =>
      found.findings
        .filter(({ code }) => code === 'UNMAPPED_EMPLOYEE')
        .map((finding) => [finding.record, personName(finding, found)] as const),
    );
    return new Map(lines);
  }
}

interface Days {
  readonly from: string;
  readonly to: string;
}

function keyOf(employer: string, { from, to }: Days): string {
  return `${employer} ${from} ${to}`;
}

export type MonthAnswer = Awaited<ReturnType<typeof monthAnswer>>;
/** Something to resolve or to accept. */
export type FindingAnswer = ReturnType<typeof findingAnswers>[number];
export type RunAnswer = MonthAnswer['runs'][number];
export type FileAnswer = RunAnswer['files'][number];
export type DeliveryAnswer = RunAnswer['deliveries'][number];

/** All data for the page of a month. @throws PaytallyError EMPLOYER_UNKNOWN, PERIOD_INVALID */
export async function monthAnswer(
  context: Context,
  session: ActionSession,
  seen: SeenMonths,
  employer: string,
  periodText: string,
  language: Language,
  /** Shows what the final has, although its period was read again. */
  isCover = false,
) {
  const { loaded } = session;
  const config = configOf(loaded, employer);
  return withRunHistory(context, session, async (store) => {
    const question = { loaded, employers: [employer], periodText, nowMs: context.clock.nowMs() };
    const [line] = await boardOf(store, question);
    if (line === undefined) throw new Error('the board has a line for each employer');
    const { period, state, counts = NO_COUNTS, error, waitingFor } = line;
    const runs = readHistory(store, { employers: [employer], days: period });
    const known = isCover ? undefined : newestRead(seen.find(employer, period), runs, period);
    // Computed in the language of the read: the store has it in any language, unless the run was blocked.
    const isUsable = known?.runId === undefined || known.review.language === languageTag(language);
    const stored = () => viewOfStore(context, session, store, runs, period, language);
    const month = (isUsable ? known : undefined) ?? (await stored()) ?? known;
    const isOfFinal = runs.some(({ runId, state: of }) => runId === month?.runId && of === 'final');
    const days = { employerId: config.employer.employerId, from: period.from, to: period.to };
    const read = store.monthReads.find(days);
    const kept = isOfFinal ? {} : store.acceptances.find(days);
    const held = month === undefined ? NO_REASONS : heldReasons(month.found.findings, month.seen, kept);
    const accepted =
      month === undefined || isOfFinal ? (month?.found.findings ?? []) : acceptedNow(month, read, held);
    return {
      employer,
      name: config.employerName,
      period,
      state,
      counts,
      deliveries: localized(line.deliveries, language),
      verdict: verdictOf(language, { state, counts, about: 'the final' }),
      problem: error === undefined ? null : problemAnswer(error, language),
      waitingFor: waitingFor.map((each) => ({ ...each, who: waitingName(each, language) })),
      // null if the period was not read here.
      review: month?.review ?? null,
      viewedAt: month?.viewedAt ?? null,
      viewedRun: month?.runId ?? null,
      // Another command has read the period since, and found something else.
      isReadSince: !isOfFinal && isReadSince(month, read),
      findings: month === undefined ? [] : findingAnswers(month, kept, language),
      seen: month === undefined ? {} : figuresOf(month),
      // Code, or code and record -> reason.
      accepted: reasonsOf(accepted),
      // The keys and codes of `accepted` that the window accepted, and can undo.
      undoable: [...held.keys()] as readonly string[],
      runs: runs.map((run) => runAnswer(run, store, language)),
      hasDeliveries: Object.keys(config.deliveries).length > 0,
    };
  });
}

const NO_COUNTS = { blocking: 0, warnings: 0, accepted: 0 };
const NO_REASONS: ReturnType<typeof heldReasons> = new Map();

/** The findings with what accepts them now: the newest run, and the window. */
function acceptedNow(
  { found: { findings }, seen }: MonthView,
  read: MonthRead | undefined,
  held: typeof NO_REASONS,
): readonly RatedFinding[] {
  const ofRun = read === undefined ? NO_REASONS : reasonsOfRun(findings, seen, read);
  const fresh = findings.map((each) =>
    isAcceptedByEstimates(each) ? each : { ...each, accepted: undefined },
  );
  return withReasons(fresh, new Map([...ofRun, ...held]));
}

/** Whether the newest read found something else than what is shown. */
function isReadSince(month: MonthView | undefined, read: MonthRead | undefined): boolean {
  if (month === undefined || read === undefined || read.problem !== undefined) return false;
  const marks = (groups: MonthRead['found']) =>
    groups
      .flatMap((group) => group.marks)
      .sort()
      .join();
  const shown = monthRead(month.found.findings, month.seen, { accepted: {}, owed: [] });
  return marks(shown.found) !== marks(read.found);
}

/** A month that was read before its final or before the newest draft, which may be of another command, is not shown. */
function newestRead(
  month: SeenMonth | undefined,
  runs: readonly HistoryRun[],
  { from, to }: Days,
): SeenMonth | undefined {
  if (month === undefined) return undefined;
  const same = runs.filter(({ period }) => period.from === from && period.to === to);
  const final = same.find(({ state }) => state === 'final');
  if (final !== undefined && month.viewedAt < final.startedAt) return undefined;
  const draft = same.find(({ state }) => state === 'draft');
  if (draft === undefined || draft.runId === month.runId) return month;
  // A blocked read has no run.
  const isOlder = month.runId !== undefined || month.viewedAt < draft.startedAt;
  return isOlder ? undefined : month;
}

/** Why the newest read failed. */
export function problemAnswer({ code, text, remedy }: ReadProblem, language: Language) {
  return { code, message: formatMessage(text, language), remedy: formatMessage(remedy, language) };
}

/** What a clerk confirms: a digest of all hours as `hours`, and for each cause a digest of its findings and facts. */
function figuresOf({ review, found, seen }: MonthView): Record<string, string> {
  const hours = review.people.map(({ id, days, paidMinutes, estimatedMinutes }) => {
    return [id, days, paidMinutes, estimatedMinutes];
  });
  const causes = [...groupBy(found.findings, ({ code }) => code)].map(
    ([code, findings]) =>
      [code, shortDigest(findings.map((finding) => markOfFinding(finding, seen)).sort())] as const,
  );
  const codes = review.codes.map(({ code, people, amount }) => [code, people, amount]);
  return { ...Object.fromEntries(causes), hours: shortDigest([hours, codes]) };
}

/**
 * Refuses a run whose hours differ from those that the clerk confirmed, or that would accept what the clerk did not see.
 * @param confirmed the figures of the shown month; undefined if a program asks, which saw none
 * @throws PaytallyError CHANGED_SINCE_READ
 */
export function assertConfirmed(
  confirmed: Readonly<Record<string, string>> | undefined,
  accepted: readonly string[],
  view: MonthView,
): void {
  if (confirmed === undefined) return;
  const now = figuresOf(view);
  const codes = accepted.map((key) => key.split('@')[0] ?? '');
  if (['hours', ...codes].every((name) => now[name] === confirmed[name])) return;
  throw new PaytallyError('CHANGED_SINCE_READ', message('ui.changedSinceRead'));
}

/** The final of these days, otherwise the newest draft; undefined if there is none, or its records were deleted. */
async function viewOfStore(
  context: Context,
  { loaded }: ActionSession,
  store: Store,
  runs: readonly HistoryRun[],
  { from, to }: Days,
  language: Language,
): Promise<SeenMonth | undefined> {
  const same = runs.filter(({ period }) => period.from === from && period.to === to);
  const run = same.find(({ state }) => state === 'final') ?? same.find(({ state }) => state === 'draft');
  if (run === undefined) return undefined;
  const { packageFolder, version, signal } = context;
  const places = { loaded, packageFolder, version, signal };
  try {
    const view = await storedMonthView(store, run.runId, places, language);
    return { ...view, viewedAt: run.startedAt, runId: run.runId };
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'RUN_PURGED') return undefined;
    throw failure;
  }
}

function findingAnswers({ found, seen: seenOf }: MonthView, kept: Acceptances, language: Language) {
  const inLanguage = { ...found, language };
  return sortByWorkList(found).map((finding) => {
    const seen = seenOf.get(acceptedKeyOf(finding)) ?? '';
    const answer = findingAnswer(finding, inLanguage);
    const before = kept[answer.key];
    // The reason that no longer holds.
    return { ...answer, seen, lapsed: before === undefined || before.seen === seen ? null : before.reason };
  });
}

function findingAnswer(finding: RatedFinding, found: FindingReport) {
  const { code, severity, date, record } = finding;
  const { language } = found;
  return {
    code,
    severity,
    date,
    key: acceptedKeyOf(finding),
    ...exceptionWording(code, language),
    severityText: severityText({ ...finding, accepted: undefined }, language),
    actor: sayIn(language)(`work.actor.${EXCEPTIONS[code].actor}`),
    who: found.names.has(finding.employeeId ?? record) ? personName(finding, found) : '',
    person: personIdentity(finding, found),
    place: found.places.get(record) ?? '',
    message: findingMessage(finding, messageReader(found)),
    // The record's page in the portal.
    link: found.links?.get(record)?.url ?? null,
  };
}

function runAnswer(run: HistoryRun, store: Store, language: Language) {
  const { runId, state, startedAt, digest = null, files } = run;
  const deliveries = localized(store.outbox.findByRun(runId).map(deliveryStatusOf), language);
  const folder = dirname(files[0]?.path ?? '');
  return { runId, state, startedAt, digest, folder, files: files.map(fileAnswer), deliveries };
}

export function fileAnswer({ path, template, rows, bytes, sha256 }: HistoryRun['files'][number]) {
  return { name: basename(path), template, rows, bytes, sha256 };
}
