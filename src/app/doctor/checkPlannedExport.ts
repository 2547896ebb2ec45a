import type { Config } from '../../config/config.js';
import { type MappingFile, readAbsences, readHolidayFile } from '../../config/inputFiles.js';
import type { Context } from '../../context.js';
import type { TemplateOutput } from '../../documents/outputFile.js';
import { fontPlaces } from '../../documents/pdf/fontFiles.js';
import { checkSample } from '../../documents/template/checkSample.js';
import { diskTemplateFiles, type Template } from '../../documents/template/template.js';
import { lackingVariables } from '../../documents/template/variablesOf.js';
import { allSections } from '../../documents/text/fileSpec.js';
import { problemLines, type RenderProblem, RenderRefused } from '../../documents/text/renderProblems.js';
import { groupBy } from '../../domain/collections.js';
import { NO_EARLIER_PAY } from '../../domain/pay/payLine.js';
import { type Period, resolvePeriod } from '../../domain/period/period.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, joined, type Message, message } from '../../i18n/message.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import type { Store } from '../../store/store.js';
import { fillSinks, openPeriod } from '../compute/computePeriod.js';
import { readWorkedHistory } from '../compute/workedHistory.js';
import { renderTemplates } from '../export/renderTemplates.js';
import { RunSinks } from '../export/sinks.js';
import { planFiles } from '../export/writeFiles.js';
import { unmappedCodesBlock } from './checkConfiguredTemplates.js';
import { unmappedEmployeesBlock } from './checkMapping.js';
import { type DoctorFinding, hasProblem, ok, problemFinding } from './doctorFinding.js';

/** What an export of the days that the doctor has read would be made of. */
export interface PlanQuestion {
  readonly config: Config;
  /** The configuration's folder, absolute. */
  readonly folder: string;
  readonly templates: readonly Template[];
  readonly mapping: MappingFile;
  /** In the doctor's temporary store: its read, and the days that it has. */
  readonly readId: string;
  readonly window: { readonly from: LocalDate; readonly to: LocalDate };
  /** Whether the read has any work. */
  readonly hasWork: boolean;
  /** Lists that the service does not let the integration read. */
  readonly unreadable: { readonly employees: boolean; readonly planning: boolean };
}

export interface PlanChecked {
  readonly findings: readonly DoctorFinding[];
  /** The files that a month's export would have, by name. */
  readonly outputs: readonly TemplateOutput[];
  /** The month of these files. */
  readonly period: Period;
}

/**
 * Plans an export of each month of the days that the doctor has read, with the code of an export and without its gate:
 * `check` reports exceptions. Without any work, each template fills its sample as in `templates check`.
 * @throws PaytallyError as the computation of a period
 */
export async function checkPlannedExport(
  context: Context,
  question: PlanQuestion,
  store: Store,
): Promise<PlanChecked> {
  const { config, hasWork, window } = question;
  const templates = question.templates.filter((each) => lackingVariables(each, config) === undefined);
  const months = monthsOf(window);
  const tried: Tried[] = [];
  for (const period of hasWork ? months : months.slice(-1))
    tried.push(...(await planMonth(context, { ...question, templates }, period, store)));
  const period = months.at(-1) ?? resolvePeriod('this-month', window.to);
  const outputs = tried.filter((each) => each.period === period).flatMap((each) => each.outputs);
  const refused = new Set(
    tried.flatMap(({ template, problems, failure }) => (problems.length > 0 || failure ? [template] : [])),
  );
  const samples = hasWork ? [] : templates.filter((template) => !refused.has(template));
  const findings = [...refusals(tried, question), ...(await checkSamples(samples, question))];
  if (templates.length === 0 || hasProblem(findings)) return { findings, outputs, period };
  const names = templates.map(({ name }) => name).join(', ');
  const { from, to } = window;
  const text = hasWork
    ? message('doctor.templates.tried', { names, from, to })
    : message('doctor.templates.sampled', { names });
  return { findings: [...findings, ok('templates', text, config.employerKey)], outputs, period };
}

/** The calendar months with some of the days, in order. */
function monthsOf({ from, to }: PlanQuestion['window']): Period[] {
  const months = new Map<string, Period>();
  for (let day = from; day <= to; day = addDays(day, 1))
    if (!months.has(day.slice(0, 7))) months.set(day.slice(0, 7), resolvePeriod(day.slice(0, 7), to));
  return [...months.values()];
}

/** The result of rendering a template for a month. */
interface Tried {
  readonly template: Template;
  readonly period: Period;
  readonly problems: readonly RenderProblem[];
  /** A failure that names no cells: a workbook or report that cannot be created. */
  readonly failure: PaytallyError | undefined;
  readonly outputs: readonly TemplateOutput[];
}

