import type { ApiDelivery } from '../../config/schema/deliverySchema.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import {
  type ApiAccount,
  type ApiFolders,
  type ApiHost,
  apiClient,
  resolveApiAccount,
} from './apiAccount.js';
import type { ApiFile } from './apiRequest.js';
import { askDatev, checkDatev, sendToDatev } from './datev.js';
import { askXero, checkXero, sendToXero } from './xero.js';

/** Sends a file. @throws DeliveryFailure */
export function sendToApi(
  host: ApiHost,
  account: ApiAccount,
  settings: ApiDelivery,
  file: ApiFile,
  signal: AbortSignal,
): Promise<DeliveryReceipt> {
  return settings.to === 'datev'
    ? sendToDatev(host, account, settings, file, signal)
    : sendToXero(host, account, settings, file, signal);
}

/** A file that was sent. */
interface SentFile {
  readonly receipt: DeliveryReceipt;
  /** undefined if it is no longer stored. */
  readonly content: () => Promise<Uint8Array | undefined>;
}

/** The state of a file that was sent. @throws DeliveryFailure if the vendor does not return it */
export async function askApi(
  host: ApiHost,
  account: ApiAccount,
  settings: ApiDelivery,
  { receipt, content }: SentFile,
  signal: AbortSignal,
): Promise<DeliveryReceipt> {
  if (settings.to === 'datev') return askDatev(host, account, settings, receipt, signal);
  const bytes = await content();
  return bytes === undefined
    ? receipt
    : askXero(host, account, settings, { receipt, content: bytes }, signal);
}

/**
 * Whether the person who is connected may use the client of a delivery.
 * @returns the display names of the API and the client
 * @throws DeliveryFailure; PaytallyError SECRET_MISSING, SECRET_INVALID
 */
export async function checkApi(
  host: ApiHost,
  name: string,
  settings: ApiDelivery,
  folders: ApiFolders,
): Promise<{ readonly vendor: string; readonly recipient: string }> {
  const account = await resolveApiAccount(host, name, settings, folders);
  await (settings.to === 'datev' ? checkDatev(host, account, settings) : checkXero(host, account, settings));
  return { vendor: account.title, recipient: apiClient(settings) };
}
