import { basename, dirname } from 'node:path';
import { type ActionSession, withRunHistory } from '../app/actions/actionSession.js';
import {
  acceptedNow,
  figuresOf,
  isReadSince,
  NO_REASONS,
  newestRead,
  type SeenMonths,
  viewOfStore,
} from '../app/actions/shownMonth.js';
import type { MonthView } from '../app/export/monthView.js';
import { heldReasons, reasonsOf } from '../app/ledger/acceptances.js';
import { type HistoryRun, readHistory } from '../app/ledger/history.js';
import { boardOf, waitingName } from '../app/schedule/board.js';
import { type Config, configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { type FormerAddress, formerAddresses } from '../delivery/currentAddresses.js';
import { deliveryStatusOf } from '../delivery/deliveryStatus.js';
import { acceptedKeyOf, EXCEPTIONS, type RatedFinding } from '../domain/exceptions/finding.js';
import { exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import {
  type FindingReport,
  messageReader,
  personIdentity,
  personName,
  severityText,
  sortByWorkList,
} from '../domain/exceptions/workList.js';
import type { ReadProblem } from '../domain/month/monthStatus.js';
import { verdictOf } from '../domain/month/verdict.js';
import { LAPSE } from '../domain/pay/accountRules.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import { type Language, languageTag } from '../i18n/language.js';
import type { DeliveryItem } from '../store/outbox.js';
import type { Store } from '../store/store.js';
import type { Acceptances } from '../store/windowAcceptances.js';
import { localized } from './services.js';

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
    const stored = () => viewOfStore(context, loaded, store, runs, period, language);
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
      runs: runs.map((run) =>
        runAnswer(run, store, language, (items) => formerAddresses(config, loaded.folder, items)),
      ),
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
