import { join } from 'node:path';
import type { Hono } from 'hono';
import { listPayrollIds } from '../actions/setup/payrollIds.js';
import { type Config, configOf } from '../config/config.js';
import { payRulesOf } from '../config/schema/paySchema.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import { codesOf } from '../domain/rulesCheck/ruleFindings.js';
import { checkRules } from '../export/checkRules.js';
import { formatMessage } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { loadTemplate } from '../render/template/loadTemplate.js';
import { buildSample, renderTextSample } from '../render/template/renderSample.js';
import { listTemplates } from '../render/template/showTemplate.js';
import { diskTemplateFiles } from '../render/template/template.js';
import type { PayCodeLine, RulesAnswer, TemplatesAnswer } from './page/setupShapes.js';
import { languageOfCall, openUiSession, type UiServices } from './services.js';

/** Payroll IDs, pay codes, rules and templates of an employer. */
export function setupRoutes(app: Hono, services: UiServices): void {
  const { context } = services;
  const configured = async (employer: string) => {
    const session = await openUiSession(services, context);
    return { ...session, config: configOf(session.loaded, employer) };
  };
  app.get('/api/setup/:employer/ids', async (call) => {
    const employer = call.req.param('employer');
    return call.json(await listPayrollIds((await configured(employer)).loaded, employer));
  });
  app.get('/api/setup/:employer/codes', async (call) => {
    const { config } = await configured(call.req.param('employer'));
    return call.json({ codes: payCodeLines(config, languageOfCall(call, services)) });
  });
  app.get('/api/setup/:employer/rules', async (call) => {
    const { config, loaded } = await configured(call.req.param('employer'));
    return call.json(await rulesAnswer(config, loaded.folder, services, languageOfCall(call, services)));
  });
  app.get('/api/setup/:employer/templates', async (call) => {
    const { config } = await configured(call.req.param('employer'));
    const listed = await listTemplates(templatePlaces(services), languageOfCall(call, services));
    const answer: TemplatesAnswer = {
      configured: config.templates,
      templates: listed.map(({ name, kind, description }) => ({ name, kind, description })),
    };
    return call.json(answer);
  });
  app.get('/api/setup/:employer/sample', async (call) => {
    const template = await loadTemplate(call.req.query('template') ?? '', templatePlaces(services));
    if (template.kind !== 'text') return call.json({ name: null, text: null });
    const [file] = await renderTextSample(template, buildSample(template.spec));
    const { charset } = template.spec.encoding;
    const text = new TextDecoder(charset === 'windows-1252' ? charset : 'utf-8').decode(file?.bytes);
    return call.json({ name: file?.name ?? null, text: text.slice(0, MOST_SHOWN) });
  });
}

/** Of a sample; its beginning shows the layout. */
const MOST_SHOWN = 4000;

function templatePlaces({ context: { packageFolder, cwd, env } }: UiServices) {
  return { templatesRoot: join(packageFolder, 'templates'), baseFolder: cwd, files: diskTemplateFiles, env };
}

/** Codes that the rules give come first, in the order of the rules. */
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
  { context }: UiServices,
  language: Language,
): Promise<RulesAnswer> {
  const { tables, findings } = await checkRules(config, folder, context.clock.nowMs());
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
