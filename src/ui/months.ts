import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { type Acceptances, acceptancesPath, readAcceptances } from '../actions/acceptances.js';
import { type ActionSession, withRunHistory } from '../actions/actionSession.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { groupBy } from '../domain/collections.js';
import { acceptedKeyOf, EXCEPTIONS, type RatedFinding } from '../domain/exceptions/finding.js';
import { exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import {
  type FindingReport,
  messageReader,
  personName,
  severityText,
  sortByWorkList,
} from '../domain/exceptions/workList.js';
import { PaytallyError } from '../errors.js';
import { type MonthView, storedMonthView } from '../export/monthView.js';
import { sayIn } from '../i18n/formatMessage.js';
import { type Language, languageTag } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { type HistoryRun, readHistory } from '../ledger/history.js';
import { standingOf } from '../run.js';
import { boardOf } from '../schedule/board.js';
import type { Store } from '../store/store.js';
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
    const period = line?.period ?? { from: '', to: '' };
    const runs = readHistory(store, { employers: [employer], days: period });
    const known = isCover ? undefined : seen.find(employer, period);
    // Computed in the language of the read: the store has it in any language, unless the run was blocked.
    const isUsable = known?.runId === undefined || known.review.language === languageTag(language);
    const stored = () => viewOfStore(context, session, store, runs, period, language);
    const month = (isUsable ? known : undefined) ?? (await stored()) ?? known;
    const isOfFinal = runs.some(({ runId, state }) => runId === month?.runId && state === 'final');
    const kept = isOfFinal ? undefined : await readAcceptances(acceptancesPath(session, employer, period));
    const findings = month === undefined ? [] : findingAnswers(month, kept ?? {}, language);
    const accepted =
      kept === undefined ? Object.fromEntries(month?.accepted ?? []) : heldReasons(findings, kept);
    return {
      employer,
      name: config.employerName,
      period,
      state: line?.state ?? 'unread',
      // null if the period was not read.
      review: month?.review ?? null,
      viewedAt: month?.viewedAt ?? null,
      viewedRun: month?.runId ?? null,
      findings,
      seen: month === undefined ? {} : figuresOf(month),
      // Code, or code and record -> reason.
      accepted,
      runs: runs.map((run) => runAnswer(run, store, language)),
      hasDeliveries: Object.keys(config.deliveries).length > 0,
    };
  });
}

/** What a clerk confirms: a digest of all hours as `hours`, and for each cause a digest of its findings. */
function figuresOf({ review, found }: Pick<MonthView, 'review' | 'found'>): Record<string, string> {
  const hours = review.people.map(({ id, days, paidMinutes, estimatedMinutes }) => {
    return [id, days, paidMinutes, estimatedMinutes];
  });
  const causes = [...groupBy(found.findings, ({ code }) => code)].map(
    ([code, findings]) => [code, digestOf(findings.map(acceptedKeyOf).sort())] as const,
  );
  const codes = review.codes.map(({ code, people, minutes }) => [code, people, minutes]);
  return { ...Object.fromEntries(causes), hours: digestOf([hours, codes]) };
}

/**
 * Refuses a run whose hours differ from those that the clerk confirmed, or that would accept what the clerk did not see.
 * @param confirmed the figures of the shown month; undefined if a program asks, which saw none
 * @throws PaytallyError CHANGED_SINCE_READ
 */
export function assertConfirmed(
  confirmed: Readonly<Record<string, string>> | undefined,
  accepted: readonly string[],
  view: Pick<MonthView, 'review' | 'found'>,
): void {
  if (confirmed === undefined) return;
  const now = figuresOf(view);
  const codes = accepted.map((key) => key.split('@')[0] ?? '');
  if (['hours', ...codes].every((name) => now[name] === confirmed[name])) return;
  throw new PaytallyError('CHANGED_SINCE_READ', message('ui.changedSinceRead'));
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 16);
}

/** The final of these days, otherwise the newest draft; undefined if there is none, or its records were deleted. */
async function viewOfStore(
  { packageFolder, version, signal }: Context,
  { loaded }: ActionSession,
  store: Store,
  runs: readonly HistoryRun[],
  { from, to }: Days,
  language: Language,
): Promise<SeenMonth | undefined> {
  const same = runs.filter(({ period }) => period.from === from && period.to === to);
  const run = same.find(({ state }) => state === 'final') ?? same.find(({ state }) => state === 'draft');
  if (run === undefined) return undefined;
  const places = { loaded, packageFolder, version, signal };
  try {
    const view = await storedMonthView(store, run.runId, places, language);
    return { ...view, viewedAt: run.startedAt, runId: run.runId };
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'RUN_PURGED') return undefined;
    throw failure;
  }
}

/** The reasons of the findings that are as they were when they were accepted: a code stands for all of its findings. */
function heldReasons(findings: readonly FindingAnswer[], kept: Acceptances): Record<string, string> {
  const holds = ({ key, seen }: FindingAnswer) => kept[key]?.seen === seen;
  const reasons = [...groupBy(findings, ({ code }) => code).values()].flatMap((group) => {
    const isWhole = group.every(holds);
    return group.filter(holds).map(({ key }) => {
      const { by = key, reason = '' } = kept[key] ?? {};
      return [isWhole ? by : key, reason] as const;
    });
  });
  return Object.fromEntries(reasons);
}

function findingAnswers({ found, review }: MonthView, kept: Acceptances, language: Language) {
  const inLanguage = { ...found, language };
  const people = new Map(review.people.map((person) => [person.id, person]));
  return sortByWorkList(found).map((finding) => {
    const { date, employeeId, facts } = finding;
    const { days = [], workedMinutes } = people.get(employeeId ?? '') ?? {};
    // What a reason was given for: the facts of the finding, and the hours of its day.
    const minutes = date === null ? workedMinutes : days[review.days.findIndex((day) => day.date === date)];
    const seen = digestOf([date, employeeId, facts, minutes]);
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
    ...{ code, severity, date, key: acceptedKeyOf(finding) },
    ...exceptionWording(code, language),
    severityText: severityText({ ...finding, accepted: undefined }, language),
    actor: sayIn(language)(`work.actor.${EXCEPTIONS[code].actor}`),
    who: found.names.has(finding.employeeId ?? record) ? personName(finding, found) : '',
    place: found.places.get(record) ?? '',
    message: findingMessage(finding, messageReader(found)),
    // The record's page in the portal.
    link: found.links?.get(record)?.url ?? null,
  };
}

function runAnswer(run: HistoryRun, store: Store, language: Language) {
  const { runId, state, startedAt, digest = null, files } = run;
  const deliveries = localized(store.outbox.findByRun(runId).map(standingOf), language);
  const folder = dirname(files[0]?.path ?? '');
  return { runId, state, startedAt, digest, folder, files: files.map(fileAnswer), deliveries };
}

export function fileAnswer({ path, template, rows, bytes, sha256 }: HistoryRun['files'][number]) {
  return { name: basename(path), template, rows, bytes, sha256 };
}
