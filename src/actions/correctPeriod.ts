import { configOf } from '../config/config.js';
import { periodIfKnown } from '../config/employerPeriod.js';
import { correctEmployer } from '../export/correctEmployer.js';
import type { CorrectionsOutcome } from '../export/correctionReport.js';
import type { CorrectionsRequest, DeliveryStanding, RunHost } from '../run.js';
import { toReportable } from './failureFacts.js';
import type { FailedEmployer } from './runPeriod.js';
import { sendStored } from './runPeriod.js';

/** Corrections of an employer that were listed or made. */
export interface CorrectedEmployer {
  readonly outcome: CorrectionsOutcome;
  /** Where deliveries were requested. */
  readonly deliveries: readonly DeliveryStanding[] | undefined;
}

/** Lists or makes the corrections of an employer, and sends them where its finals go. @throws what interrupts it */
export async function correctPeriod(
  host: RunHost,
  request: CorrectionsRequest,
  employer: string,
): Promise<CorrectedEmployer | FailedEmployer> {
  const { context } = host;
  try {
    const outcome = await correctEmployer(host, request, employer);
    return { outcome, deliveries: await deliver(host, request, outcome) };
  } catch (failure) {
    if (context.signal.aborted) throw failure;
    const config = configOf(request.loaded, employer);
    const period = periodIfKnown({ periodText: request.periodText, config, nowMs: context.clock.nowMs() });
    return { employer, period, failure: toReportable(failure, context) };
  }
}

/** The corrections of an employer go where its finals go. */
async function deliver(
  host: RunHost,
  { deliver: choice, loaded, storeFolder }: CorrectionsRequest,
  { made }: CorrectionsOutcome,
): Promise<readonly DeliveryStanding[] | undefined> {
  if (choice === undefined || made === undefined) return undefined;
  const sent = await sendStored(host, { loaded, storeFolder }, { runId: made.runId, kind: choice.kind });
  return sent.deliveries;
}
