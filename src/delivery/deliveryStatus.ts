import { englishText, messageOfStored } from '../i18n/formatMessage.js';
import type { AnyMessage } from '../i18n/message.js';
import type { DeliveryItem } from '../store/outbox.js';
import type { DeliveryReceipt, DeliveryState } from '../store/stagedFiles.js';

/** A run's delivery to one recipient, and what became of it. */
export interface DeliveryStatus {
  readonly name: string;
  readonly recipient: string;
  readonly state: DeliveryState;
  /** Why it failed or its state is unknown, and what to do. */
  readonly problem?: AnyMessage;
  /** The answer of the payroll system's API about the file. */
  readonly receipt?: DeliveryReceipt;
}

export function deliveryStatusOf({ name, recipient, state, problem, receipt }: DeliveryItem): DeliveryStatus {
  const isOpen = problem !== undefined && state !== 'sent';
  return {
    name,
    recipient,
    state,
    ...(isOpen ? { problem: messageOfStored(problem) } : {}),
    ...(receipt === undefined ? {} : { receipt }),
  };
}

/** The form for `--json`, with the problem in English. */
export type DeliveryStatusJson = Omit<DeliveryStatus, 'problem'> & { readonly problem?: string };

export function deliveryStatusJson({ problem, ...status }: DeliveryStatus): DeliveryStatusJson {
  return problem === undefined ? status : { ...status, problem: englishText(problem) };
}
