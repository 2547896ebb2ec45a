import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { XeroDelivery } from '../../config/schema/deliverySchema.js';
import { message } from '../../i18n/message.js';
import { excerpt } from '../../runtime/outsideText.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import { DeliveryFailure, failedDelivery } from '../deliveryFailure.js';
import { parseJson } from '../mail/accessToken.js';
import type { ApiAccount, ApiHost } from './apiAccount.js';
import { type ApiAnswer, type ApiFile, callRepeatable, unfit, unreachableApi } from './apiRequest.js';
import type { ApiCall, PayrollApi } from './payrollApi.js';

/*
 * Timesheets of Xero Payroll. Source of every field and parameter: xero-payroll-uk.yaml, xero-payroll-nz.yaml and
 * xero-payroll-au-v2.yaml 16.1.0 (github.com/XeroAPI/Xero-OpenAPI, MIT), whose schema `Timesheet` is the same.
 */

const date = z.string().regex(/^\d{4}-\d\d-\d\d/);

/** `components.schemas.TimesheetLine` */
const timesheetLine = z.object({ date, earningsRateID: z.string(), numberOfUnits: z.number() });

/** `components.schemas.Timesheet`, as in a file of the template xero. */
const timesheet = z.object({
  payrollCalendarID: z.string(),
  employeeID: z.string(),
  startDate: date,
  endDate: date,
  timesheetLines: z.array(timesheetLine).nullish(),
});
type Timesheet = z.infer<typeof timesheet>;

/** The same in an answer, in which dates have a time. Timesheets in lists have no lines. */
const storedTimesheet = timesheet.extend({
  timesheetID: z.string().min(1).max(100),
  status: z.enum(['Draft', 'Approved', 'Completed']).nullish(),
  updatedDateUTC: z.string().max(60).nullish(),
});
type StoredTimesheet = z.infer<typeof storedTimesheet>;

const timesheetObject = z.object({ timesheet: storedTimesheet });
const timesheetList = z.object({
  pagination: z.object({ pageCount: z.number().int().nonnegative() }).nullish(),
  timesheets: z.array(storedTimesheet),
});

/**
 * Addresses: `servers` and `components.securitySchemes`. Without `offline_access` (OpenID Connect Core 1.0, section 11)
 * there is no refresh token.
 */
export const xeroApi: PayrollApi<XeroDelivery> = {
  vendor: {
    title: 'Xero',
    address: 'https://api.xero.com/payroll.xro/2.0',
    authorizeUrl: 'https://login.xero.com/identity/connect/authorize',
    tokenUrl: 'https://identity.xero.com/connect/token',
    scope: 'offline_access payroll.timesheets',
    authorizeWith: {},
  },
  client: ({ tenant }) => tenant,
  send: sendTimesheets,
  ask: askTimesheets,
  // `get /Timesheets`
  check: (calls) => call(calls, '/Timesheets?page=1'),
};

type XeroCalls = ApiCall<XeroDelivery>;

/**
 * Sends each timesheet of a file once. Timesheets that Xero already has with the same lines are not sent again, so a
 * retry sends only missing ones; a refused timesheet does not prevent the others from arriving.
 * @throws DeliveryFailure
 */
async function sendTimesheets(calls: XeroCalls, file: ApiFile): Promise<DeliveryReceipt> {
  const { host, account } = calls;
  const sheets = parseFile(account, file);
  const before = await listTimesheets(calls, sheets).catch((failure: unknown) => {
    throw isUnknown(failure) ? unreachableApi(account, failure) : failure;
  });
  const there: StoredTimesheet[] = [];
  const refused: (readonly [Timesheet, DeliveryReceipt])[] = [];
  for (const sheet of sheets) {
    try {
      there.push((await findSame(calls, before, sheet)) ?? (await create(calls, sheet, file.messageId)));
    } catch (failure) {
      if (!(failure instanceof DeliveryFailure) || failure.receipt === undefined) throw failure;
      refused.push([sheet, failure.receipt]);
    }
  }
  if (refused.length > 0) throw refusal(account, refused);
  const listed = await listTimesheets(calls, sheets).catch((failure: unknown) => {
    if (failure instanceof DeliveryFailure) return there;
    throw failure;
  });
  const receipt = receiptOf(host, sheets, listed);
  // A reused key returns the earlier answer, even if the timesheet was deleted.
  if (receipt.state !== 'rejected') return receipt;
  const { reason = '' } = receipt;
  throw failedDelivery(message('api.xero.missing', { vendor: account.title, reason }), { receipt });
}

function isUnknown(failure: unknown): boolean {
  return failure instanceof DeliveryFailure && failure.state === 'unknown';
}

/** Accepted once each timesheet is approved. */
async function askTimesheets(
  calls: XeroCalls,
  receipt: DeliveryReceipt,
  content: () => Promise<Uint8Array | undefined>,
): Promise<DeliveryReceipt> {
  const bytes = await content();
  if (bytes === undefined) return receipt;
  const sheets = parseFile(calls.account, { name: '', content: bytes });
  return receiptOf(calls.host, sheets, await listTimesheets(calls, sheets));
}

function parseFile(
  { title: vendor, name: delivery }: ApiAccount,
  { name: file, content }: Pick<ApiFile, 'name' | 'content'>,
): readonly Timesheet[] {
  const { success, data } = z.array(timesheet).safeParse(parseJson(Buffer.from(content).toString('utf8')));
  if (!success) throw unfit(message('api.xero.file', { vendor, file, delivery }));
  return data;
}

