import { z } from 'zod';
import { type ActionSession, withRunHost } from '../actions/actionSession.js';
import {
  previewSettings,
  type SettingEdit,
  saveSettings,
  secretFileOf,
} from '../actions/setup/configEdit.js';
import { previewPayrollIds, savePayrollIds } from '../actions/setup/payrollIds.js';
import type { LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { type ListedTime, listTimes } from '../schedule/listTimes.js';
import { type Asked, localized, type Routes } from './services.js';

const text = z.string().trim().max(500);
const texts = z.array(text.max(200)).max(200);
/** Names become keys of the configuration and parts of commands. */
const name = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,60}$/u);

const some = text.nullable().optional();

/** Settings of a delivery that the page has fields for; null removes a setting, and all others are unchanged. */
export const deliverySettings = z.strictObject({
  to: z.enum(['mail', 'folder', 'sftp', 'datev', 'loket', 'xero']).optional(),
  ...{ host: some, user: some, key: some, path: some },
  // For a payroll system's API: the client and the registered application.
  ...{ client: some, employerId: some, tenant: some, clientId: some, mail: some },
  system: z.enum(['lodas', 'lug']).nullable().optional(),
  recipients: z.union([texts, z.strictObject({ column: text })]).optional(),
  attach: z.boolean().optional(),
  when: z.enum(['draft', 'final', 'both']).optional(),
  templates: texts.nullable().optional(),
});

const scheduleSettings = z.strictObject({
  ...{ cron: some, at: some, period: text.optional() },
  workday: z.number().int().nullable().optional(),
  final: z.boolean().optional(),
  deliver: texts.optional(),
});

/** Whether the confirmation includes a password or the secret of an application. */
const isNew = z.boolean().default(false);

/** A change that the page may request; it cannot change other parts of the configuration. */
const changeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ids'), numbers: z.record(z.string(), z.string().trim().max(100)) }),
  z.strictObject({
    kind: z.literal('codes'),
    codes: z.record(
      z.string().max(100),
      z.strictObject({ external: z.string().trim().max(100), secondary: z.string().trim().max(100) }),
    ),
  }),
  z.strictObject({ kind: z.literal('templates'), templates: z.array(z.string().max(200)).min(1) }),
  z.strictObject({
    ...{ kind: z.literal('variables'), template: z.string().max(200) },
    /** null: the default of the template. */
    variables: z.record(z.string().max(100), text.nullable()),
  }),
  z.strictObject({
    kind: z.literal('mail'),
    ...{ from: text, owner: texts, host: text, user: text, port: z.number().int().nullable() },
    tls: z.enum(['starttls', 'implicit', 'none']),
    hasNewSecret: isNew,
  }),
  z.strictObject({
    ...{ kind: z.literal('delivery'), name, settings: deliverySettings.nullable(), hasNewSecret: isNew },
  }),
  z.strictObject({ kind: z.literal('schedule'), name, settings: scheduleSettings.nullable() }),
]);
type Change = z.infer<typeof changeSchema>;
type SettingChange = Exclude<Change, { kind: 'ids' }>;

/** A change of a file: previewed, then saved exactly as previewed. */
export function setupChangeRoutes(routes: Routes): void {
  const { context } = routes.services;
  routes.work('/api/setup/:employer/preview', changeSchema, (change, asked) =>
    previewAnswer(context, change, asked),
  );
  const confirmed = z.object({
    ...{ change: changeSchema, digest: z.string(), secret: z.string().max(1000).optional() },
  });
  routes.change(
    '/api/setup/:employer/save',
    confirmed,
    async ({ change, digest, secret = '' }, { employer, session }) => {
      const { loaded } = await session();
      if (change.kind === 'ids') {
        await savePayrollIds(loaded, employer, numbersOf(change), digest);
        return {};
      }
      const file = newSecretOf(change, loaded, employer);
      const given = { digest, secret: file === undefined ? undefined : { file, text: secret } };
      await saveSettings(context, loaded, employer, editsOf(change, loaded, employer), given);
      return {};
    },
  );
}

