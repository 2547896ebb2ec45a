import { basename, dirname } from 'node:path';
import { type ActionSession, withRunHistory } from '../actions/actionSession.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { acceptedKeyOf, EXCEPTIONS, type RatedFinding } from '../domain/exceptions/finding.js';
import { exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import {
  type FindingReport,
  messageReader,
  personName,
  severityText,
  sortByWorkList,
} from '../domain/exceptions/workList.js';
import { type MonthView, storedMonthView } from '../export/monthView.js';
import { sayIn } from '../i18n/formatMessage.js';
import { type Language, languageTag } from '../i18n/language.js';
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
  readonly #accepted = new Map<string, ReadonlyMap<string, string>>();

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

  /** Sets the exceptions to accept when the month is finalised. */
  accept(employer: string, days: Days, accepted: ReadonlyMap<string, string>): void {
    this.#accepted.set(keyOf(employer, days), accepted);
  }

  accepted(employer: string, days: Days): ReadonlyMap<string, string> | undefined {
    return this.#accepted.get(keyOf(employer, days));
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
export type FindingAnswer = MonthAnswer['findings'][number];
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
) {
  const { loaded } = session;
  const config = configOf(loaded, employer);
  return withRunHistory(context, session, async (store) => {
    const question = { loaded, employers: [employer], periodText, nowMs: context.clock.nowMs() };
    const [line] = await boardOf(store, question);
    const period = line?.period ?? { from: '', to: '' };
    const runs = readHistory(store, { employers: [employer], days: period });
    const known = seen.find(employer, period);
    // Computed in the language of the read: the store has it in any language, unless the run was blocked.
    const isUsable = known?.runId === undefined || known.review.language === languageTag(language);
    const stored = () => viewOfStore(context, session, store, runs, period, language);
    const month = (isUsable ? known : undefined) ?? (await stored()) ?? known;
    return {
      employer,
      name: config.employerName,
      period,
      state: line?.state ?? 'unread',
      // null if the period was not read.
      review: month?.review ?? null,
      viewedAt: month?.viewedAt ?? null,
      viewedRun: month?.runId ?? null,
      findings: month === undefined ? [] : findingAnswers(month.found, language),
      // Code, or code and record -> reason.
      accepted: Object.fromEntries(seen.accepted(employer, period) ?? month?.accepted ?? []),
      runs: runs.map((run) => runAnswer(run, store, language)),
      hasDeliveries: Object.keys(config.deliveries).length > 0,
    };
  });
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

function findingAnswers(found: FindingReport, language: Language) {
  const inLanguage = { ...found, language };
  return sortByWorkList(found).map((finding) => findingAnswer(finding, inLanguage));
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
