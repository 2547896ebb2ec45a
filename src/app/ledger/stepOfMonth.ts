import type { EffectCounts, MonthState, MonthStatus, WaitingFor } from '../../domain/month/monthStatus.js';
import { periodArgument } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { type AnyMessage, listed, message } from '../../i18n/message.js';

/** What a person does next for a period. */
export type NextStep =
  | { readonly kind: 'read' | 'repair' | 'again' | 'correct' | 'done' }
  | { readonly kind: 'ids' | 'codes' | 'resolve' | 'finalise'; readonly count: number }
  /** `runId` only if it is not the newest run of the period that is to be sent. */
  | { readonly kind: 'send'; readonly count: number; readonly runId?: string | undefined }
  /** The period is complete, and a final of these days after it is not. */
  | { readonly kind: 'later'; readonly days: Days }
  /** Payroll templates that no final of the period has. */
  | { readonly kind: 'template'; readonly templates: readonly string[] }
  | { readonly kind: 'ask'; readonly count: number; readonly waiting: WaitingFor };

/** The most urgent first: the board, and the one that a command names among several. */
export const STATES_BY_URGENCY: readonly MonthState[] = [
  'blocked',
  'changed',
  'unread',
  'ready',
  'final',
  'corrected',
  'sent',
];

interface UrgencyFacts {
  readonly state: MonthState;
  readonly step: Pick<NextStep, 'kind'>;
  readonly counts?: EffectCounts | null | undefined;
}

/** The most urgent first; of the same state, what has the most items. What is complete comes last. */
export function compareUrgency(a: UrgencyFacts, b: UrgencyFacts): number {
  const rank = ({ state, step }: UrgencyFacts) =>
    STATES_BY_URGENCY.indexOf(state) + (step.kind === 'done' ? STATES_BY_URGENCY.length : 0);
  const blocking = ({ counts }: UrgencyFacts) => counts?.blocking ?? 0;
  return rank(a) - rank(b) || blocking(b) - blocking(a);
}

/** The state of a period, and what the configuration does with its final. */
export interface NextStepFacts extends Pick<MonthStatus, 'state' | 'counts' | 'waitingFor' | 'problem'> {
  /** Those that the state is about. */
  readonly deliveries: readonly { readonly state: string; readonly runId: string }[];
  readonly unrequested: readonly { readonly runId: string }[];
  /** Payroll templates that the finals lack. */
  readonly lacking: readonly string[];
  readonly links: readonly { readonly runId: string }[];
  /** Finals after the period that are `changed`. */
  readonly later: readonly Days[];
  /** Runs of which nothing can be sent any more. */
  readonly purged?: ReadonlySet<string>;
  /** Whether the configuration has deliveries. */
  readonly hasDeliveries: boolean;
}

/** The one next step of a period. Every page and command words this one. */
export function nextStepOf(facts: NextStepFacts): NextStep {
  const step = stepWithin(facts);
  const [days] = facts.later;
  return step.kind === 'done' && days !== undefined ? { kind: 'later', days } : step;
}

function stepWithin(facts: NextStepFacts): NextStep {
  const { state, counts, problem } = facts;
  switch (state) {
    case 'unread':
      return { kind: problem === undefined ? 'read' : 'repair' };
    case 'blocked':
      return nextOfBlocked(facts);
    case 'ready':
      return { kind: 'finalise', count: counts.warnings };
    case 'changed':
      return { kind: 'correct' };
    case 'final':
    case 'corrected':
      return nextOfFinal(facts);
    default:
      return { kind: 'done' };
  }
}

/** The step of a period whose read is older than the settings or payroll IDs: what is not final is read again. */
export function nextAfterEdit(step: NextStep): NextStep {
  const isOfRead = ['ids', 'codes', 'ask', 'resolve', 'finalise', 'repair'].includes(step.kind);
  return isOfRead ? { kind: 'again' } : step;
}

/** What the reader enters first, then what the reader resolves, and at last what others must resolve. */
function nextOfBlocked({ counts, waitingFor }: NextStepFacts): NextStep {
  const countOf = (code: string) =>
    waitingFor.reduce((sum, { exceptions }) => sum + (exceptions[code] ?? 0), 0);
  const [ids, codes] = [countOf('UNMAPPED_EMPLOYEE'), countOf('UNMAPPED_CODE')];
  if (ids > 0) return { kind: 'ids', count: ids };
  if (codes > 0) return { kind: 'codes', count: codes };
  const [waiting] = waitingFor;
  const isForPlanners = waiting !== undefined && waitingFor.every(({ role }) => role === 'planner');
  return isForPlanners
    ? { kind: 'ask', count: waiting.items, waiting }
    : { kind: 'resolve', count: counts.blocking };
}

function nextOfFinal({ lacking, ...facts }: NextStepFacts): NextStep {
  // Before anything is sent: some of it may be sent together.
  if (lacking.length > 0) return { kind: 'template', templates: lacking };
  const { deliveries, unrequested, hasDeliveries, links, purged } = facts;
  const canBeSent = ({ runId }: { readonly runId: string }) => !purged?.has(runId);
  const unsent = deliveries.filter((item) => item.state !== 'sent' && canBeSent(item));
  const [first, ...others] = [...new Set([...unsent, ...unrequested].map(({ runId }) => runId))];
  const isOpen = first !== undefined || (hasDeliveries && deliveries.length === 0 && links.some(canBeSent));
  if (!isOpen) return { kind: 'done' };
  const isNewest = first === undefined || (others.length === 0 && first === links.at(-1)?.runId);
  const count = deliveries.length === 0 ? 0 : unsent.length + unrequested.length;
  return { kind: 'send', count, ...(isNewest ? {} : { runId: first }) };
}

/** The step in a sentence. @param who the name of the person or role that it waits for */
export function nextStepText(step: NextStep, who = ''): AnyMessage {
  switch (step.kind) {
    case 'ask':
      return message('next.ask', { count: step.count, who });
    case 'ids':
    case 'codes':
    case 'resolve':
    case 'finalise':
    case 'send':
      return message(`next.${step.kind}`, { count: step.count });
    case 'later':
      return message('next.later', { period: periodArgument(step.days) });
    case 'template':
      return message('next.template', { count: step.templates.length, names: listed(step.templates) });
    default:
      return message(`next.${step.kind}`);
  }
}

/**
 * The words of the command that does the step, or lists what to do.
 * @param newestFinal the run to send
 */
export function nextStepCommand(
  step: NextStep,
  periodText: string,
  newestFinal: string | undefined,
): readonly [string, ...string[]] {
  switch (step.kind) {
    case 'repair':
      return ['doctor'];
    case 'ids':
      return ['employees', 'sync'];
    case 'finalise':
      return ['export', periodText, '--final'];
    case 'template':
      return [
        ...(['export', periodText, '--final'] as const),
        ...step.templates.flatMap((name) => ['--template', name]),
      ];
    case 'send':
      return ['send', step.runId ?? newestFinal ?? 'last'];
    case 'later':
      return ['corrections', periodArgument(step.days)];
    case 'correct':
    case 'done':
      return ['corrections', periodText];
    default:
      return ['check', periodText];
  }
}