export type FilePreviewAnswer = Awaited<ReturnType<typeof previewAnswer>>;

/** The change of the file, and the next times of a changed schedule. */
async function previewAnswer(context: Context, change: Change, { employer, language, session }: Asked) {
  const opened = await session();
  const { loaded } = opened;
  if (change.kind === 'ids') {
    const preview = await previewPayrollIds(loaded, employer, numbersOf(change));
    return { ...localized(preview, language), times: [] };
  }
  const edits = editsOf(change, loaded, employer);
  const { edited, ...preview } = await previewSettings(context, loaded, employer, edits);
  const isTimed = change.kind === 'schedule' && change.settings !== null && edited !== undefined;
  const times = isTimed ? await timesOf(context, opened, edited, employer) : [];
  const own = times.filter(({ name }) => 'name' in change && name === change.name);
  return { ...localized(preview, language), times: own };
}

const numbersOf = ({ numbers }: Extract<Change, { kind: 'ids' }>) => new Map(Object.entries(numbers));

/** The next times of an employer's schedules. */
export function timesOf(
  context: Context,
  { terminal, storeFolder }: ActionSession,
  loaded: LoadedConfig,
  employer: string,
): Promise<readonly ListedTime[]> {
  const now = Math.floor(context.clock.nowMs() / 1000);
  const place = { loaded, storeFolder, employers: [employer] };
  return withRunHost(context, { loaded, terminal }, { verbose: false }, (host) =>
    listTimes(host, place, now, undefined),
  );
}

function editsOf(change: SettingChange, loaded: LoadedConfig, employer: string): SettingEdit[] {
  switch (change.kind) {
    case 'templates':
      return [{ path: ['templates'], value: change.templates }];
    case 'variables':
      return settingsEdits(['variables', change.template], change.variables);
    case 'codes':
      return Object.entries(change.codes).flatMap(([code, { external, secondary }]) =>
        external === ''
          ? [{ path: ['payCodes', code], value: undefined }]
          : [
              { path: ['payCodes', code, 'external'], value: external },
              { path: ['payCodes', code, 'secondary'], value: secondary === '' ? undefined : secondary },
            ],
      );
    case 'mail':
      return mailEdits(change, loaded, employer);
    case 'delivery': {
      const secret = newSecretOf(change, loaded, employer);
      const settings = secret === undefined ? {} : { clientSecret: { file: secret } };
      return settingsEdits(
        ['deliveries', change.name],
        change.settings && { ...change.settings, ...settings },
      );
    }
    case 'schedule':
      return settingsEdits(['schedule', change.name], change.settings);
  }
}

/** The file for a password or secret in the change; undefined if it has none. */
function newSecretOf(change: SettingChange, loaded: LoadedConfig, employer: string): string | undefined {
  if (!('hasNewSecret' in change) || !change.hasNewSecret) return undefined;
  return secretFileOf(loaded, employer, change.kind === 'mail' ? undefined : change.name);
}

/** Omitted settings are unchanged; null removes one setting or all of them. */
function settingsEdits(path: readonly string[], settings: object | null): SettingEdit[] {
  if (settings === null) return [{ path, value: undefined }];
  return Object.entries(settings).map(([key, value]) => ({
    path: [...path, key],
    value: value ?? undefined,
  }));
}

function mailEdits(
  { from, owner, host, port, tls, user, hasNewSecret }: Extract<Change, { kind: 'mail' }>,
  loaded: LoadedConfig,
  employer: string,
): SettingEdit[] {
  const smtp = {
    ...{ host, port, user: user === '' ? null : user, tls: tls === 'starttls' ? null : tls },
    ...(user === '' ? { password: null } : {}),
    ...(hasNewSecret ? { password: { file: secretFileOf(loaded, employer) } } : {}),
  };
  const addresses = owner.length === 1 ? owner[0] : owner;
  return [
    { path: ['mail', 'from'], value: from },
    { path: ['mail', 'owner'], value: addresses },
    ...settingsEdits(['mail', 'smtp'], smtp),
  ];
}
