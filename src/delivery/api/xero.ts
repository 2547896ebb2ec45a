import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { XeroDelivery } from '../../config/schema/deliverySchema.js';
import { message } from '../../i18n/message.js';
import { parseJson } from '../../runtime/jsonText.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import { DeliveryFailure, failedDelivery } from '../deliveryFailure.js';
import type { ApiClient, ApiFile, DayTexts } from './apiRequest.js';
import type { PayrollApi } from './payrollApi.js';

/*
 * Timesheets of Xero Payroll. Source of every field and parameter: xero-payroll-uk.yaml, xero-payroll-nz.yaml and
 * xero-payroll-au-v2.yaml 16.1.0 (github.com/XeroAPI/Xero-OpenAPI, MIT). Their schema `Timesheet` is the same, except that
 * New Zealand also has the status `Requested`.
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
  status: z.enum(['Draft', 'Requested', 'Approved', 'Completed']).nullish(),
  updatedDateUTC: z.string().max(60).nullish(),
});
type StoredTimesheet = z.infer<typeof storedTimesheet>;

const timesheetObject = z.object({ timesheet: storedTimesheet }).transform(({ timesheet: stored }) => stored);
const timesheetList = z
  .object({
    pagination: z.object({ pageCount: z.number().int().nonnegative() }).nullish(),
    timesheets: z.array(storedTimesheet),
  })
  .transform(({ pagination, timesheets: items }) => ({ items, pages: pagination?.pageCount ?? 1 }));

/** `get /Connections` of xero-identity.yaml 16.1.0: the organisations of the person who signed in. */
const connections = z.array(
  z.object({ tenantId: z.string(), tenantName: z.string().nullish(), tenantType: z.string().nullish() }),
);

/**
 * Addresses: `servers` and `components.securitySchemes`. Without `offline_access` (OpenID Connect Core 1.0, section 11)
 * there is no refresh token.
 */
export const xeroApi: PayrollApi<XeroDelivery> = {
  title: 'Xero',
  address: 'https://api.xero.com/payroll.xro/2.0',
  authorizeUrl: 'https://login.xero.com/identity/connect/authorize',
  tokenUrl: 'https://identity.xero.com/connect/token',
  scope: 'offline_access payroll.timesheets',
  // Xero accepts 60 requests per minute, and returns when it accepts more.
  isRepeatable: true,
  headers: ({ tenant }): Record<string, string> => (tenant === undefined ? {} : { 'xero-tenant-id': tenant }),
  client: ({ tenant }) => tenant,
  findClients: async (api) => {
    const { origin } = new URL(api.account.address);
    const found = await api.at(origin).read('/connections', connections);
    return found.flatMap(({ tenantId, tenantName, tenantType }) =>
      tenantType === 'ORGANISATION' ? [{ id: tenantId, name: tenantName ?? '' }] : [],
    );
  },
  // `get /Timesheets`
  checkPath: () => '/Timesheets?page=1',
  send: sendTimesheets,
  /** Accepted once each timesheet is approved. */
  ask: async (api, receipt, content) => {
    const bytes = await content();
    if (bytes === undefined) return receipt;
    const sheets = parsed(api, { name: '', content: bytes });
    return receiptOf(api, sheets, await listTimesheets(api, sheets));
  },
};

type XeroClient = ApiClient<XeroDelivery>;

function parsed(api: XeroClient, file: Pick<ApiFile, 'name' | 'content'>): readonly Timesheet[] {
  return api.parseFile(file, z.array(timesheet), 'api.xero.file');
}

/**
 * Sends each timesheet of a file once. Timesheets that Xero already has with the same lines are not sent again, so a
 * retry sends only missing ones; a refused timesheet does not prevent the others from arriving.
 * @throws DeliveryFailure
 */
async function sendTimesheets(api: XeroClient, file: ApiFile): Promise<DeliveryReceipt> {
  const sheets = parsed(api, file);
  const before = await listTimesheets(api, sheets);
  const there: StoredTimesheet[] = [];
  const refused: (readonly [Timesheet, DeliveryReceipt])[] = [];
  for (const sheet of sheets) {
    try {
      there.push((await findSame(api, before, sheet, file)) ?? (await create(api, sheet, file.messageId)));
    } catch (failure) {
      if (!(failure instanceof DeliveryFailure) || failure.receipt === undefined) throw failure;
      refused.push([sheet, failure.receipt]);
    }
  }
  if (refused.length > 0) throw refusal(api, refused, there.length > 0);
  const listed = await listTimesheets(api, sheets).catch((failure: unknown) => {
    if (failure instanceof DeliveryFailure) return there;
    throw failure;
  });
  const receipt = receiptOf(api, sheets, listed);
  // A reused key returns the earlier answer, even if the timesheet was deleted.
  if (receipt.state !== 'rejected') return receipt;
  const { reason = '' } = receipt;
  throw failedDelivery(message('api.xero.missing', { vendor: api.account.title, reason }), { receipt });
}

