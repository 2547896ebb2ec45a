import { outcomeJson, type RunOutcome } from '../app/export/outcome.js';
import type { CorrectedEmployer } from '../app/session/runPeriod.js';
import type { Context } from '../context.js';
import type { DeliveryStatus } from '../delivery/deliveryStatus.js';
import { ExitStatus, type PaytallyError } from '../errors.js';
import type { Terminal } from '../runtime/terminal.js';
import { correctedJson } from './correctionsCommand.js';
import { correctionsText } from './correctionsText.js';
import { exitStatusOf, failureJson } from './failure.js';
import { deliveryFailure, runSummary } from './summary.js';

/** The results of one start's due times. */
export interface DueResult {
  readonly outcomes: readonly RunOutcome[];
  readonly corrections: readonly CorrectedEmployer[];
  /** Deliveries of finals that were there before. */
  readonly deliveries: readonly DeliveryStatus[];
  readonly failures: readonly PaytallyError[];
}

/** Prints it. @returns the status of the first failure */
export function printDueResult(
  { outcomes, corrections, deliveries: earlier, failures }: DueResult,
  { json }: { readonly json: boolean },
  context: Context,
  terminal: Terminal,
): ExitStatus {
  const now = [...outcomes, ...corrections].flatMap(({ deliveries = [] }) => deliveries);
  const failure = failures[0] ?? deliveryFailure([...now, ...earlier]);
  const error = failure === undefined ? {} : { error: failureJson(failure) };
  const runs = [...outcomes.map(outcomeJson), ...corrections.map(correctedJson)];
  if (json) terminal.result(JSON.stringify({ ...error, runs }));
  else {
    for (const outcome of outcomes) terminal.result(runSummary(outcome, context.cwd));
    const place = { cwd: context.cwd, width: terminal.width };
    for (const { outcome } of corrections) terminal.result(correctionsText(outcome, place));
  }
  return failure === undefined ? ExitStatus.done : exitStatusOf(failure);
}
