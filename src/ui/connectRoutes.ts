import { z } from 'zod';
import {
  type ConnectForm,
  checkConnectAddress,
  connect,
  connectForm,
  previewConnect,
} from '../app/setup/connect.js';
import { COUNTRIES } from '../app/setup/init/countries.js';
import { readPayrollSystems } from '../app/setup/init/payrollSystems.js';
import { configOf } from '../config/config.js';
import { findConfigFolder } from '../config/findConfig.js';
import type { Context } from '../context.js';
import { templatePlaces } from '../documents/template/loadTemplate.js';
import { formatMessage } from '../i18n/formatMessage.js';
import { builtInOf, type Language } from '../i18n/language.js';
import { type Asked, type Localized, localized, type Routes, type UiServices } from './services.js';
import { lackingTemplates } from './setupRoutes.js';

export type ConnectOrder = ConnectForm;
export type ConnectAnswer = Localized<Awaited<ReturnType<typeof previewConnect>>>;

/** The questions of `init` on a page: each answer is checked, and saved when the user confirms the summary. */
export function connectRoutes(routes: Routes): void {
  const { services } = routes;
  const { context, config, sandbox } = services;
  const formOf = async (form: ConnectOrder): Promise<ConnectForm> =>
    form.isSandbox ? { ...form, secret: await sandbox.secretOf(form.clientId) } : form;
  routes.dataOfChange('/api/connect', (asked) => connectChoices(services, asked));
  routes.change('/api/connect/address', z.object({ baseUrl: z.string().trim() }), async ({ baseUrl }) => {
    await checkConnectAddress(context, config, baseUrl);
    return {};
  });
  routes.change('/api/connect/preview', connectForm, async (form, { language }) =>
    localized(await previewConnect(context, config, await formOf(form)), language),
  );
  const confirmed = z.object({ form: connectForm, digest: z.string() });
  routes.change('/api/connect/save', confirmed, async ({ form, digest }, asked) =>
    savedAnswer(context, await connect(context, config, await formOf(form), digest), asked),
  );
  routes.change('/api/connect/sandbox', z.object({}), async (_, { session }) => {
    return sandbox.start(folderOf(services) === undefined ? undefined : (await session()).loaded);
  });
  const days = z.object({ employer: z.string(), from: z.string(), to: z.string() });
  routes.change('/api/connect/sandbox/change', days, async ({ employer, from, to }, { session }) => {
    sandbox.changeEntry(configOf((await session()).loaded, employer).employer.employerId, from, to);
    return {};
  });
}

export type SavedAnswer = Awaited<ReturnType<typeof savedAnswer>>;

/** What was written, and the templates that require further settings. */
async function savedAnswer(
  context: Context,
  saved: Awaited<ReturnType<typeof connect>>,
  { language, session }: Asked,
) {
  const { loaded } = await session();
  const lacking = await lackingTemplates(configOf(loaded, saved.employer), context);
  return localized({ ...saved, lacking }, language);
}

function folderOf({ config, context }: UiServices): string | undefined {
  return findConfigFolder({ path: config, cwd: context.cwd });
}

export type ConnectChoices = Awaited<ReturnType<typeof connectChoices>>;

/** The countries and payroll systems to choose from, and what the configuration has, if there is one. */
async function connectChoices(services: UiServices, { language, session }: Asked) {
  const { context, sandbox } = services;
  const folder = folderOf(services);
  const common = { language: builtInOf(language), countries: await countryChoices(context, language) };
  const none: readonly string[] = [];
  if (folder === undefined)
    return { ...common, folder: context.cwd, baseUrl: null, employers: none, sandbox: 'offered' as const };
  const { config } = (await session()).loaded;
  const { baseUrl, employers } = config;
  const state = await sandbox.stateAt(config);
  return { ...common, folder, baseUrl, employers: Object.keys(employers), sandbox: state };
}

async function countryChoices(context: Context, language: Language) {
  const systemsOf = await readPayrollSystems(templatePlaces(context), language);
  return Object.entries(COUNTRIES).map(([code, { name, languages, preset, zone }]) => ({
    code,
    name: formatMessage(name, language),
    languages,
    preset: preset ?? null,
    // Without one, the page asks for the zone of CSV files.
    hasZone: zone !== undefined,
    payroll: systemsOf(code).map(({ note = null, ...system }) => ({ ...system, note })),
  }));
}
