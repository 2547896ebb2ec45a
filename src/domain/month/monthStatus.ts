import type { AnyMessage } from '../../i18n/message.js';
import { compareText, groupBy } from '../collections.js';
import type { RatedFinding } from '../exceptions/finding.js';
import type { LocalDate } from '../time/localDate.js';
import { addDays } from '../time/localDate.js';

/** The progress of a period, in the order in which a period usually has them. */
export const MONTH_STATES = ['unread', 'blocked', 'ready', 'final', 'sent', 'corrected', 'changed'] as const;
export type MonthState = (typeof MONTH_STATES)[number];

/** Findings of a read with the same code and severity. */
export interface FoundOfCode {
  /** The code of an exception, or of an error if unusable data stops every run. */
  readonly code: string;
  readonly severity: RatedFinding['severity'];
  /** Whether the newest run accepts them. */
  readonly isAccepted: boolean;
  /** A mark for each finding: what can be accepted in the window, with its facts. */
  readonly marks: readonly string[];
}

/** Blocking findings of a read that one person or role can resolve. */
export interface OwedItems {
  readonly role: string;
  /** The delivery that names the recipient, and its address; empty if no delivery does. */
  readonly delivery: string;
  readonly recipient: string;
  readonly code: string;
  /** Milliseconds since 1970: the first read that found any of it. */
  readonly sinceMs: number;
  readonly marks: readonly string[];
}

/** Why a period could not be read. */
export interface ReadProblem {
  readonly code: string;
  readonly text: AnyMessage;
  readonly remedy: AnyMessage;
}

/** What the newest read of a period found, whichever command read it. */
export interface MonthRead {
  readonly found: readonly FoundOfCode[];
  readonly owed: readonly OwedItems[];
  /** Mark -> reason: the findings that the newest run accepted, as it found them. A failed read keeps them. */
  readonly accepted: Readonly<Record<string, string>>;
  /** Only if the read failed; it then found nothing. */
  readonly problem?: ReadProblem | undefined;
}

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The recorded facts about a period. Replaced finals and their deliveries are no part of them. */
export interface MonthFacts {
  readonly period: Days;
  /** The newest read, with the time since which reads have had its result; undefined if there is none. */
  readonly read: (MonthRead & { readonly since: Date }) | undefined;
  /** The marks that were accepted in the window, and when; undefined if none were. */
  readonly accepted: { readonly marks: ReadonlySet<string>; readonly at: Date } | undefined;
  /** Finals with days of the period. */
  readonly finals: readonly (Days & { readonly startedAt: Date })[];
  readonly corrections: readonly { readonly startedAt: Date }[];
  /** The first read that found a difference to the finals which no correction covers; undefined for none. */
  readonly changedSince: Date | undefined;
  /** Of the finals and corrections; of the newest draft if there are none. */
  readonly deliveries: readonly { readonly state: string; readonly changedAt: Date }[];
  /** The number of configured deliveries that finals and corrections should have, and that were never requested. */
  readonly unrequested: number;
  /** The number of payroll templates that the finals should have, and that no final has. */
  readonly lacking: number;
}

/** Findings by their effect: those that block a final, warnings, and accepted ones. */
export interface EffectCounts {
  readonly blocking: number;
  readonly warnings: number;
  readonly accepted: number;
}

/** A person or role that has to resolve something before a period can be final. */
export interface WaitingFor {
  /** An address of a delivery; null if only the role is known. */
  readonly recipient: string | null;
  readonly delivery: string | null;
  readonly role: string;
  /** The time of the first read that found any of it. */
  readonly since: string;
  readonly items: number;
  /** Count by code. */
  readonly exceptions: Readonly<Record<string, number>>;
}

/** The state of a period, with the counts that every page, message and document shows. */
export interface MonthStatus {
  readonly state: MonthState;
  /** undefined if the period was never read. */
  readonly since: Date | undefined;
  /** All findings by code, accepted ones too. */
  readonly exceptions: Readonly<Record<string, number>>;
  readonly counts: EffectCounts;
  /** The people or roles that block it, the longest first; empty unless it is blocked. */
  readonly waitingFor: readonly WaitingFor[];
  /** Only if the newest read failed. */
  readonly problem: ReadProblem | undefined;
}

/** The one state of a period. */
export function monthStatus(facts: MonthFacts): MonthStatus {
  const { read } = facts;
  const isOpen = openMarks(facts);
  const status = statusOf(read, finalStateOf(facts), isOpen);
  const { state } = status;
  return {
    ...status,
    since: sinceOf(facts, state),
    waitingFor: state === 'blocked' ? waitingOn(read?.owed ?? [], isOpen) : [],
    problem: state === 'unread' ? read?.problem : undefined,
  };
}

/** The state that a document of a run shows, with its counts. @param finalState that of the finals of its days */
export function runStatus(
  findings: readonly RatedFinding[],
  finalState: FinalState | undefined,
): Pick<MonthStatus, 'state' | 'counts' | 'exceptions'> {
  return statusOf({ found: groupFound(findings, () => '') }, finalState, () => true);
}

export function countFindings(findings: readonly RatedFinding[]): EffectCounts {
  return runStatus(findings, undefined).counts;
}

/** The findings of a read by code, severity, and whether the run accepts them. */
export function groupFound(
  findings: readonly RatedFinding[],
  markOf: (finding: RatedFinding) => string,
): FoundOfCode[] {
  const groups = groupBy(
    findings,
    ({ code, severity, accepted }) => `${code} ${severity} ${accepted !== undefined}`,
  );
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const { code, severity, accepted } = first;
    return [{ code, severity, isAccepted: accepted !== undefined, marks: some.map(markOf) }];
  });
}

