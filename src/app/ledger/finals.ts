import { z } from 'zod';
import type { Config } from '../../config/config.js';
import type { ReplacedFinals } from '../../domain/changes/runComparison.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { isInside, type Period } from '../../domain/period/period.js';
import { type LocalDate, toLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { listed, type Message, message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { LedgerLink, NewLink } from '../../store/ledgerChain.js';
import { mayHaveArrived } from '../../store/outbox.js';
import type { Store } from '../../store/store.js';
import type { RunInputs } from '../compute/employerInputs.js';
import type { WitnessPlaces } from './chainFile.js';
import { type ChainOwner, findLostDigests, findOlderStore, witnessPaths } from './chainFile.js';

const finalFacts = z.object({
  templates: z.array(z.string()),
  supersedes: z.array(z.string()),
});
const correctionFacts = z.object({
  originals: z.array(z.string()).default([]),
  until: z.string().transform(toLocalDate).optional(),
});

/** A valid final: it has not been replaced. */
export interface ActiveFinal {
  readonly link: LedgerLink;
  readonly templates: readonly string[];
}

/** Finals of a chain that have not been replaced, in order. */
export function activeFinals(links: readonly LedgerLink[]): ActiveFinal[] {
  const superseded = supersededRuns(links);
  return links.flatMap((link) => {
    if (link.kind !== 'final' || superseded.has(link.runId)) return [];
    const { templates } = finalFacts.parse(link.facts);
    return [{ link, templates }];
  });
}

/**
 * Whether runs of a key count as those of an employer: its own, and those of a key that is no longer configured. Two keys
 * of one employer can have other pay codes and files, so those of another configured key do not.
 */
export function ownKeys(
  { config: { employers } }: { readonly config: { readonly employers: object } },
  employerKey: string,
): (key: string) => boolean {
  return (key) => key === employerKey || !Object.hasOwn(employers, key);
}

/** Whether a key's runs count as those of an employer: see `ownKeys`. */
export type IsOwn = (employerKey: string) => boolean;

/** The valid finals whose keys count: a key corrects, compares and watches no others. */
export function ownFinals(links: readonly LedgerLink[], isOwn: IsOwn): ActiveFinal[] {
  return activeFinals(links).filter(({ link }) => isOwn(link.employerKey));
}

/**
 * The newest of some finals that has a day: its pay lines are the ones to compare. A later final of reports only does
 * not make the payroll file of an earlier one right.
 * @param isOfPayroll whether a final has files that corrections keep up with
 */
export function findNewestOn(
  finals: readonly ActiveFinal[],
  isOfPayroll: (final: ActiveFinal) => boolean,
): (date: LocalDate) => ActiveFinal | undefined {
  const newest = new Map<LocalDate, ActiveFinal | undefined>();
  const newestFirst = [...finals].sort((a, b) => b.link.position - a.link.position);
  const newestOn = (date: LocalDate) => {
    const having = newestFirst.filter(({ link }) => isInside(date, link.period));
    return having.find(isOfPayroll) ?? having[0];
  };
  return (date) => {
    if (!newest.has(date)) newest.set(date, newestOn(date));
    return newest.get(date);
  };
}

/**
 * Whether the payroll files of a final may still differ on a day although a later final of other payroll systems has it:
 * no correction has compared them since.
 */
export function isLeftBehind(
  { link: { runId } }: ActiveFinal,
  date: LocalDate,
  newest: ActiveFinal,
  links: readonly LedgerLink[],
): boolean {
  if (runId === newest.link.runId) return false;
  return !links.some(
    (link) =>
      link.kind === 'correction' &&
      link.position > newest.link.position &&
      isInside(date, coveredDays(link)) &&
      parseOriginals(link).includes(runId),
  );
}

export function supersededRuns(links: readonly LedgerLink[]): ReadonlySet<string> {
  return new Set(links.flatMap((link) => (link.kind === 'final' ? parseSuperseded(link) : [])));
}

/** The finals that a final replaces. */
export function parseSuperseded({ facts }: LedgerLink): readonly string[] {
  return finalFacts.parse(facts).supersedes;
}

/** Finals with corrections. */
function correctedRuns(links: readonly LedgerLink[]): ReadonlySet<string> {
  return new Set(links.flatMap((link) => (link.kind === 'correction' ? parseOriginals(link) : [])));
}

/** The corrections of a final, in the order of the ledger. */
export function correctionsOf(links: readonly LedgerLink[], { runId }: LedgerLink): readonly LedgerLink[] {
  return links.filter((link) => link.kind === 'correction' && parseOriginals(link).includes(runId));
}

/** The finals of a correction. */
export function parseOriginals({ facts }: LedgerLink): readonly string[] {
  return correctionFacts.parse(facts).originals;
}

/** The days that a run examines: with balances, a correction also covers the rest of their reference period. */
export function coveredDays({ kind, period, facts }: LedgerLink): Period {
  const until = kind === 'correction' ? correctionFacts.parse(facts).until : undefined;
  return { ...period, to: until ?? period.to };
}

/** First and last day, as `YYYY-MM-DD`. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** Whether two spans have a day in common. */
export function overlaps(a: Days, b: Days): boolean {
  return a.from <= b.to && b.from <= a.to;
}

interface FinalQuestion {
  readonly links: readonly LedgerLink[];
  readonly period: Period;
  readonly templates: readonly string[];
  /** Whether the files of a run were sent, or may have been. */
  readonly isSent: (runId: string) => boolean;
  /** The reason for replacing earlier finals; undefined if none may be replaced. */
  readonly supersede: string | undefined;
}

/**
 * The runs that a new final replaces; empty if there are none.
 * @throws PaytallyError ALREADY_FINAL if a day and a template are final already and may not be replaced
 */
export function findSuperseded(question: FinalQuestion): readonly string[] {
  const { links, templates, supersede } = question;
  const covered = findConflictingFinals(question);
  const [first] = covered;
  if (first === undefined) return [];
  if (supersede === undefined) throw alreadyFinal(first, templates);
  const corrected = correctedRuns(links);
  for (const final of covered) {
    const why = findObstacle(final, question, corrected);
    if (why !== undefined) throw cannotSupersede(final, why);
  }
  return covered.map(({ link }) => link.runId);
}

/** Finals that have a day and a template of the new one. */
function findConflictingFinals({
  links,
  period,
  templates,
}: Pick<FinalQuestion, 'links' | 'period' | 'templates'>): readonly ActiveFinal[] {
  return activeFinals(links).filter(
    (final) =>
      overlaps(final.link.period, period) && final.templates.some((name) => templates.includes(name)),
  );
}

function findObstacle(
  { link, templates }: ActiveFinal,
  question: FinalQuestion,
  corrected: ReadonlySet<string>,
): Message | undefined {
  if (question.isSent(link.runId)) return message('ledger.obstacle.sent');
  if (corrected.has(link.runId)) return message('ledger.obstacle.corrected');
  const lacking = templates.filter((name) => !question.templates.includes(name));
  if (lacking.length > 0) return message('ledger.obstacle.templates', { names: listed(lacking) });
  const { from, to } = link.period;
  if (isInside(from, question.period) && isInside(to, question.period)) return undefined;
  return message('ledger.obstacle.days', { from, to });
}

function alreadyFinal({ link, templates: made }: ActiveFinal, templates: readonly string[]): PaytallyError {
  const both = made.filter((name) => templates.includes(name));
  const { runId, period } = link;
  const { from, to, label } = period;
  const values = { templates: listed(both), from, to, runId, period: label };
  return new PaytallyError('ALREADY_FINAL', message('ledger.alreadyFinal', values), { record: runId });
}

function cannotSupersede({ link: { runId, period } }: ActiveFinal, reason: Message): PaytallyError {
  const values = { runId, reason, period: period.label };
  return new PaytallyError('ALREADY_FINAL', message('ledger.notReplaceable', values), { record: runId });
}

const estimateFacts = z.object({ estimateFrom: z.string().transform(toLocalDate).optional() });

/** How a run was estimated, from its stored data. */
export function parseEstimates(manifest: unknown): Pick<Config, 'estimateFrom'> {
  const { estimateFrom } = estimateFacts.parse(manifest);
  return estimateFrom === undefined ? {} : { estimateFrom };
}

export interface WitnessQuestion extends WitnessPlaces {
  /** The reason for using a store that is older than its witnesses. */
  readonly storeOlder?: string | undefined;
}

/**
 * A store that lacks a valid run blocks finals; another message explains it.
 * @throws PaytallyError STORE_OLDER
 */
export function checkStoreAge(
  store: Store,
  owner: ChainOwner,
  { state, storeOlder, ...places }: WitnessQuestion & { readonly state: ExportState },
  terminal: Pick<Terminal, 'alert'>,
): void {
  const older = findOlderStore(witnessPaths(places, owner), owner.employerKey, store);
  if (older === undefined || (state === 'final' && storeOlder !== undefined)) return;
  if (state === 'final') throw older;
  terminal.alert(message('terminal.warning', { text: older.text, remedy: older.remedyText }));
}

/**
 * The files outside the store that have the newest digest according to a link, and the accepted digests that an older
 * store lacks.
 */
export function witnessFacts(
  store: Store,
  { storeOlder: reason, ...places }: WitnessQuestion,
  owner: ChainOwner,
): Pick<NewLink, 'chainFiles' | 'lost'> {
  const paths = witnessPaths(places, owner);
  const chainFiles = paths.map((path) => store.paths.kept(path));
  const lost = findLostDigests(paths, store).map(({ digest }) => digest);
  if (reason === undefined || lost.length === 0) return { chainFiles };
  return { chainFiles, lost: { digests: [...new Set(lost)], reason } };
}

/** The ledger check before a final is made, and again at the moment it is recorded. */
export function finalityQuestion(
  store: Store,
  supersede: string | undefined,
  prepared: RunInputs,
  period: Period,
): Omit<FinalQuestion, 'links'> {
  return {
    period,
    templates: prepared.templates.map(({ name }) => name),
    isSent: (runId) => store.outbox.findByRun(runId).some(mayHaveArrived),
    supersede,
  };
}

/** @throws PaytallyError ALREADY_FINAL; returns the runs that the new one replaces */
export function assertNotFinal(
  store: Store,
  supersede: string | undefined,
  prepared: RunInputs,
  period: Period,
): readonly string[] {
  const links = store.ledger.links(prepared.employer.employerId);
  return findSuperseded({ ...finalityQuestion(store, supersede, prepared, period), links });
}

/** The supersession that a final announces; whether it may supersede is checked when it is created. */
export function plannedSupersession(
  reason: string | undefined,
  prepared: RunInputs,
  period: Period,
  links: readonly LedgerLink[],
): ReplacedFinals | undefined {
  if (reason === undefined) return undefined;
  const templates = prepared.templates.map(({ name }) => name);
  const runIds = findConflictingFinals({ links, period, templates }).map(({ link }) => link.runId);
  return runIds.length === 0 ? undefined : { runIds, reason };
}

const acceptance = z.object({ acceptedPlaces: z.array(z.string()).default([]) });

/** A removed place blocks finals until one of them has accepted it; from then on it is a warning. */
export function acceptedClosures(
  findings: readonly RatedFinding[],
  links: readonly LedgerLink[],
): readonly RatedFinding[] {
  const accepted = new Set(links.flatMap(({ facts }) => acceptance.parse(facts).acceptedPlaces));
  return findings.map((finding) =>
    finding.code === 'ESTABLISHMENT_GONE' && accepted.has(finding.record)
      ? { ...finding, severity: 'warn' as const }
      : finding,
  );
}