const A_DRAFT = { state: 'draft', accepted: new Map() } as const;
/** Other checks report them. */
const NO_NEEDS = { employeeNumbers: false, payCodes: false, minutes: false };

async function planMonth(
  context: Context,
  { config, folder, templates, mapping, readId }: PlanQuestion,
  period: Period,
  store: Store,
): Promise<Tried[]> {
  const absences = await readAbsences(config, folder);
  const holidays = await readHolidayFile(config.holidays, folder);
  const records = {
    ...loadPeriodRecords(store, readId, config),
    earlier: NO_EARLIER_PAY,
    history: readWorkedHistory(store, readId, A_DRAFT.state),
  };
  const inputs = { config, mapping, absences, holidays, needs: NO_NEEDS };
  const open = openPeriod(records, period, inputs, A_DRAFT, context.version);
  const sinks = await RunSinks.open(open.frame, { templates });
  try {
    const model = sinks.model(await fillSinks(open, [sinks], context.signal));
    const tried: Tried[] = [];
    for (const template of templates) {
      const about = { template, period, problems: [], failure: undefined, outputs: [] };
      try {
        const rendering = { templates: [template], fontPlaces: fontPlaces(context) };
        const outputs = await renderTemplates(rendering, model, config);
        const files = outputs.map(({ file }) => file);
        await planFiles('.', files, context.signal);
        tried.push({ ...about, outputs });
      } catch (failure) {
        tried.push({ ...about, ...refusal(failure) });
      }
    }
    return tried;
  } finally {
    sinks.close();
  }
}

/** @throws what is no refusal of a template */
function refusal(failure: unknown): Partial<Tried> {
  if (failure instanceof RenderRefused) return { problems: failure.problems };
  if (failure instanceof PaytallyError && failure.code !== 'INTERRUPTED') return { failure };
  throw failure;
}

/** A finding for each template that cannot be written, with the problems of all months. */
function refusals(tried: readonly Tried[], question: PlanQuestion): DoctorFinding[] {
  const { employerKey } = question.config;
  const hidden = [
    ...(unmappedEmployeesBlock(question.config) ? ['employee.number'] : []),
    ...(unmappedCodesBlock(question.config) ? ['external'] : []),
  ];
  return [...groupBy(tried, ({ template }) => template).values()].flatMap((ofTemplate) => {
    const failure = ofTemplate.find((each) => each.failure !== undefined)?.failure;
    const problems = ofTemplate
      .flatMap(({ template, problems: found }) => found.map((problem) => ({ template, problem })))
      .filter(({ template, problem }) => !isLackingOne(template, problem, hidden))
      .map(({ problem }) => problem);
    return [
      ...(failure === undefined ? [] : [problemFinding('templates', failure, employerKey)]),
      ...(problems.length === 0 ? [] : [refusedFinding(problems, question)]),
    ];
  });
}

function refusedFinding(problems: readonly RenderProblem[], question: PlanQuestion): DoctorFinding {
  const distinct = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return notWritable(problems[0]?.template ?? '', problemLines([...distinct.values()]), question);
}

function notWritable(
  template: string,
  lines: readonly AnyMessage[],
  { config, mapping, unreadable }: PlanQuestion,
): DoctorFinding {
  const text: Message = message('doctor.templates.refused', {
    template,
    lines: joined(['', ...lines]),
    mapping: mapping.path ?? message('people.theMappingFile'),
    noEmployees: unreadable.employees ? 1 : 0,
    noPlanning: unreadable.planning ? 1 : 0,
  });
  return problemFinding('templates', new PaytallyError('RENDER_REFUSED', text), config.employerKey);
}

/** Templates that cannot fill even their own sample. */
async function checkSamples(
  templates: readonly Template[],
  question: PlanQuestion,
): Promise<readonly DoctorFinding[]> {
  const withoutGolden = { ...diskTemplateFiles, list: async () => [] };
  const findings: DoctorFinding[] = [];
  for (const template of templates) {
    const { problems } = await checkSample(template, withoutGolden);
    if (problems.length > 0) findings.push(notWritable(template.name, problems, question));
  }
  return findings;
}

/** Whether a value of these fields is missing: a payroll ID or a pay code, which other checks report. */
function isLackingOne(
  template: Template,
  { column, value }: RenderProblem,
  fields: readonly string[],
): boolean {
  if (template.kind !== 'text' || value !== undefined || column === undefined) return false;
  return [template.spec, ...template.spec.companions]
    .flatMap(allSections)
    .flatMap(({ columns }) => columns)
    .filter(({ field = '' }) => fields.includes(field))
    .flatMap(({ header, field, text }) =>
      typeof header === 'object' ? Object.values(header) : (header ?? field ?? text),
    )
    .includes(column);
}
