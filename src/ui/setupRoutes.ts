import { z } from 'zod';
import { ruleInWords } from '../app/explain/explainWords.js';
import { checkRules } from '../app/export/checkRules.js';
import { withRunHost } from '../app/session/openSession.js';
import type { SeenMonths } from '../app/session/shownMonth.js';
import { COUNTRIES } from '../app/setup/init/countries.js';
import { listPayrollIds } from '../app/setup/payrollIds.js';
import { tryDelivery } from '../app/setup/tryDelivery.js';
import { type Config, configOf, type LoadedConfig } from '../config/config.js';
import type { DeliverySettings } from '../config/schema/deliverySchema.js';
import { payRulesOf } from '../config/schema/paySchema.js';
import type { Context } from '../context.js';
import { missingVariables, refusedVariables } from '../documents/template/acceptedValues.js';
import { loadTemplate, templatePlaces } from '../documents/template/loadTemplate.js';
import { buildSample, renderTextSample } from '../documents/template/renderSample.js';
import { listTemplates } from '../documents/template/showTemplate.js';
import { lackingVariables, variablesOf } from '../documents/template/variablesOf.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import { codesOf } from '../domain/rulesCheck/ruleFindings.js';
import { formatMessage, formatText, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { type Asked, localized, type Routes } from './services.js';
import { deliverySettings, setupChangeRoutes, timesOf } from './setupChanges.js';

/** Payroll IDs, pay codes, rules, templates, deliveries and schedules of an employer. No answer contains a password. */
export function setupRoutes(routes: Routes, seen: SeenMonths): void {
  const { context } = routes.services;
  const part = <Answer extends object>(
    name: string,
    answer: (config: Config, asked: Asked, loaded: LoadedConfig) => Answer | Promise<Answer>,
  ) =>
    routes.data(`/api/setup/:employer/${name}`, async (asked) => {
      const { loaded } = await asked.session();
      return answer(configOf(loaded, asked.employer), asked, loaded);
    });
  part('ids', async (_, { employer }, loaded) => ({
    ...(await listPayrollIds(loaded, employer, seen.unmapped(employer))),
    work: seen.work(employer),
  }));
  part('codes', (config, { language }) => ({ codes: payCodeLines(config, language) }));
  part('rules', (config, { language }, { folder }) => rulesAnswer(config, folder, context, language));
  part('templates', (config, { language }) => templatesAnswer(config, context, language));
  part('template', (config, { query, language }) => templateAnswer(query('name'), config, context, language));
  part('deliveries', deliveriesAnswer);
  part('schedule', (config, asked) => schedulesAnswer(config, context, asked));
  const trial = z.object({ name: z.string(), address: z.string().trim().max(300) });
  routes.change('/api/setup/:employer/trial', trial, async (order, { session, employer, language }) => {
    const opened = await session();
    const text = await withRunHost(context, opened, { verbose: false }, (host) =>
      tryDelivery(host, opened.loaded, employer, order),
    );
    return localized({ text }, language);
  });
  setupChangeRoutes(routes);
}

/** The names of the configured templates, those of them that lack a setting, and all built-in ones. */
async function templatesAnswer(config: Config, context: Context, language: Language) {
  const templates = await listTemplates(templatePlaces(context), language);
  const lacking = localized(await lackingTemplates(config, context), language);
  const countries = Object.entries(COUNTRIES)
    .filter(([, { locale }]) => locale !== undefined)
    .map(([code, { name }]) => ({ code, name: formatMessage(name, language) }));
  // That of the employer comes first.
  const own = config.locale?.slice(-2) ?? null;
  return { configured: config.templates, lacking, templates, countries, own };
}

/** The configured templates with a setting that an export would refuse, and what is wrong with it. */
export async function lackingTemplates(config: Config, context: Context) {
  const loaded = await Promise.all(
    config.templates.map((name) => loadTemplate(name, templatePlaces(context))),
  );
  return loaded.flatMap((template) => {
    const given = variablesOf(template.name, config);
    const problems = [...missingVariables(template, given), ...refusedVariables(template, given)];
    // What neither names, such as values that exclude each other, is said as an export would say it.
    const other = problems.length === 0 ? lackingVariables(template, config) : undefined;
    const all = other === undefined ? problems : [other.text];
    return all.length === 0 ? [] : [{ template: template.name, problems: all }];
  });
}

/** The most characters of a sample; its beginning shows the layout. */
const MOST_SHOWN = 4000;

/** The settings of a template in the configuration, with what each one is, and a sample of its file. */
async function templateAnswer(name: string, config: Config, context: Context, language: Language) {
  const template = await loadTemplate(name, templatePlaces(context));
  if (template.kind !== 'text') return { variables: [], file: null, text: null };
  const given = variablesOf(name, config);
  const variables = Object.entries(template.spec.variables).map(([key, declared]) => ({
    name: key,
    description: formatText(declared.description, language),
    values: declared.values ?? null,
    default: declared.default ?? null,
    value: given[key] ?? null,
  }));
  const [file] = await renderTextSample(template, buildSample(template.spec));
  const { charset } = template.spec.encoding;
  const text = new TextDecoder(charset === 'windows-1252' ? charset : 'utf-8').decode(file?.bytes);
  return { variables, file: file?.name ?? null, text: text.slice(0, MOST_SHOWN) };
}
export type TemplateAnswer = Awaited<ReturnType<typeof templateAnswer>>;
export type TemplatesAnswer = Awaited<ReturnType<typeof templatesAnswer>>;

/** The schedules with their next times, the deliveries that a schedule can send, and the pay calendars. */
async function schedulesAnswer(
  { schedule, deliveries, calendars }: Config,
  context: Context,
  { employer, session }: Asked,
) {
  const opened = await session();
  const times = await timesOf(context, opened, opened.loaded, employer);
  const schedules = Object.entries(schedule).map(
    ([name, { cron = null, workday = null, at = null, period, final, deliver }]) => ({
      name,
      cron,
      workday,
      at,
      period,
      final,
      deliver,
      times: times.filter((time) => time.name === name),
    }),
  );
  return { schedules, deliveries: Object.keys(deliveries), calendars: Object.keys(calendars) };
}
export type SchedulesAnswer = Awaited<ReturnType<typeof schedulesAnswer>>;

/** Settings of a delivery that the page has fields for, as in the configuration; no kind has all of them. */
export type DeliveryLine = { readonly name: string } & Pick<DeliverySettings, 'to' | 'when'> &
  Omit<z.output<typeof deliverySettings>, 'to' | 'when'>;

function deliveriesAnswer({ mail, deliveries, templates }: Config) {
  const lines = Object.entries(deliveries).map(([name, settings]): DeliveryLine => {
    const shown = Object.entries(settings).filter(([key]) => Object.hasOwn(deliverySettings.shape, key));
    const { to, when } = settings;
    return { name, ...Object.fromEntries(shown), to, when };
  });
  return { mail: mailAnswer(mail), deliveries: lines, templates };
}
export type DeliveriesAnswer = ReturnType<typeof deliveriesAnswer>;

function mailAnswer(mail: Config['mail']) {
  if (mail === undefined) return null;
  const { host, port = null, tls, user = '' } = mail.smtp;
  return { from: mail.from, owner: mail.owner, host, port, tls, user };
}

export type PayCodeLine = ReturnType<typeof payCodeLines>[number];

/** Lists first the codes that the rules give, in the order of the rules. */
function payCodeLines(config: Config, language: Language) {
  const say = sayIn(language);
  const inUse = codesOf(payRulesOf(config));
  const codes = [...new Set([...inUse.map(({ payCode }) => payCode), ...Object.keys(config.payCodes)])];
  return codes.map((code) => {
    const known = Object.hasOwn(config.payCodes, code) ? config.payCodes[code] : undefined;
    return {
      code,
      label: payCodeLabel(code, config.payCodes, language),
      rules: inUse.filter(({ payCode }) => payCode === code).map(({ rule }) => ruleInWords(say, rule)),
      external: known?.external ?? '',
      secondary: known?.secondary ?? '',
    };
  });
}

export type RulesAnswer = Awaited<ReturnType<typeof rulesAnswer>>;

async function rulesAnswer(config: Config, folder: string, { clock }: Context, language: Language) {
  const { tables, findings } = await checkRules(config, folder, clock.nowMs());
  const codes = tables.flatMap(({ examples }) => examples.flatMap(({ lines }) => lines));
  const labels = codes.map(({ payCode }) => [payCode, payCodeLabel(payCode, config.payCodes, language)]);
  const say = sayIn(language);
  const named = findings.map(({ rule, ...finding }) => ({ ...finding, rule: ruleInWords(say, rule) }));
  return localized({ tables, findings: named, labels: Object.fromEntries(labels) }, language);
}