/** A refusal with the affected employees, because Xero's message does not name them. */
function refusal(
  api: XeroClient,
  refused: readonly (readonly [Timesheet, DeliveryReceipt])[],
  isPartlyTaken: boolean,
): DeliveryFailure {
  const [[, { id, time }] = [undefined, { id: '', time: undefined }]] = refused;
  const reasons = refused.map(([{ employeeID }, receipt]) => `${employeeID}: ${receipt.reason ?? ''}`);
  const receipt = { ...api.receipt('rejected', id, { reasons, time }), isPartlyTaken };
  const values = { vendor: api.account.title, count: refused.length, reason: receipt.reason ?? '' };
  return failedDelivery(message('api.xero.refused', values), { retryAfterMs: 'never', receipt });
}

/** `post /Timesheets`. Sent again with the same `Idempotency-Key`, it has no further effect. */
function create(api: XeroClient, sheet: Timesheet, messageId: string): Promise<StoredTimesheet> {
  const key = createHash('sha256')
    .update(JSON.stringify([messageId, sheet]))
    .digest('hex');
  const body = Buffer.from(JSON.stringify(sheet));
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return api.request({ method: 'POST', path: '/Timesheets', headers, body }, timesheetObject);
}

/** `get /Timesheets`: those of the calendars and periods of a file. */
async function listTimesheets(
  api: XeroClient,
  sheets: readonly Timesheet[],
): Promise<readonly StoredTimesheet[]> {
  const asked = new Set(
    sheets.map(({ payrollCalendarID: id, startDate, endDate }) =>
      new URLSearchParams({ filter: `payrollCalendarId==${id}`, startDate, endDate }).toString(),
    ),
  );
  const found: StoredTimesheet[] = [];
  for (const query of asked)
    found.push(...(await api.readPages((page) => `/Timesheets?${query}&page=${page}`, timesheetList)));
  return found;
}

/**
 * @throws DeliveryFailure with a receipt if Xero has other hours for the employee and period, or the same hours that
 * another employer sent; without one if that cannot be told
 */
async function findSame(
  api: XeroClient,
  stored: readonly StoredTimesheet[],
  sheet: Timesheet,
  { ofOthers }: Pick<ApiFile, 'ofOthers'>,
): Promise<StoredTimesheet | undefined> {
  const same = stored.find((each) => isOfSamePeriod(each, sheet));
  if (same === undefined) return undefined;
  const { timesheetID: id, status } = same;
  const full = await api.read(`/Timesheets/${encodeURIComponent(id)}`, timesheetObject);
  const rejected = (reason: string) =>
    api.receipt('rejected', id, { reasons: [`${reason} ${id} (${status ?? ''})`] });
  const vendor = api.account.title;
  if (linesOf(full) !== linesOf(sheet))
    throw failedDelivery(message('api.xero.other', { vendor }), { receipt: rejected('other hours in') });
  const sheetsOfOthers = (await ofOthers(daysOf(sheet))).flatMap((content) => parsedIfPossible(content));
  if (sheetsOfOthers.some((each) => isOfSamePeriod(each, sheet)))
    throw failedDelivery(message('api.xero.ofOtherEmployer', { vendor }), {
      receipt: rejected('another employer sent'),
    });
  return same;
}

function daysOf({ startDate, endDate }: Timesheet): DayTexts {
  return { from: startDate.slice(0, 10), to: endDate.slice(0, 10) };
}

function parsedIfPossible(content: Uint8Array): readonly Timesheet[] {
  return z.array(timesheet).safeParse(parseJson(Buffer.from(content).toString('utf8'))).data ?? [];
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
  api: XeroClient,
  sheets: readonly Timesheet[],
  stored: readonly StoredTimesheet[],
): DeliveryReceipt {
  const found = sheets.map((sheet) => stored.find((each) => isOfSamePeriod(each, sheet)));
  const there = found.flatMap((each) => each ?? []);
  const id = `${there[0]?.timesheetID ?? ''}${there.length > 1 ? ` +${there.length - 1}` : ''}`;
  const gone = sheets.filter((_, index) => found[index] === undefined).map(({ employeeID }) => employeeID);
  if (gone.length > 0)
    return {
      ...api.receipt('rejected', id, { reasons: [`no timesheet of ${gone.join(', ')}`] }),
      isPartlyTaken: there.length > 0,
    };
  const isApproved = there.every(({ status }) => status === 'Approved' || status === 'Completed');
  const [time] = there
    .flatMap(({ updatedDateUTC }) => updatedDateUTC ?? [])
    .sort()
    .reverse();
  return api.receipt(isApproved ? 'accepted' : 'received', id, { time });
}