/** The states of a period whose days are final. */
export const FINAL_STATES = [
  'final',
  'sent',
  'corrected',
  'changed',
] as const satisfies readonly MonthState[];
export type FinalState = (typeof FINAL_STATES)[number];

export function asFinalState(state: MonthState): FinalState | undefined {
  return FINAL_STATES.find((each) => each === state);
}

function statusOf(
  read: Pick<MonthRead, 'found' | 'problem'> | undefined,
  finalState: FinalState | undefined,
  isOpen: IsOpen,
): Pick<MonthStatus, 'state' | 'counts' | 'exceptions'> {
  const found = read?.found ?? [];
  const counts = countMarks(found, isOpen);
  const isUnread = read === undefined || read.problem !== undefined;
  const open = isUnread ? 'unread' : counts.blocking > 0 ? 'blocked' : 'ready';
  return { state: finalState ?? open, counts, exceptions: countCodes(found) };
}

/** undefined as long as days of the period are not final, and no difference to finals is known. */
function finalStateOf(facts: MonthFacts): FinalState | undefined {
  const { finals, corrections, changedSince, deliveries } = facts;
  if (finals.length > 0 && changedSince !== undefined) return 'changed';
  if (!isWhollyFinal(facts)) return undefined;
  if (corrections.length > 0) return 'corrected';
  const isWhole = facts.unrequested + facts.lacking === 0;
  const isSent = isWhole && deliveries.length > 0 && deliveries.every(({ state }) => state === 'sent');
  return isSent ? 'sent' : 'final';
}

/** Whether finals cover all days of a period. */
export function isWhollyFinal({
  period,
  finals,
}: Pick<MonthFacts, 'period'> & { readonly finals: readonly Days[] }): boolean {
  let next = period.from;
  for (const { from, to } of [...finals].sort((a, b) => compareText(a.from, b.from)))
    if (from <= next && to >= next) next = addDays(to, 1);
  return next > period.to;
}

function sinceOf(facts: MonthFacts, state: MonthState): Date | undefined {
  const { read, accepted, finals, corrections, changedSince, deliveries } = facts;
  switch (state) {
    case 'changed':
      return changedSince;
    case 'sent':
      return newest(deliveries.map(({ changedAt }) => changedAt));
    case 'final':
    case 'corrected':
      return newest([...finals, ...corrections].map(({ startedAt }) => startedAt));
    case 'ready': {
      const isByWindow = countMarks(read?.found ?? [], () => true).blocking > 0;
      return isByWindow ? newest([read?.since, accepted?.at].flatMap((at) => at ?? [])) : read?.since;
    }
    default:
      return read?.since;
  }
}

function newest(times: readonly Date[]): Date | undefined {
  return times.length === 0 ? undefined : new Date(Math.max(...times.map((at) => at.getTime())));
}

type IsOpen = (mark: string) => boolean;

function openMarks({ accepted }: Pick<MonthFacts, 'accepted'>): IsOpen {
  return (mark) => accepted === undefined || !accepted.marks.has(mark);
}

function countMarks(found: readonly FoundOfCode[], isOpen: IsOpen): EffectCounts {
  let [blocking, warnings, accepted] = [0, 0, 0];
  for (const { severity, isAccepted, marks } of found) {
    const open = isAccepted ? 0 : marks.filter(isOpen).length;
    accepted += marks.length - open;
    if (severity === 'warn') warnings += open;
    else blocking += open;
  }
  return { blocking, warnings, accepted };
}

/** The findings of a read by code and severity, and how many of them are not accepted. */
export function openFound(found: readonly FoundOfCode[], accepted: MonthFacts['accepted']) {
  const isOpen = openMarks({ accepted });
  const causes = groupBy(found, ({ code, severity }) => `${code} ${severity}`);
  return [...causes.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const { code, severity } = first;
    const all = some.reduce((sum, { marks }) => sum + marks.length, 0);
    const { blocking, warnings } = countMarks(some, isOpen);
    return [{ code, severity, all, open: blocking + warnings }];
  });
}

function countCodes(found: readonly FoundOfCode[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code, marks } of found) counts[code] = (counts[code] ?? 0) + marks.length;
  return counts;
}

function waitingOn(owed: readonly OwedItems[], isOpen: IsOpen): WaitingFor[] {
  const open = owed
    .map((items) => ({ ...items, count: items.marks.filter(isOpen).length }))
    .filter(({ count }) => count > 0);
  const people = groupBy(open, ({ role, delivery, recipient }) =>
    JSON.stringify([role, delivery, recipient]),
  );
  return [...people.values()]
    .flatMap((some) => waitingOnOne(some))
    .sort((a, b) => compareText(a.since, b.since));
}

function waitingOnOne(some: readonly (OwedItems & { readonly count: number })[]): WaitingFor[] {
  const [first] = some;
  if (first === undefined) return [];
  const { recipient, delivery, role } = first;
  return [
    {
      recipient: recipient || null,
      delivery: delivery || null,
      role,
      since: new Date(Math.min(...some.map(({ sinceMs }) => sinceMs))).toISOString(),
      items: some.reduce((sum, { count }) => sum + count, 0),
      exceptions: Object.fromEntries(some.map(({ code, count }) => [code, count])),
    },
  ];
}
