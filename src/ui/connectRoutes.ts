import type { Hono } from 'hono';
import { z } from 'zod';
import { type ConnectForm, checkConnectAddress, connect, previewConnect } from '../actions/connect.js';
import { COUNTRIES } from '../actions/init/countries.js';
import { configOf } from '../config/config.js';
import { findConfigFolder } from '../config/load.js';
import type { DoctorFinding } from '../doctor/doctorFinding.js';
import { formatMessage, formatText, sayIn } from '../i18n/formatMessage.js';
import { builtInOf, type Language } from '../i18n/language.js';
import { loadNamed } from '../render/template/loadNamed.js';
import type { CheckAnswer, ConnectAnswer, ConnectChoices } from './page/setupShapes.js';
import { languageOfCall, openUiSession, refuseReadOnly, type UiServices } from './services.js';

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
  /** The service is the sandbox of this window: its secret is known here. */
  isSandbox: z.boolean(),
});

/** The questions of `init` on a page: checked one by one, and written when the summary is confirmed. */
export function connectRoutes(app: Hono, services: UiServices): void {
  const { context, config, sandbox } = services;
  const formOf = async (body: unknown): Promise<ConnectForm> => {
    const { isSandbox, ...form } = formSchema.parse(body);
    return isSandbox ? { ...form, secret: await sandbox.secretOf(form.clientId) } : form;
  };
  app.get('/api/connect', async (call) => {
    const language = languageOfCall(call, services);
    const folder = findConfigFolder({ path: config, cwd: context.cwd });
    const answer: ConnectChoices = {
      folder: folder ?? context.cwd,
      baseUrl: null,
      employers: [],
      language: builtInOf(language),
      countries: await countryChoices(services, language),
      sandbox: 'offered',
    };
    if (folder === undefined) return call.json(answer);
    const { loaded } = await openUiSession(services, context);
    const { baseUrl, employers } = loaded.config;
    const state = await sandbox.stateAt(baseUrl, Object.values(employers));
    return call.json({ ...answer, baseUrl, employers: Object.keys(employers), sandbox: state });
  });
  app.post('/api/connect/address', async (call) => {
    const { baseUrl } = z.object({ baseUrl: z.string().trim() }).parse(await call.req.json());
    await checkConnectAddress(context, config, baseUrl);
    return call.json({});
  });
  app.post('/api/connect/preview', async (call) => {
    const language = languageOfCall(call, services);
    const preview = await previewConnect(context, config, await formOf(await call.req.json()));
    const answer: ConnectAnswer = {
      ...preview,
      findings: preview.findings.map((finding) => checkAnswer(finding, language)),
      warnings: preview.warnings.map((text) => formatText(text, language)),
    };
    return call.json(answer);
  });
  app.post('/api/connect/save', async (call) => {
    refuseReadOnly(services);
    const { form, digest } = z.object({ form: z.unknown(), digest: z.string() }).parse(await call.req.json());
    const saved = await connect(context, config, await formOf(form), digest);
    const language = languageOfCall(call, services);
    return call.json({
      employer: saved.employer,
      files: saved.files,
      people: saved.people === undefined ? null : formatMessage(saved.people, language),
    });
  });
  app.post('/api/connect/sandbox', async (call) => {
    refuseReadOnly(services);
    const folder = findConfigFolder({ path: config, cwd: context.cwd });
    const wanted = folder && (await openUiSession(services, context)).loaded.config.baseUrl;
    return call.json(await sandbox.start(wanted));
  });
  app.post('/api/connect/sandbox/change', async (call) => {
    refuseReadOnly(services);
    const order = z
      .object({ employer: z.string(), from: z.string(), to: z.string() })
      .parse(await call.req.json());
    const { loaded } = await openUiSession(services, context);
    sandbox.changeEntry(configOf(loaded, order.employer).employer.employerId, order.from, order.to);
    return call.json({});
  });
}

async function countryChoices(
  { context }: UiServices,
  language: Language,
): Promise<ConnectChoices['countries']> {
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
  { packageFolder, cwd }: UiServices['context'],
): Promise<ConnectChoices['countries'][number]['payroll']> {
  return Promise.all(
    names.map(async (name) => {
      const template = await loadNamed(name, packageFolder, cwd);
      return { name, isWeak: template.kind === 'text' && template.spec.confidence === 'WEAK' };
    }),
  );
}
