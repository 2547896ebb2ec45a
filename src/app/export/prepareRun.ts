import type { LoadedConfig } from '../../config/config.js';
import { type Config, configOf } from '../../config/config.js';
import { needsZones, type PeriodQuestion, resolveEmployerPeriod } from '../../config/employerPeriod.js';
import {
  type AbsenceFile,
  type HolidayFile,
  invalidDates,
  type MappingFile,
  readAbsences,
  readHolidayFile,
  readMapping,
} from '../../config/inputFiles.js';
import { liveSourceSecret } from '../../config/liveSecret.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { Context } from '../../context.js';
import { type DeliveryChoice, matchesTemplate, templateNameOf } from '../../delivery/deliveries.js';
import type { FontPlaces } from '../../documents/pdf/fontFiles.js';
import { lacksCorrectableAmount } from '../../documents/template/checkSample.js';
import { loadNamed } from '../../documents/template/loadNamed.js';
import { combineNeeds, needsMapping } from '../../documents/template/needsMapping.js';
import type { Template } from '../../documents/template/template.js';
import { lackingVariables } from '../../documents/template/variablesOf.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { isInside, type Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import { allOrFailures } from '../../runtime/joinedFailure.js';
import { collectOftenFor } from '../../runtime/memoryGuard.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { RenderInputs } from '../compute/employerInputs.js';
import { lackingRuleColumns } from '../compute/ruleColumns.js';
import { invalidLimitCells } from '../compute/workingTimeOfPeople.js';
import { keepsLines } from '../ledger/exportedLines.js';
import { renderPlaces } from './runHost.js';

/** The parts of a run that can fail before the first request to the service. */
export interface PreparedRun extends RenderInputs {
  /** The configuration's folder, absolute. */
  readonly folder: string;
  /** The secret of the source, if it has one. */
  readonly secret: Secret | undefined;
  /** Where PDF files find fonts for letters that the built-in ones lack. */
  readonly fontPlaces: FontPlaces;
}

interface PrepareEffects {
  readonly context: Context;
  readonly terminal: Pick<Terminal, 'alert'>;
}

/** The part of a request that is known before anything is read. */
interface PrepareRequest {
  readonly loaded: LoadedConfig;
  readonly periodText: string;
  readonly state: ExportState;
  /** Names or paths, or those of the employer's configuration. */
  readonly templates: readonly string[] | 'configured';
  readonly deliver?: DeliveryChoice | undefined;
  readonly estimateFrom?: LocalDate | undefined;
}

/** All problems are in one error. @throws PaytallyError of configuration, secret, template and mapping codes */
export async function prepareRun(
  { context, terminal }: PrepareEffects,
  request: PrepareRequest,
  employerKey: string,
): Promise<PreparedRun> {
  const { folder } = request.loaded;
  const { estimateFrom } = request;
  const configured = configOf(request.loaded, employerKey);
  const config = estimateFrom === undefined ? configured : { ...configured, estimateFrom };
  const { employer } = config;
  const question = { periodText: request.periodText, config, nowMs: context.clock.nowMs() };
  const [secret, templates, mapping, absences, holidays, period] = await allOrFailures<
    [Secret | undefined, readonly Template[], MappingFile, AbsenceFile, HolidayFile, Period | undefined]
  >([
    liveSourceSecret({ context, terminal }, config, folder),
    readyTemplates(request, config, context),
    usableMapping(config, folder),
    readAbsences(config, folder),
    readHolidayFile(config.holidays, folder),
    periodAhead(question),
  ]);
  if (period !== undefined) refuseEstimatesOutside(estimateFrom, period);
  const needs = combineNeeds(templates);
  refuseCounts(config, templates);
  collectOftenFor(templates);
  return {
    employerKey,
    folder,
    config,
    employer,
    secret,
    templates,
    ...renderPlaces(context),
    needs,
    mapping,
    absences,
    holidays,
    period,
  };
}

/** Every template that cannot be loaded, or lacks variables, is reported at once. */
async function readyTemplates(
  { loaded, templates, state, deliver }: PrepareRequest,
  config: Config,
  { packageFolder, env }: Pick<Context, 'packageFolder' | 'env'>,
): Promise<readonly Template[]> {
  const names =
    templates === 'configured' ? [...config.templates, ...deliveredBy(config, state, deliver)] : templates;
  const ready = [...new Set(names)].map(async (name) => {
    const template = await loadNamed(name, packageFolder, loaded.folder, env);
    const lacking = lackingVariables(template, config);
    if (lacking !== undefined) throw lacking;
    return template;
  });
  const loadedOnes = await allOrFailures<Template[]>(ready);
  refuseSlipsAlone(loadedOnes);
  if (state === 'final') refuseUncorrectable(loadedOnes);
  return loadedOnes;
}

