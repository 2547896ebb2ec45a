import type { Hono } from 'hono';
import { z } from 'zod';
import { withRunHost } from '../actions/actionSession.js';
import {
  apiSecretFile,
  mailSecretFile,
  previewSettings,
  type SettingEdit,
  saveSecret,
  saveSettings,
} from '../actions/setup/configEdit.js';
import { type FilePreview, previewPayrollIds, savePayrollIds } from '../actions/setup/payrollIds.js';
import type { LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { formatMessage } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { type ListedTime, listTimes } from '../schedule/listTimes.js';
import type { FilePreviewAnswer } from './page/setupShapes.js';
import { languageOfCall, openUiSession, refuseReadOnly, type UiServices } from './services.js';

const text = z.string().trim().max(500);
const texts = z.array(text.max(200)).max(200);
/** Names become keys of the configuration and parts of commands. */
const name = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,60}$/u);

/** Settings of a delivery that the page has fields for; null removes one, and all others remain unchanged. */
const deliverySettings = z.strictObject({
  to: z.enum(['mail', 'folder', 'sftp', 'datev', 'xero']).optional(),
  path: text.optional(),
  host: text.optional(),
  user: text.optional(),
  key: text.optional(),
  client: text.optional(),
  tenant: text.optional(),
  clientId: text.optional(),
  system: z.enum(['lodas', 'lug']).nullable().optional(),
  mail: text.nullable().optional(),
  recipients: z.union([texts, z.strictObject({ column: text })]).optional(),
  attach: z.boolean().optional(),
  when: z.enum(['draft', 'final', 'both']).optional(),
  templates: texts.nullable().optional(),
});

const scheduleSettings = z.strictObject({
  cron: text.nullable().optional(),
  workday: z.number().int().nullable().optional(),
  at: text.nullable().optional(),
  period: text.optional(),
  final: z.boolean().optional(),
  deliver: texts.optional(),
});

/** A change that a page may ask for; nothing else of the configuration can be written from here. */
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
    kind: z.literal('mail'),
    ...{ from: text, owner: texts, host: text, user: text },
    port: z.number().int().nullable(),
    tls: z.enum(['starttls', 'implicit', 'none']),
    /** The password itself comes with the confirmation. */
    hasNewPassword: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('delivery'),
    ...{ name, settings: deliverySettings.nullable() },
    /** The secret of the application itself comes with the confirmation. */
    hasNewSecret: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('schedule'), name, settings: scheduleSettings.nullable() }),
]);
type Change = z.infer<typeof changeSchema>;
type SettingChange = Exclude<Change, { kind: 'ids' }>;

/** A change of a file: shown first, then written as it was shown. */
export function setupChangeRoutes(app: Hono, services: UiServices): void {
  const { context } = services;
  app.post('/api/setup/:employer/preview', async (call) => {
    const employer = call.req.param('employer');
    const change = changeSchema.parse(await call.req.json());
    const { loaded } = await openUiSession(services, context);
    const language = languageOfCall(call, services);
    if (change.kind === 'ids') {
      const preview = await previewPayrollIds(loaded, employer, new Map(Object.entries(change.numbers)));
      return call.json(previewAnswer(preview, language));
    }
    const preview = await previewSettings(context, loaded, employer, editsOf(change, loaded, employer));
    const times =
      change.kind === 'schedule' && change.settings !== null && preview.edited !== undefined
        ? await timesOf(context, services, preview.edited, employer, change.name)
        : [];
    return call.json({ ...previewAnswer(preview, language), times });
  });
  app.post('/api/setup/:employer/save', async (call) => {
    refuseReadOnly(services);
    const employer = call.req.param('employer');
    const body = z
      .object({ change: changeSchema, digest: z.string(), password: z.string().max(1000).optional() })
      .parse(await call.req.json());
    const { change, digest, password } = body;
    const { loaded } = await openUiSession(services, context);
    if (change.kind === 'ids') {
      await savePayrollIds(loaded, employer, new Map(Object.entries(change.numbers)), digest);
      return call.json({});
    }
    const save = () => saveSettings(context, loaded, employer, editsOf(change, loaded, employer), digest);
    const secret = newSecretOf(change, loaded, employer);
    if (secret === undefined) await save();
    else await saveSecret(loaded, secret, password ?? '', save);
    return call.json({});
  });
}

/** The next times of a schedule of an employer, or of all of them. */
export async function timesOf(
  context: Context,
  services: UiServices,
  loaded: LoadedConfig,
  employer: string,
  schedule?: string,
): Promise<readonly ListedTime[]> {
  const { terminal, storeFolder } = await openUiSession(services, context);
  const now = Math.floor(context.clock.nowMs() / 1000);
  const place = { loaded, storeFolder, employers: [employer] };
  const times = await withRunHost(context, { loaded, terminal }, { verbose: false }, (host) =>
    listTimes(host, place, now, undefined),
  );
  return times.filter((time) => schedule === undefined || time.name === schedule);
}

function editsOf(change: SettingChange, loaded: LoadedConfig, employer: string): SettingEdit[] {
  switch (change.kind) {
    case 'templates':
      return [{ path: ['templates'], value: change.templates }];
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

/** The file of a password or secret that comes with a change; undefined if none does. */
function newSecretOf(change: SettingChange, loaded: LoadedConfig, employer: string): string | undefined {
  if (change.kind === 'mail' && change.hasNewPassword) return mailSecretFile(loaded, employer);
  if (change.kind !== 'delivery' || !change.hasNewSecret) return undefined;
  return apiSecretFile(loaded, employer, change.name);
}

/** Settings that are not named stay; null removes one, or all of them. */
function settingsEdits(path: readonly string[], settings: object | null): SettingEdit[] {
  if (settings === null) return [{ path, value: undefined }];
  return Object.entries(settings).map(([key, value]) => ({
    path: [...path, key],
    value: value ?? undefined,
  }));
}

function mailEdits(
  { from, owner, host, port, tls, user, hasNewPassword }: Extract<Change, { kind: 'mail' }>,
  loaded: LoadedConfig,
  employer: string,
): SettingEdit[] {
  const smtp = {
    ...{ host, port, user: user === '' ? null : user, tls: tls === 'starttls' ? null : tls },
    ...(user === '' ? { password: null } : {}),
    ...(hasNewPassword ? { password: { file: mailSecretFile(loaded, employer) } } : {}),
  };
  const addresses = owner.length === 1 ? owner[0] : owner;
  return [
    { path: ['mail', 'from'], value: from },
    { path: ['mail', 'owner'], value: addresses },
    ...settingsEdits(['mail', 'smtp'], smtp),
  ];
}

function previewAnswer(
  { file, difference, warnings, digest }: FilePreview,
  language: Language,
): FilePreviewAnswer {
  const shown = warnings.map((warning) => formatMessage(warning, language));
  return { file, difference, digest, warnings: shown, times: [] };
}
