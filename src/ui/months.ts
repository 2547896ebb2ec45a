import { basename, dirname } from 'node:path';
import type { MonthView } from '../app/export/monthView.js';
import { acceptedMarks, heldReasons, reasonsOf } from '../app/ledger/acceptances.js';
import { type HistoryRun, readHistory } from '../app/ledger/history.js';
import { replacedFilesLeft } from '../app/ledger/replacedFiles.js';
import { type NextStep, nextAfterEdit } from '../app/ledger/stepOfMonth.js';
import { boardOf, waitingName } from '../app/schedule/board.js';
import { type ActionSession, withRunHistory } from '../app/session/openSession.js';
import {
  acceptedNow,
  figuresOf,
  findShown,
  isEditedSince,
  isReadSince,
  NO_REASONS,
  type SeenMonths,
  type ShownPart,
} from '../app/session/shownMonth.js';
import { type Config, configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { type FormerAddress, formerAddresses } from '../delivery/currentAddresses.js';
import { deliveryStatusOf } from '../delivery/deliveryStatus.js';
import { groupBy } from '../domain/collections.js';
import {
  acceptedKeyOf,
  EXCEPTIONS,
  type ExceptionCode,
  isExceptionCode,
  type RatedFinding,
  SEVERITIES,
} from '../domain/exceptions/finding.js';
import { exceptionName, exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import {
  type FindingReport,
  messageReader,
  personIdentity,
  personName,
  severityText,
  sortByWorkList,
} from '../domain/exceptions/workList.js';
import {
  type FoundOfCode,
  type MonthFacts,
  openFound,
  type ReadProblem,
} from '../domain/month/monthStatus.js';
import { verdictOf } from '../domain/month/verdict.js';
import { LAPSE } from '../domain/pay/accountRules.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { DeliveryItem } from '../store/outbox.js';
import type { Store } from '../store/store.js';
import type { Acceptances } from '../store/windowAcceptances.js';
import { localized } from './services.js';

/** As it is sent: the words of a cause, which has thousands of items in a large month, are sent once. */
export type SentMonth = Awaited<ReturnType<typeof monthAnswer>>;
type SentFinding = ReturnType<typeof findingAnswers>[number];
/** Something to resolve or to accept. */
export type FindingAnswer = SentFinding & SentMonth['words'][string];
export interface MonthAnswer extends Omit<SentMonth, 'findings' | 'words'> {
  readonly findings: readonly FindingAnswer[];
}
export type RunAnswer = SentMonth['runs'][number];
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
  part: ShownPart = 'whole',
) {
  const { loaded } = session;
  const config = configOf(loaded, employer);
  return withRunHistory(context, session, async (store) => {
    const question = { loaded, employers: [employer], periodText, nowMs: context.clock.nowMs() };
    const [line] = await boardOf(store, question);
    if (line === undefined) throw new Error('the board has a line for each employer');
    const { period, state, counts = NO_COUNTS, exceptions, error, waitingFor } = line;
    const runs = readHistory(store, { employers: [employer], days: period });
    const { from, to } = period;
    const place = { loaded, store, employer, from, to, language };
    const { month, viewedAt } = await findShown(context, seen, runs, place, part);
    const isOfFinal = runs.some(({ runId, state: of }) => runId === month?.runId && of === 'final');
    const days = { employerId: config.employer.employerId, from, to };
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
      verdict: verdictOf(language, { state, counts, exceptions, about: 'the final' }),
      problem: error === undefined ? null : problemAnswer(error, language),
      step: stepAnswer(
        (await isEditedSince(viewedAt, loaded, employer)) ? nextAfterEdit(line.step) : line.step,
        language,
      ),
      waitingFor: waitingFor.map((each) => ({ ...each, who: waitingName(each, language) })),
      // null if the period was not read here.
      review: month?.review ?? null,
      viewedAt: month?.viewedAt ?? null,
      viewedRun: month?.runId ?? null,
      causes: causeAnswers(read?.found ?? [], acceptedMarks(store, days), language),
      // Another command has read the period since, and found something else.
      isReadSince: !isOfFinal && isReadSince(month, read),
      findings: month === undefined ? [] : findingAnswers(month, kept, language),
      // By code and severity, with a space.
      words: wordsOfCauses(month?.found.findings ?? [], language),
      seen: month === undefined ? {} : figuresOf(month),
      // Code, or code and record -> reason.
      accepted: reasonsOf(accepted),
      // The keys and codes of `accepted` that the window accepted, and can undo.
      undoable: [...held.keys()] as readonly string[],
      runs: runs.map((run) =>
        runAnswer(run, store, language, (items) => formerAddresses(config, loaded.folder, items)),
      ),
      // Files of replaced finals that are still on disk, and must not be imported.
      replacedFiles: (await replacedFilesLeft(store, config.employer.employerId, period)).map(
        ({ runId, path }) => ({ run: runId, path }),
      ),
      // Finals after this period that are `changed`, perhaps by hours of this one.
      laterChanged: line.later,
      // What the form for a payout offers; null without hours accounts.
      account: config.account === undefined ? null : accountAnswer(config),
      hasDeliveries: Object.keys(config.deliveries).length > 0,
    };
  });
}

/** The pay codes of payouts, the one of the surplus first. */
function accountAnswer({ account, absences, payCodes }: Config) {
  const surplus = account?.cap?.surplus;
  const first = surplus === undefined || surplus === LAPSE ? [] : [surplus];
  return { codes: [...new Set([...first, ...Object.keys(payCodes)])], hasFile: absences !== undefined };
}

