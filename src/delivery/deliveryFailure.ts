import { z } from 'zod';
import { englishText, remedyOf } from '../i18n/formatMessage.js';
import { type AnyMessage, joined, verbatim } from '../i18n/message.js';
import type { DeliveryReceipt } from '../store/stagedFiles.js';

/** The state of a delivery that did not succeed. */
export type FailureState = 'failed' | 'unknown';

interface FailureDetail {
  /** A payroll API's receipt for a refused file. */
  readonly receipt?: DeliveryReceipt | undefined;
  /** When the server accepts a retry; `never` if the same message would be refused again. */
  readonly retryAfterMs?: number | 'never' | undefined;
  /** What to do. @default the text `<id>.remedy` of the message */
  readonly remedy?: AnyMessage;
  readonly cause?: unknown;
}

/** A delivery that failed, or whose arrival is unknown. The text contains no personal data. */
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

/** An error of `read/transport` below HTTP, whose class this folder cannot import. */
const httpFailure = z.object({ name: z.literal('HttpFailure'), kind: z.string(), cause: z.unknown() });
const withCode = z.object({ code: z.string() });

/** Failures before the request was sent. */
const BEFORE_SENDING = ['refused', 'unknown-host', 'certificate', 'proxy'];

/**
 * What became of an HTTP request without an answer. Only after `not-sent` it certainly had no effect.
 * @throws the failure itself if it is not one of the connection
 */
export function noAnswerKind(failure: unknown): 'not-sent' | 'timeout' | 'broken' {
  const { success, data } = httpFailure.safeParse(failure);
  if (!success) throw failure;
  const isConnectTimeout = withCode.safeParse(data.cause).data?.code === 'UND_ERR_CONNECT_TIMEOUT';
  if (isConnectTimeout || BEFORE_SENDING.includes(data.kind)) return 'not-sent';
  return data.kind === 'timeout' ? 'timeout' : 'broken';
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