/** Refuses a final that could not be corrected later. @throws PaytallyError TEMPLATE_INVALID */
function refuseUncorrectable(templates: readonly Template[]): void {
  const names = templates.filter(lacksCorrectableAmount).map(({ name }) => name);
  if (names.length === 0) return;
  throw new PaytallyError('TEMPLATE_INVALID', message('run.notCorrectable', { names: listed(names) }), {
    record: names.join(', '),
  });
}

/** They are based on payroll files, which must be written in the same run. @throws PaytallyError USAGE */
function refuseSlipsAlone(templates: readonly Template[]): void {
  const isSlip = (template: Template) => template.kind === 'report' && template.report === 'control-slip';
  if (templates.length === 0 || !templates.every(isSlip)) return;
  throw new PaytallyError('USAGE', message('run.slipAlone'), { record: 'control-slip' });
}

/** All templates of the configuration's runs and deliveries. */
export function templatesOfAllRuns(config: Config): readonly string[] {
  return [...new Set(RUN_STATES.flatMap((state) => templatesOfRun(config, state)))];
}

export const RUN_STATES = ['draft', 'final'] as const satisfies readonly ExportState[];

/** The templates of a run of this state, with those of its deliveries. */
export function templatesOfRun(
  config: Config,
  state: ExportState,
  deliver: DeliveryChoice = { kind: 'all' },
): readonly string[] {
  return [...config.templates, ...deliveredBy(config, state, deliver)];
}

/**
 * The payroll templates of the configuration, those of its deliveries included, that a final is made without. One that
 * cannot be loaded counts: it may be of payroll.
 */
export async function lackedTemplates(
  { config, templates, folder }: Pick<PreparedRun, 'config' | 'templates' | 'folder'>,
  { packageFolder, env }: Pick<Context, 'packageFolder' | 'env'>,
): Promise<readonly string[]> {
  const isMade = (called: string) => templates.some(({ name }) => matchesTemplate(name, called));
  const others = [...new Set(templatesOfRun(config, 'final'))].filter((called) => !isMade(called));
  const found = others.map((called) =>
    loadNamed(called, packageFolder, folder, env).then(
      (template) => (keepsLines(template) ? [template.name] : []),
      () => [templateNameOf(called)],
    ),
  );
  const names = (await Promise.all(found)).flat();
  return [...new Set(names)].filter((name) => templates.every((made) => made.name !== name));
}

/** Delivered templates are rendered, even if the list of templates does not include them. */
function deliveredBy(
  { deliveries }: Config,
  state: ExportState,
  deliver: DeliveryChoice | undefined,
): readonly string[] {
  if (deliver === undefined) return [];
  return Object.entries(deliveries)
    .filter(
      ([name, { to }]) =>
        (deliver.names?.includes(name) ?? true) && (deliver.kind === 'all' || to === 'mail'),
    )
    .filter(([, { when }]) => when === 'both' || (when === 'draft') === (state === 'draft'))
    .flatMap(([, { templates = [] }]) => templates);
}

/**
 * The mapping file of an employer. Unreadable lines are reported together with missing data, so that they do not hide
 * it. Without the days of a row no run can know what holds on a day.
 * @throws PaytallyError MAPPING_INVALID
 */
export async function usableMapping(config: Config, folder: string): Promise<MappingFile> {
  const mapping = await readMapping(config.employer.employees, folder);
  const lacking = lackingRuleColumns(payRulesOf(config), mapping);
  const invalid = invalidDates(mapping) ?? lacking ?? invalidLimitCells(mapping);
  if (invalid !== undefined) throw invalid;
  return mapping;
}

async function periodAhead(question: PeriodQuestion): Promise<Period | undefined> {
  return needsZones(question) ? undefined : resolveEmployerPeriod(question, []);
}

/** An empty amount in a payroll file would be worse than none. @throws PaytallyError CONFIG_INVALID */
function refuseCounts({ payRules }: Config, templates: readonly Template[]): void {
  const [count] = payRules.counts ?? [];
  const hoursOnly = templates.find((template) => needsMapping(template).minutes);
  if (count === undefined || hoursOnly === undefined) return;
  const { code } = count;
  throw new PaytallyError('CONFIG_INVALID', message('run.hoursOnly', { code, template: hoursOnly.name }), {
    record: 'payRules.counts',
  });
}

/** @throws PaytallyError USAGE if planned shifts should replace entries from a day outside the period */
export function refuseEstimatesOutside(estimateFrom: LocalDate | undefined, period: Period): void {
  if (estimateFrom === undefined || isInside(estimateFrom, period)) return;
  const { from, to } = period;
  throw new PaytallyError('USAGE', message('run.estimateOutside', { day: estimateFrom, from, to }), {
    record: estimateFrom,
  });
}

/** Without planning there is no basis for estimates. @throws PaytallyError USAGE */
export function refuseEstimatesWithoutPlan(estimateFrom: LocalDate | undefined, hasPlanning: boolean): void {
  if (estimateFrom === undefined || hasPlanning) return;
  throw new PaytallyError('USAGE', message('run.estimateWithoutPlan', { day: estimateFrom }), {
    record: estimateFrom,
  });
}
