import { z } from 'zod';
import type { DatevDelivery } from '../../config/schema/deliverySchema.js';
import { lastOfMonth } from '../../domain/time/localDate.js';
import { message } from '../../i18n/message.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import { type ApiClient, type ApiFile, unfit } from './apiRequest.js';
import type { PayrollApi } from './payrollApi.js';

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
  title: 'DATEV hr:files',
  address: 'https://hr-files.api.datev.de/platform',
  authorizeUrl: 'https://login.datev.de/openid/authorize',
  tokenUrl: 'https://api.datev.de/token',
  scope: 'openid datev:hr:payrolldataupload',
  // "Interface requirements Login mit DATEV" (developer.datev.de, node 40368).
  authorizeWith: { enableWindowsSso: 'true' },
  // `components.securitySchemes.client_id`: each request names the application in addition to the token.
  headers: ({ clientId }) => ({ 'x-datev-client-id': clientId }),
  client: ({ client }) => client,
  // `get /v1/clients/{client-id}`
  checkPath: ({ client }) => `/v1/clients/${client}`,
  send: sendFile,
  ask: async (api, { id }) => {
    const path = `/v1/clients/${api.settings.client}/jobs/${encodeURIComponent(id)}`;
    const own = jobInfo.refine((job) => job.job_id === id);
    return receiptOf(api, await api.read(path, own));
  },
};

/** hr:files has no key that makes a second request harmless. */
async function sendFile(api: ApiClient<DatevDelivery>, file: ApiFile): Promise<DeliveryReceipt> {
  const form = await encodeForm(uploadForm(api, file));
  const path = `/v1/clients/${api.settings.client}/files`;
  return receiptOf(api, await api.request({ method: 'POST', path, ...form }, jobInfo));
}

function uploadForm(
  { account: { title, name: delivery }, settings: { system, mail } }: ApiClient<DatevDelivery>,
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
  // As in its example: 2019-09-30.
  form.set('payroll_accounting_month', lastOfMonth(lastDay));
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
  api: ApiClient<DatevDelivery>,
  { job_id: id, timestamp, state }: z.infer<typeof jobInfo>,
): DeliveryReceipt {
  const known = STATES[state];
  return api.receipt(known, id, { time: timestamp, reasons: known === 'rejected' ? [state] : [] });
}
