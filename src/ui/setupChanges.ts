import { z } from 'zod';
import { activeFinals } from '../app/ledger/finals.js';
import { withLedger } from '../app/ledger/history.js';
import { type ListedTime, listTimes } from '../app/schedule/listTimes.js';
import { type ActionSession, withRunHost } from '../app/session/openSession.js';
import { assertAcceptedNumbers, assertAcceptedSettings } from '../app/setup/acceptedSettings.js';
import { previewAdjustment, saveAdjustment } from '../app/setup/accountAdjustment.js';
import { editsOfPatch, previewSettings, saveSettings } from '../app/setup/configEdit.js';
import { listPayrollIds, previewPayrollIds, savePayrollIds } from '../app/setup/payrollIds.js';
import { configOf, type LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { isInside } from '../domain/period/period.js';
import { type LocalDate, parseLocalDate } from '../domain/time/localDate.js';
import { message } from '../i18n/message.js';
import { type Asked, localized, type Routes } from './services.js';

const text = z.string().trim().max(500);
const texts = z.array(text.max(200)).max(200);
/** Names become keys of the configuration and parts of commands. */
const name = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,60}$/u);

const some = text.nullable().optional();
const portNumber = z.number().int().nullable().optional();

/** Settings of a delivery that the page has fields for. */
export const deliverySettings = z.strictObject({
  to: z.enum(['mail', 'folder', 'sftp', 'command', 'datev', 'loket', 'xero']).optional(),
  host: some,
  port: portNumber,
  user: some,
  key: some,
  path: some,
  command: texts.optional(),
  // For a payroll system's API: the client and the registered application.
  client: some,
  employerId: some,
  tenant: some,
  clientId: some,
  mail: some,
  system: z.enum(['lodas', 'lug']).nullable().optional(),
  recipients: z.union([texts, z.strictObject({ column: text })]).optional(),
  attach: z.boolean().optional(),
  when: z.enum(['draft', 'final', 'both']).optional(),
  templates: texts.nullable().optional(),
});

/**
 * The settings of an employer that the page may change, as a merge patch (RFC 7396): omitted ones are unchanged, and
 * null removes a setting or everything under a name.
 */
const settingsPatch = z
  .strictObject({
    templates: texts.min(1),
    variables: z.record(text, z.record(text, text.nullable())),
    payCodes: z.record(text, z.strictObject({ external: text, secondary: text.nullable() }).nullable()),
    mail: z.strictObject({
      from: text,
      owner: z.union([text, texts]),
      smtp: z.strictObject({
        host: text,
        port: z.number().int().nullable(),
        user: text.nullable(),
        tls: z.enum(['implicit', 'none']).nullable(),
        password: z.null().optional(),
      }),
    }),
    deliveries: z.record(name, deliverySettings.nullable()),
    schedule: z.record(
      name,
      z
        .strictObject({
          cron: some,
          at: some,
          period: text.optional(),
          final: z.boolean().optional(),
          workday: z.number().int().nullable().optional(),
          deliver: texts.optional(),
        })
        .nullable(),
    ),
  })
  .partial();

const date = z.string().transform((input, { addIssue }) => {
  const parsed = parseLocalDate(input);
  if (parsed !== undefined) return parsed;
  addIssue('not a date');
  return z.NEVER;
});

/** A change of payroll IDs, or of settings; the page can request no other. */
const changeSchema = z.union([
  z.strictObject({ ids: z.record(z.string(), z.strictObject({ number: text, from: date.optional() })) }),
  z.strictObject({
    adjustment: z.strictObject({
      employeeId: text,
      date,
      minutes: z.int(),
      payCode: text.default(''),
      reason: text.min(1),
    }),
  }),
  // With the confirmation comes the secret of a delivery's application, or for null the password of the mail server.
  z.strictObject({ settings: settingsPatch, secretOf: name.nullable().optional() }),
]);
type Change = z.infer<typeof changeSchema>;

