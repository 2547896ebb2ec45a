import { englishText, remedyOf } from '../i18n/formatMessage.js';
import { type AnyMessage, joined, verbatim } from '../i18n/message.js';
import type { DeliveryReceipt } from '../store/stagedFiles.js';

/** The state of a delivery that did not succeed. */
export type FailureState = 'failed' | 'unknown';

interface FailureDetail {
  /** What a payroll's API said when it refused a file. */
  readonly receipt?: DeliveryReceipt | undefined;
  /** When the server wants to be asked again; `never` where the same message would be refused again. */
  readonly retryAfterMs?: number | 'never' | undefined;
  /** What to do. @default the text `<id>.remedy` of the message */
  readonly remedy?: AnyMessage;
  readonly cause?: unknown;
}

/** A delivery that failed, or whose arrival is unknown. The text holds no data of people. */
export class DeliveryFailure extends Error {
  readonly state: FailureState;
  readonly text: AnyMessage;
  readonly remedyText: AnyMessage;
  readonly receipt: DeliveryReceipt | undefined;
  readonly retryAfterMs: number | 'never' | undefined;

  constructor(
    state: FailureState,
    text: AnyMessage,
    { remedy, cause, receipt, retryAfterMs }: FailureDetail = {},
  ) {
    super(englishText(text), cause === undefined ? undefined : { cause });
    this.name = 'DeliveryFailure';
    this.state = state;
    this.text = text;
    this.remedyText = remedy ?? remedyOf(text) ?? verbatim('');
    this.receipt = receipt;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A server did not answer in time: another attempt would wait as long again. */
export class UnansweredDelivery extends DeliveryFailure {}

/** A delivery that certainly failed. */
export function failedDelivery(text: AnyMessage, detail?: FailureDetail): DeliveryFailure {
  return new DeliveryFailure('failed', text, detail);
}

/** The problem of a delivery: what happened, and what to do. */
export function deliveryProblem({
  text,
  remedyText,
}: {
  readonly text: AnyMessage;
  readonly remedyText: AnyMessage;
}): AnyMessage {
  return joined([text, remedyText], ' ');
}
