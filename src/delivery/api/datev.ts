import { z } from 'zod';
import type { DatevDelivery } from '../../config/schema/deliverySchema.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { message } from '../../i18n/message.js';
import { excerpt } from '../../runtime/outsideText.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import { DeliveryFailure, failedDelivery } from '../deliveryFailure.js';
import type { ApiAccount } from './apiAccount.js';
import { type ApiFile, type ApiRequest, callApi, unfit } from './apiRequest.js';
import type { ApiCall, PayrollApi } from './payrollApi.js';

/*
 * DATEV hr:files. Source of every field, limit and state: the OpenAPI file "hr:files" 2.0.13 of DATEV eG
 * (developer.datev.de); section names are those of the file.
 */

/** `components.schemas.JobInfo` */
const jobInfo = z.object({
  job_id: z.string().min(1).max(100),
  timestamp: z.string().max(60).optional(),
  state: z.enum(['uploaded', 'imported', 'corrupted', 'deleted', 'auto-deleted']),
});

/** `post /v1/clients/{client-id}/files`, properties `file`, `file_provider`. */
const MAX_BYTES = 3 * 1024 * 1024;
const MAX_NAME = 50;
const PROVIDER = 'paytally';

/** hr:files. Addresses: `servers`, and the security schemes `datev_openid` and `datev_idp_next`. */
export const datevApi: PayrollApi<DatevDelivery> = {
  vendor: {
    title: 'DATEV hr:files',
    address: 'https://hr-files.api.datev.de/platform',
    authorizeUrl: 'https://login.datev.de/openid/authorize',
    tokenUrl: 'https://api.datev.de/token',
    scope: 'openid datev:hr:payrolldataupload',
    // "Interface requirements Login mit DATEV" (developer.datev.de, node 40368).
    authorizeWith: { enableWindowsSso: 'true' },
  },
  client: ({ client }) => client,
  send: sendFile,
  ask: askState,
  // `get /v1/clients/{client-id}`
  check: ({ host, account, settings, signal }) =>
    callApi(host, account, datevRequest(account, `/v1/clients/${settings.client}`, signal)),
};

/** hr:files has no key that makes a second request harmless. */
async function sendFile(
  { host, account, settings, signal }: ApiCall<DatevDelivery>,
  file: ApiFile,
): Promise<DeliveryReceipt> {
  const form = await encodeForm(uploadForm(account, settings, file));
  const path = `/v1/clients/${settings.client}/files`;
  const request = datevRequest(account, path, signal);
  const headers = { ...request.headers, ...form.headers };
  const { body } = await callApi(host, account, { ...request, method: 'POST', headers, body: form.body });
  const { success, data } = jobInfo.safeParse(body);
  if (!success) throw new DeliveryFailure('unknown', message('api.nonsense', { vendor: account.title }));
  return receiptOf(data, host.context.clock.nowMs());
}

async function askState(
  { host, account, settings: { client }, signal }: ApiCall<DatevDelivery>,
  { id }: Pick<DeliveryReceipt, 'id'>,
): Promise<DeliveryReceipt> {
  const path = `/v1/clients/${client}/jobs/${encodeURIComponent(id)}`;
  const { body } = await callApi(host, account, datevRequest(account, path, signal));
  const { success, data } = jobInfo.safeParse(body);
  if (!success || data.job_id !== id)
    throw failedDelivery(message('api.nonsense', { vendor: account.title }));
  return receiptOf(data, host.context.clock.nowMs());
}

/** `components.securitySchemes.client_id`: each request names the application in addition to the token. */
function datevRequest({ clientId }: ApiAccount, path: string, signal: AbortSignal): ApiRequest {
  return { method: 'GET', path, headers: { 'x-datev-client-id': clientId }, signal };
}

function uploadForm(
  { title, name: delivery }: ApiAccount,
  { system, mail }: DatevDelivery,
  file: ApiFile,
): FormData {
  const { name, content, template, createdAt, lastDay } = file;
  const values = { vendor: title, file: name, delivery };
  if ([...name].length > MAX_NAME) throw unfit(message('api.datev.name', { ...values, limit: MAX_NAME }));
  if (content.length > MAX_BYTES) throw unfit(message('api.datev.size', values));
  if (content.length === 0) throw unfit(message('api.datev.empty', values));
  if (!isUtf8(content)) throw unfit(message('api.datev.encoding', values));
  const target = system ?? systemOf(template);
  if (target === undefined) throw unfit(message('api.datev.system', { file: name, delivery, template }));
  const form = new FormData();
  form.set('file_provider', PROVIDER);
  // Movement data (Bewegungsdaten); paytally creates no master data.
  form.set('import_file_type', 'bwd');
  form.set('creation_time', createdAt.toISOString().replace('Z', '+00:00'));
  form.set('target_system', target);
  form.set('payroll_accounting_month', endOfMonth(lastDay));
  if (mail !== undefined) form.set('mail_address', mail);
  form.set('file', new Blob([Buffer.from(content)], { type: 'text/plain' }), name);
  return form;
}

function isUtf8(content: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

function systemOf(template: string): 'lodas' | 'lug' | undefined {
  return template === 'datev-lodas' ? 'lodas' : template === 'datev-lug' ? 'lug' : undefined;
}

/** As in the example of `payroll_accounting_month`: 2019-09-30. */
function endOfMonth(day: LocalDate): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

async function encodeForm(form: FormData): Promise<{ headers: Record<string, string>; body: Uint8Array }> {
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { headers, body: new Uint8Array(await encoded.arrayBuffer()) };
}

/**
 * Payroll clerks set `corrupted` and `deleted` in LODAS or Lohn und Gehalt; DATEV deletes files that are not fetched.
 */
const STATES = {
  uploaded: 'received',
  imported: 'accepted',
  corrupted: 'rejected',
  deleted: 'rejected',
  'auto-deleted': 'rejected',
} as const;

function receiptOf(
  { job_id: id, timestamp, state }: z.infer<typeof jobInfo>,
  nowMs: number,
): DeliveryReceipt {
  const time = timestamp === undefined ? new Date(nowMs).toISOString() : excerpt(timestamp, 60);
  const receipt = { id: excerpt(id, 100), time, state: STATES[state] };
  return receipt.state === 'rejected' ? { ...receipt, reason: state } : receipt;
}
