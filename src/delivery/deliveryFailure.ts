/** What can be said of a delivery that did not plainly succeed. */
export type FailureState = 'failed' | 'unknown';

/** A delivery that failed, or whose arrival is unknown. The text holds no data of people. */
export class DeliveryFailure extends Error {
  readonly state: FailureState;
  /** What to do about it. */
  readonly remedy: string;

  constructor(standing: FailureState, message: string, remedy: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DeliveryFailure';
    this.state = standing;
    this.remedy = remedy;
  }
}

/** A server was waited for and did not answer: another attempt would wait as long again. */
export class UnansweredDelivery extends DeliveryFailure {}

/** A delivery that plainly failed. */
export function failedDelivery(message: string, remedy: string, cause?: unknown): DeliveryFailure {
  return new DeliveryFailure('failed', message, remedy, cause);
}