const NO_COUNTS = { blocking: 0, warnings: 0, accepted: 0 };
/** Why the newest read failed. */
export function problemAnswer({ code, text, remedy }: ReadProblem, language: Language) {
  return { code, message: formatMessage(text, language), remedy: formatMessage(remedy, language) };
}

export type StepAnswer = ReturnType<typeof stepAnswer>;

/** The next step with the name of the person or role that it waits for. */
export function stepAnswer(step: NextStep, language: Language) {
  const { kind } = step;
  const waiting = kind === 'ask' ? step.waiting : undefined;
  return {
    kind,
    count: kind === 'template' ? step.templates.length : 'count' in step ? step.count : 0,
    // Payroll templates that no final of the period has.
    templates: kind === 'template' ? step.templates : [],
    // The days of a later final to correct.
    later: kind === 'later' ? { from: step.days.from, to: step.days.to } : null,
    who: waiting === undefined ? '' : waitingName(waiting, language),
    mail: waiting?.recipient ?? '',
    items: Object.entries(waiting?.exceptions ?? {}).map(([code, count]) => ({
      count,
      title: exceptionName(language, code),
    })),
  };
}

export type CauseAnswer = ReturnType<typeof causeAnswers>[number];

/** The causes of the newest read with their counts, which are known before the items are. */
function causeAnswers(found: readonly FoundOfCode[], accepted: MonthFacts['accepted'], language: Language) {
  const causes = openFound(found, accepted).map(({ code, severity, all, open }) => ({
    code,
    severity,
    all,
    open,
    ...(isExceptionCode(code)
      ? causeWords(code, severity, language)
      : { title: exceptionName(language, code), remedy: '', severityText: '', actor: '' }),
  }));
  return causes.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function causeWords(code: ExceptionCode, severity: RatedFinding['severity'], language: Language) {
  return {
    ...exceptionWording(code, language),
    ...windowRemedy(code, language),
    severityText: severityText({ severity, accepted: undefined }, language),
    actor: sayIn(language)(`work.actor.${EXCEPTIONS[code].actor}`),
  };
}

function findingAnswers({ found, seen: seenOf }: MonthView, kept: Acceptances, language: Language) {
  const inLanguage = { ...found, language };
  return sortByWorkList(found).map((finding) => {
    const key = acceptedKeyOf(finding);
    const seen = seenOf.get(key) ?? '';
    const before = kept[key];
    // The reason that no longer holds.
    const lapsed = before === undefined || before.seen === seen ? null : before.reason;
    return findingAnswer(finding, inLanguage, { key, seen, lapsed });
  });
}

function wordsOfCauses(findings: readonly RatedFinding[], language: Language) {
  const causes = groupBy(findings, ({ code, severity }) => `${code} ${severity}`);
  const words = [...causes].flatMap(([cause, [first]]) =>
    first === undefined ? [] : [[cause, causeWords(first.code, first.severity, language)] as const],
  );
  return Object.fromEntries(words);
}

function findingAnswer<Known extends object>(finding: RatedFinding, found: FindingReport, known: Known) {
  const { code, severity, date, record } = finding;
  return {
    ...known,
    code,
    severity,
    date,
    who: found.names.has(finding.employeeId ?? record) ? personName(finding, found) : '',
    person: personIdentity(finding, found),
    place: found.places.get(record) ?? '',
    message: findingMessage(finding, messageReader(found)),
    spans: clockSpans(finding),
    // The record's page in the portal.
    link: found.links?.get(record)?.url ?? null,
  };
}

/** What the window has a page for needs no file and no command. */
const ON_A_PAGE = {
  UNMAPPED_EMPLOYEE: 'ui.remedy.ids',
  DUPLICATE_NUMBER: 'ui.remedy.duplicate',
  LOST_ZERO: 'ui.remedy.zero',
  UNMAPPED_CODE: 'ui.remedy.codes',
} as const satisfies Partial<Record<RatedFinding['code'], string>>;

function windowRemedy(code: RatedFinding['code'], language: Language): { readonly remedy?: string } {
  const id = Object.hasOwn(ON_A_PAGE, code) ? ON_A_PAGE[code as keyof typeof ON_A_PAGE] : undefined;
  return id === undefined ? {} : { remedy: sayIn(language)(id) };
}

/** The times of a finding that are easier to see than to read: two entries that overlap, and a short rest. */
function clockSpans({ code, facts }: RatedFinding) {
  const span = (kind: 'worked' | 'rest', from: unknown, to: unknown) =>
    typeof from === 'string' && typeof to === 'string' && from !== '' && to !== ''
      ? [{ kind, from, to }]
      : [];
  const { start, end, earlierStart, earlierEnd } = facts;
  if (code === 'OVERLAP') return [...span('worked', earlierStart, earlierEnd), ...span('worked', start, end)];
  return code === 'SHORT_REST' ? span('rest', earlierEnd, start) : [];
}

function runAnswer(
  run: HistoryRun,
  store: Store,
  language: Language,
  formerOf: (items: readonly DeliveryItem[]) => readonly FormerAddress[],
) {
  const { runId, state, startedAt, digest = null, files } = run;
  const items = store.outbox.findByRun(runId);
  const deliveries = localized(items.map(deliveryStatusOf), language);
  const folder = dirname(files[0]?.path ?? '');
  return {
    runId,
    state,
    startedAt,
    digest,
    folder,
    files: files.map(fileAnswer),
    deliveries,
    former: formerOf(items),
  };
}

export function fileAnswer({ path, template, rows, bytes, sha256 }: HistoryRun['files'][number]) {
  return { name: basename(path), template, rows, bytes, sha256 };
}
