import { join } from 'node:path';
import { z } from 'zod';
import { withRunHost } from '../actions/actionSession.js';
import { listPayrollIds } from '../actions/setup/payrollIds.js';
import { tryDelivery } from '../actions/setup/tryDelivery.js';
import { type Config, configOf, type LoadedConfig } from '../config/config.js';
import { payRulesOf } from '../config/schema/paySchema.js';
import type { Context } from '../context.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import { codesOf } from '../domain/rulesCheck/ruleFindings.js';
import { checkRules } from '../export/checkRules.js';
import { formatMessage } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { loadTemplate } from '../render/template/loadTemplate.js';
import { buildSample, renderTextSample } from '../render/template/renderSample.js';
import { listTemplates } from '../render/template/showTemplate.js';
import { diskTemplateFiles } from '../render/template/template.js';
import type {
  DeliveriesAnswer,
  PayCodeLine,
  PayrollIdLine,
  RulesAnswer,
  SchedulesAnswer,
  TemplatesAnswer,
} from './page/shapes.js';
import type { Asked, Routes } from './services.js';
import { deliverySettings, setupChangeRoutes, timesOf } from './setupChanges.js';

/** Payroll IDs, pay codes, rules, templates, deliveries and schedules of an employer. No answer contains a password. */
export function setupRoutes(routes: Routes): void {
  const { context } = routes.services;
  const part = <Answer extends object>(
    name: string,
    answer: (config: Config, asked: Asked, loaded: LoadedConfig) => Answer | Promise<Answer>,
  ) =>
    routes.data(`/api/setup/:employer/${name}`, async (asked) => {
      const { loaded } = await asked.session();
      return answer(configOf(loaded, asked.employer), asked, loaded);
    });
  part<{ path: string | null; rows: readonly PayrollIdLine[] }>('ids', (_, { employer }, loaded) =>
    listPayrollIds(loaded, employer),
  );
  part('codes', (config, { language }) => ({ codes: payCodeLines(config, language) }));
  part('rules', (config, { language }, { folder }) => rulesAnswer(config, folder, context, language));
  part<TemplatesAnswer>('templates', async ({ templates: configured }, { language }) => {
    const listed = await listTemplates(templatePlaces(context), language);
    return {
      configured,
      templates: listed.map(({ name, kind, description }) => ({ name, kind, description })),
    };
  });
  part('sample', (_, { query }) => sampleAnswer(query('template'), context));
  part('deliveries', deliveriesAnswer);
  part<SchedulesAnswer>('schedule', async ({ schedule, deliveries }, { employer, session }, loaded) => {
    const times = await timesOf(context, await session(), loaded, employer);
    const schedules = Object.entries(schedule).map(
      ([name, { cron = null, workday = null, at = null, period, final, deliver }]) => ({
        ...{ name, cron, workday, at, period, final, deliver },
        times: times.filter((time) => time.name === name),
      }),
    );
    return { schedules, deliveries: Object.keys(deliveries) };
  });
  const trial = z.object({ name: z.string(), address: z.string().trim().max(300) });
  routes.change('/api/setup/:employer/trial', trial, async (order, { session, employer, language }) => {
    const opened = await session();
    const text = await withRunHost(context, opened, { verbose: false }, (host) =>
      tryDelivery(host, opened.loaded, employer, order),
    );
    return { text: formatMessage(text, language) };
  });
  setupChangeRoutes(routes);
}

function deliveriesAnswer({ mail, deliveries, templates }: Config): DeliveriesAnswer {
  const server = mail && {
    ...{ from: mail.from, owner: mail.owner, host: mail.smtp.host, port: mail.smtp.port ?? null },
    ...{ tls: mail.smtp.tls, user: mail.smtp.user ?? '' },
  };
  const lines = Object.entries(deliveries).map(([name, settings]) => {
    const shown = Object.entries(settings).filter(([key]) => Object.hasOwn(deliverySettings.shape, key));
    return { name, ...Object.fromEntries(shown) } as DeliveriesAnswer['deliveries'][number];
  });
  return { mail: server ?? null, deliveries: lines, templates };
}

/** The most characters of a sample; its beginning shows the layout. */
const MOST_SHOWN = 4000;

async function sampleAnswer(name: string, context: Context) {
  const template = await loadTemplate(name, templatePlaces(context));
  if (template.kind !== 'text') return { name: null, text: null };
  const [file] = await renderTextSample(template, buildSample(template.spec));
  const { charset } = template.spec.encoding;
  const text = new TextDecoder(charset === 'windows-1252' ? charset : 'utf-8').decode(file?.bytes);
  return { name: file?.name ?? null, text: text.slice(0, MOST_SHOWN) };
}

function templatePlaces({ packageFolder, cwd, env }: Context) {
  return { templatesRoot: join(packageFolder, 'templates'), baseFolder: cwd, files: diskTemplateFiles, env };
}

/** Lists first the codes that the rules give, in the order of the rules. */
function payCodeLines(config: Config, language: Language): PayCodeLine[] {
  const inUse = codesOf(payRulesOf(config));
  const codes = [...new Set([...inUse.map(({ payCode }) => payCode), ...Object.keys(config.payCodes)])];
  return codes.map((code) => {
    const known = Object.hasOwn(config.payCodes, code) ? config.payCodes[code] : undefined;
    return {
      code,
      label: payCodeLabel(code, config.payCodes, language),
      rules: inUse.filter(({ payCode }) => payCode === code).map(({ rule }) => rule),
      external: known?.external ?? '',
      secondary: known?.secondary ?? '',
    };
  });
}

async function rulesAnswer(
  config: Config,
  folder: string,
  { clock }: Context,
  language: Language,
): Promise<RulesAnswer> {
  const { tables, findings } = await checkRules(config, folder, clock.nowMs());
  return {
    tables: tables.map(({ persona, examples }) => ({
      persona: formatMessage(persona, language),
      examples: examples.map(({ name, lines }) => ({
        name: formatMessage(name, language),
        lines: lines.map(({ payCode, kind, minutes, quantity }) => ({
          ...{ payCode, kind, minutes, quantity: quantity ?? null },
          label: payCodeLabel(payCode, config.payCodes, language),
        })),
      })),
    })),
    findings: findings.map(({ rule, message }) => ({ rule, text: formatMessage(message, language) })),
  };
}