/** A change of a file: previewed, then saved exactly as previewed. */
export function setupChangeRoutes(routes: Routes): void {
  const { context } = routes.services;
  routes.change('/api/setup/:employer/preview', changeSchema, (change, asked) =>
    previewAnswer(context, change, asked),
  );
  const confirmed = z.object({
    change: changeSchema,
    digest: z.string(),
    secret: z.string().max(1000).default(''),
  });
  routes.change('/api/setup/:employer/save', confirmed, async (order, { employer, session }) => {
    const { loaded } = await session();
    const { change, digest } = order;
    if ('ids' in change) {
      await savePayrollIds(loaded, employer, new Map(Object.entries(change.ids)), digest);
      return {};
    }
    if ('adjustment' in change) {
      await saveAdjustment(loaded, employer, change.adjustment, digest);
      return {};
    }
    const { edits, secretFile: file } = editsOfPatch(change, loaded, employer);
    const secret = file === undefined ? undefined : { file, text: order.secret };
    await saveSettings(context, loaded, employer, edits, { digest, secret });
    return {};
  });
}

export type FilePreviewAnswer = Awaited<ReturnType<typeof previewAnswer>>;

/** The change of the file, and the next times of a changed schedule. */
async function previewAnswer(context: Context, change: Change, { employer, language, session }: Asked) {
  const opened = await session();
  const { loaded } = opened;
  if ('ids' in change) {
    const preview = await previewPayrollIds(loaded, employer, new Map(Object.entries(change.ids)));
    await assertAcceptedNumbers(
      context,
      loaded,
      employer,
      await enteredNumbers(loaded, employer, change.ids),
    );
    return { ...localized(preview, language), times: [] };
  }
  if ('adjustment' in change) {
    const { adjustment } = change;
    const isFinal = await isFinalDay(context, opened, employer, adjustment.date);
    const warnings = isFinal ? [message('setup.dayIsFinal', { day: adjustment.date })] : [];
    const preview = await previewAdjustment(loaded, employer, adjustment, warnings);
    return { ...localized(preview, language), times: [] };
  }
  const { edits } = editsOfPatch(change, loaded, employer);
  const { edited, ...preview } = await previewSettings(context, loaded, employer, edits);
  if (edited !== undefined) await assertAcceptedSettings(context, edited, employer, change.settings);
  const schedules = Object.keys(change.settings.schedule ?? {});
  const isTimed = schedules.length > 0 && edited !== undefined;
  const times = isTimed ? await timesOf(context, opened, edited, employer) : [];
  return { ...localized(preview, language), times: times.filter(({ name }) => schedules.includes(name)) };
}

/** The payroll IDs of a change with the names of the people. */
async function enteredNumbers(
  loaded: LoadedConfig,
  employer: string,
  ids: Readonly<Record<string, { readonly number: string }>>,
) {
  const { rows } = await listPayrollIds(loaded, employer, new Map());
  const names = new Map(rows.map(({ employeeId, name }) => [employeeId, name]));
  return Object.entries(ids)
    .filter(([, { number }]) => number !== '')
    .map(([id, { number }]) => ({ id, name: names.get(id) ?? id, value: number }));
}

/** Whether a final has a day: its balance then needs a correction. */
function isFinalDay(
  context: Context,
  session: ActionSession,
  employer: string,
  date: LocalDate,
): Promise<boolean> {
  const { employerId } = configOf(session.loaded, employer).employer;
  return withLedger(context, session, async (store) =>
    activeFinals(store.ledger.links(employerId)).some(({ link }) => isInside(date, link.period)),
  );
}

/** The next times of an employer's schedules. */
export function timesOf(
  context: Context,
  { terminal, storeFolder }: ActionSession,
  loaded: LoadedConfig,
  employer: string,
): Promise<readonly ListedTime[]> {
  const now = Math.floor(context.clock.nowMs() / 1000);
  const place = { loaded, storeFolder, employers: [employer] };
  return withRunHost(context, { loaded, terminal }, { verbose: false }, async (host) => {
    const { times, failures } = await listTimes(host, place, now, undefined);
    const failure = failures.get(employer);
    if (failure !== undefined) throw failure;
    return times;
  });
}