/** A refusal with the affected employees, because Xero's message does not name them. */
function refusal(
  { title: vendor }: ApiAccount,
  refused: readonly (readonly [Timesheet, DeliveryReceipt])[],
): DeliveryFailure {
  const [[, { id, time }] = [undefined, { id: '', time: '' }]] = refused;
  const reasons = refused.map(([{ employeeID }, receipt]) => `${employeeID}: ${receipt.reason ?? ''}`);
  const reason = excerpt(reasons.join('; '), 300);
  const text = message('api.xero.refused', { vendor, count: refused.length, reason });
  return failedDelivery(text, {
    retryAfterMs: 'never',
    receipt: { id, time, state: 'rejected', reason },
  });
}

/** `post /Timesheets`. Sent again with the same `Idempotency-Key`, it has no further effect. */
async function create(calls: XeroCalls, sheet: Timesheet, messageId: string): Promise<StoredTimesheet> {
  const key = createHash('sha256')
    .update(JSON.stringify([messageId, sheet]))
    .digest('hex');
  const body = Buffer.from(JSON.stringify(sheet));
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const { body: answer } = await call(calls, '/Timesheets', { method: 'POST', headers, body });
  const { success, data } = timesheetObject.safeParse(answer);
  if (success) return data.timesheet;
  throw new DeliveryFailure('unknown', message('api.nonsense', { vendor: calls.account.title }));
}

/** Harmless to repeat. Xero accepts 60 requests per minute, and returns when it accepts more. */
function call(
  { host, account, settings, signal }: XeroCalls,
  path: string,
  request: { method: 'POST'; headers: Record<string, string>; body: Uint8Array } | { method: 'GET' } = {
    method: 'GET',
  },
): Promise<ApiAnswer> {
  const tenant = { 'xero-tenant-id': settings.tenant };
  const headers = 'headers' in request ? { ...request.headers, ...tenant } : tenant;
  return callRepeatable(host, account, { ...request, path, headers, signal });
}

const MAX_PAGES = 1000;

/** `get /Timesheets`: those of the calendars and periods of a file. */
async function listTimesheets(
  calls: XeroCalls,
  sheets: readonly Timesheet[],
): Promise<readonly StoredTimesheet[]> {
  const found: StoredTimesheet[] = [];
  const asked = new Set(
    sheets.map(({ payrollCalendarID: id, startDate, endDate }) =>
      new URLSearchParams({ filter: `payrollCalendarId==${id}`, startDate, endDate }).toString(),
    ),
  );
  for (const query of asked)
    for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
      const { body } = await call(calls, `/Timesheets?${query}&page=${page}`);
      const { success, data } = timesheetList.safeParse(body);
      if (!success) throw failedDelivery(message('api.nonsense', { vendor: calls.account.title }));
      found.push(...data.timesheets);
      pages = data.pagination?.pageCount ?? 1;
    }
  return found;
}

/** @throws DeliveryFailure with a receipt if Xero has other hours for the employee and period */
async function findSame(
  calls: XeroCalls,
  stored: readonly StoredTimesheet[],
  sheet: Timesheet,
): Promise<StoredTimesheet | undefined> {
  const same = stored.find((each) => isOfSamePeriod(each, sheet));
  if (same === undefined) return undefined;
  const { body } = await call(calls, `/Timesheets/${encodeURIComponent(same.timesheetID)}`);
  const { success, data } = timesheetObject.safeParse(body);
  if (!success) throw failedDelivery(message('api.nonsense', { vendor: calls.account.title }));
  if (linesOf(data.timesheet) === linesOf(sheet)) return same;
  const { timesheetID: id, status } = same;
  const text = message('api.xero.other', { vendor: calls.account.title });
  throw failedDelivery(text, {
    receipt: { ...receiptAt(calls.host, id, 'rejected'), reason: `other hours in ${id} (${status ?? ''})` },
  });
}

function isOfSamePeriod(one: Timesheet, other: Timesheet): boolean {
  const keys = [one, other].map(({ employeeID, startDate, endDate }) =>
    [employeeID.toLowerCase(), startDate.slice(0, 10), endDate.slice(0, 10)].join(' '),
  );
  return keys[0] === keys[1];
}

/** Xero may return lines in any order. */
function linesOf({ timesheetLines }: Timesheet): string {
  const lines = (timesheetLines ?? []).map(
    (line) =>
      `${line.date.slice(0, 10)} ${line.earningsRateID.toLowerCase()} ${line.numberOfUnits.toFixed(4)}`,
  );
  return lines.sort().join('\n');
}

function receiptOf(
  host: ApiHost,
  sheets: readonly Timesheet[],
  stored: readonly StoredTimesheet[],
): DeliveryReceipt {
  const found = sheets.map((sheet) => stored.find((each) => isOfSamePeriod(each, sheet)));
  const there = found.flatMap((each) => each ?? []);
  const [first] = there;
  const id = `${first?.timesheetID ?? ''}${there.length > 1 ? ` +${there.length - 1}` : ''}`;
  const gone = sheets.filter((_, index) => found[index] === undefined).map(({ employeeID }) => employeeID);
  if (gone.length > 0)
    return { ...receiptAt(host, id, 'rejected'), reason: excerpt(`no timesheet of ${gone.join(', ')}`, 300) };
  const isApproved = there.every(({ status }) => status === 'Approved' || status === 'Completed');
  const newest = there.flatMap(({ updatedDateUTC }) => updatedDateUTC ?? []).sort();
  const receipt = receiptAt(host, id, isApproved ? 'accepted' : 'received');
  return { ...receipt, time: excerpt(newest.at(-1) ?? receipt.time, 60) };
}

function receiptAt({ context }: ApiHost, id: string, state: DeliveryReceipt['state']): DeliveryReceipt {
  return { id, time: new Date(context.clock.nowMs()).toISOString(), state };
}
