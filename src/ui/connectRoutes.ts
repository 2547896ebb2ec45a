import { z } from 'zod';
import { type ConnectForm, checkConnectAddress, connect, previewConnect } from '../actions/connect.js';
import { COUNTRIES } from '../actions/init/countries.js';
import { configOf } from '../config/config.js';
import { findConfigFolder } from '../config/load.js';
import type { Context } from '../context.js';
import type { DoctorFinding } from '../doctor/doctorFinding.js';
import { formatMessage, formatText, sayIn } from '../i18n/formatMessage.js';
import { builtInOf, type Language } from '../i18n/language.js';
import { loadNamed } from '../render/template/loadNamed.js';
import type { CheckAnswer, ConnectAnswer, ConnectChoices } from './page/shapes.js';
import type { Routes } from './services.js';

const formSchema = z.strictObject({
  baseUrl: z.string().trim(),
  name: z.string().trim(),
  key: z.string().trim(),
  employerId: z.string().trim(),
  clientId: z.string().trim(),
  secret: z.string(),
  country: z.string(),
  language: z.string(),
  preset: z.string().nullable(),
  templates: z.array(z.string()),
  /** The service is this window's sandbox, so its secret is known. */
  isSandbox: z.boolean(),
});

/** The questions of `init` on a page: each answer is checked, and saved when the user confirms the summary. */
export function connectRoutes(routes: Routes): void {
  const { context, config, sandbox } = routes.services;
  const folderOf = () => findConfigFolder({ path: config, cwd: context.cwd });
  const formOf = async ({ isSandbox, ...form }: z.output<typeof formSchema>): Promise<ConnectForm> =>
    isSandbox ? { ...form, secret: await sandbox.secretOf(form.clientId) } : form;
  routes.data<ConnectChoices>('/api/connect', async ({ language, session }) => {
    const folder = folderOf();
    const countries = await countryChoices(context, language);
    const nothing = { baseUrl: null, employers: [], language: builtInOf(language), countries };
    if (folder === undefined) return { ...nothing, folder: context.cwd, sandbox: 'offered' };
    const { baseUrl, employers } = (await session()).loaded.config;
    const state = await sandbox.stateAt(baseUrl, Object.values(employers));
    return { ...nothing, folder, baseUrl, employers: Object.keys(employers), sandbox: state };
  });
  routes.work('/api/connect/address', z.object({ baseUrl: z.string().trim() }), async ({ baseUrl }) => {
    await checkConnectAddress(context, config, baseUrl);
    return {};
  });
  routes.work<z.output<typeof formSchema>, ConnectAnswer>(
    '/api/connect/preview',
    formSchema,
    async (form, { language }) => {
      const preview = await previewConnect(context, config, await formOf(form));
      return {
        ...preview,
        findings: preview.findings.map((finding) => checkAnswer(finding, language)),
        warnings: preview.warnings.map((text) => formatText(text, language)),
      };
    },
  );
  const confirmed = z.object({ form: formSchema, digest: z.string() });
  routes.change('/api/connect/save', confirmed, async ({ form, digest }, { language }) => {
    const { people, ...saved } = await connect(context, config, await formOf(form), digest);
    return { ...saved, people: people === undefined ? null : formatMessage(people, language) };
  });
  routes.change('/api/connect/sandbox', z.object({}), async (_, { session }) => {
    const wanted = folderOf() && (await session()).loaded.config.baseUrl;
    return sandbox.start(wanted);
  });
  const days = z.object({ employer: z.string(), from: z.string(), to: z.string() });
  routes.change('/api/connect/sandbox/change', days, async ({ employer, from, to }, { session }) => {
    sandbox.changeEntry(configOf((await session()).loaded, employer).employer.employerId, from, to);
    return {};
  });
}

async function countryChoices(context: Context, language: Language): Promise<ConnectChoices['countries']> {
  return Promise.all(
    Object.entries(COUNTRIES).map(async ([code, { name, languages, preset, payroll }]) => ({
      code,
      name: formatMessage(name, language),
      languages,
      preset: preset ?? null,
      payroll: await offeredTemplates(payroll, context),
    })),
  );
}

function checkAnswer({ check, status, text, remedy }: DoctorFinding, language: Language): CheckAnswer {
  return {
    check: sayIn(language)(`terminal.check.${check}`),
    status,
    text: formatMessage(text, language),
    remedy: remedy === undefined ? null : formatMessage(remedy, language),
  };
}

async function offeredTemplates(
  names: readonly string[],
  { packageFolder, cwd }: Context,
): Promise<ConnectChoices['countries'][number]['payroll']> {
  return Promise.all(
    names.map(async (name) => {
      const template = await loadNamed(name, packageFolder, cwd);
      return { name, isWeak: template.kind === 'text' && template.spec.confidence === 'WEAK' };
    }),
  );
}
