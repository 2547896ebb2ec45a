import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { Context } from '../../context.js';
import { loadNamed } from '../../documents/template/loadNamed.js';
import { needsMapping } from '../../documents/template/needsMapping.js';
import type { Template } from '../../documents/template/template.js';
import { lackingVariables } from '../../documents/template/variablesOf.js';
import { EXCEPTIONS } from '../../domain/exceptions/finding.js';
import { ruleCodes } from '../../domain/pay/ruleCodes.js';
import { PaytallyError } from '../../errors.js';
import { LOCALE_NAMES } from '../../i18n/csvLocale.js';
import { englishText } from '../../i18n/formatMessage.js';
import { listed, message } from '../../i18n/message.js';
import { ruleFindingsOf } from '../export/checkRules.js';
import { templatesOfAllRuns } from '../export/prepareRun.js';
import { unusedKeys, WEAK_REMEDY, weakLayouts } from '../export/templateWarnings.js';
import { checked, type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

export interface TemplatesChecked {
  readonly findings: readonly DoctorFinding[];
  /** An employer's templates that can be loaded. */
  readonly templatesOf: (employerKey: string) => readonly Template[];
}

export interface TemplatesQuestion {
  readonly loaded: LoadedConfig;
  readonly employerKeys: readonly string[];
  readonly templates: readonly string[] | 'configured';
}

/** States what the checks cannot cover, so that users do not read the other results as a guarantee. */
const UNKNOWN_AHEAD = ok('templates', message('doctor.templates.ahead'));

/**
 * Checks the templates of the configuration and its deliveries: whether they load, and whether the data that they need
 * exists.
 */
export async function checkConfiguredTemplates(
  { loaded, employerKeys, templates: asked }: TemplatesQuestion,
  { packageFolder, env }: Pick<Context, 'packageFolder' | 'env'>,
): Promise<TemplatesChecked> {
  const namesOf = (config: Config) => (asked === 'configured' ? templatesOfAllRuns(config) : asked);
  const configs = employerKeys.map((key) => configOf(loaded, key));
  const findings: DoctorFinding[] = [];
  const byName = new Map<string, Template>();
  for (const name of new Set(configs.flatMap(namesOf))) {
    try {
      byName.set(name, await loadNamed(name, packageFolder, loaded.folder, env));
    } catch (error) {
      if (!(error instanceof PaytallyError)) throw error;
      findings.push(problemFinding('templates', error));
    }
  }
  const loadable = (config: Config) => namesOf(config).flatMap((name) => byName.get(name) ?? []);
  const stray = await unusedKeys(loaded, [], packageFolder);
  findings.push(
    ...distinctFindings(
      configs.flatMap((config) => loadable(config).flatMap((template) => needsOf(template, config))),
    ),
    ...distinctFindings(configs.flatMap((config) => weakOnes(loadable(config), config))),
    ...configs.flatMap((config) => localeHint(loadable(config), config)),
    ...stray.map(({ text }) => warning('templates', text)),
    UNKNOWN_AHEAD,
  );
  return { findings, templatesOf: (key) => loadable(configOf(loaded, key)) };
}

/** Reports each finding once, and a template as ready only if it is ready for all employers. */
function distinctFindings(findings: readonly TemplateFinding[]): DoctorFinding[] {
  const lacking = new Set(findings.flatMap(({ status, template }) => (status === 'ok' ? [] : template)));
  const distinct = new Map(findings.map((finding) => [englishText(finding.text), finding]));
  return [...distinct.values()]
    .filter(({ status, template }) => status !== 'ok' || !lacking.has(template))
    .map(({ template: _, ...finding }) => finding);
}

type TemplateFinding = DoctorFinding & { readonly template: string };

function weakOnes(templates: readonly Template[], config: Config): TemplateFinding[] {
  return templates.flatMap((template) =>
    weakLayouts([template], config).map((line) => ({
      ...warning('templates', line, undefined, WEAK_REMEDY),
      template: template.name,
    })),
  );
}

/** Without a locale, CSV files for people have commas and decimal points, which many European spreadsheets misread. */
function localeHint(templates: readonly Template[], { locale, employerKey }: Config): DoctorFinding[] {
  if (locale !== undefined) return [];
  const names = templates.filter(followsLocale).map(({ name }) => name);
  if (names.length === 0) return [];
  const values = { names: listed(names), locales: LOCALE_NAMES.join(', ') };
  return [warning('templates', message('doctor.templates.locale', values), employerKey)];
}

function followsLocale(template: Template): boolean {
  if (template.kind !== 'text') return false;
  const { audience, locale, dialect } = template.spec;
  return (
    audience === 'people' &&
    locale === 'follow' &&
    dialect.type === 'delimited' &&
    dialect.sheet === undefined
  );
}

function needsOf(template: Template, config: Config): TemplateFinding[] {
  const lacking = [lackingVariables(template, config) ?? [], lackingCodes(template, config)].flat();
  const findings =
    lacking.length > 0
      ? lacking.map((error) => problemFinding('templates', error))
      : [ok('templates', message('doctor.templates.ready', { template: template.name }))];
  return findings.map((finding) => ({ ...finding, template: template.name }));
}

/** Pay codes that rules can give but that are not mapped: the first minute with such a code stops the template. */
function lackingCodes(template: Template, config: Config): readonly PaytallyError[] {
  if (!needsMapping(template).payCodes || !unmappedCodesBlock(config)) return [];
  const { payCodes } = config;
  const lacking = ruleCodes(payRulesOf(config)).filter(({ payCode }) => !Object.hasOwn(payCodes, payCode));
  if (lacking.length === 0) return [];
  const named = lacking.map(({ payCode, path }) => `${payCode} (${path})`).join(', ');
  const isEmpty = Object.keys(payCodes).length === 0 ? 'yes' : 'no';
  const text = message('doctor.templates.codesMissing', { template: template.name, isEmpty, codes: named });
  return [new PaytallyError('EXPORT_BLOCKED', text, { record: 'payCodes' })];
}

/** If the configuration allows unmapped codes, the template decides. */
export function unmappedCodesBlock({ exceptions }: Config): boolean {
  return (exceptions.UNMAPPED_CODE ?? EXCEPTIONS.UNMAPPED_CODE.severity) === 'block';
}

/** Warns of rules that never apply and of similar faults. None of them stops an export. */
export async function checkPayRules(config: Config, nowMs: number): Promise<readonly DoctorFinding[]> {
  const { employerKey } = config;
  return checked(
    'rules',
    () => {
      // Codes are checked with the templates that need them.
      const found = ruleFindingsOf(config, nowMs).filter(({ kind }) => kind !== 'unmapped');
      return found.map(({ rule, message: text }) =>
        warning('rules', message('doctor.rules.finding', { rule, text }), employerKey),
      );
    },
    employerKey,
  );
}
