import type { Config } from '../../config/config.js';
import type { MappingFile } from '../../config/inputFiles.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import { buildModel } from '../../documents/model/buildModel.js';
import type { TemplateOutput } from '../../documents/outputFile.js';
import type { FontPlaces } from '../../documents/pdf/fontFiles.js';
import type { Template } from '../../documents/template/template.js';
import type { TemplateModel } from '../../documents/templateModel.js';
import type { ColumnSpec } from '../../documents/text/columnSpec.js';
import { allSections } from '../../documents/text/fileSpec.js';
import { type RenderProblem, RenderRefused } from '../../documents/text/renderProblems.js';
import type { ComputedWork } from '../../domain/computed/computedPeriod.js';
import type { MappedEmployees } from '../../domain/mapping/employeeRows.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { type RuleCode, ruleCodes } from '../../domain/pay/ruleCodes.js';
import type { Period } from '../../domain/period/period.js';
import { groupRecordsByPerson, type PeriodData } from '../../domain/records/periodData.js';
import type { Employee, Establishment, TimeEntry } from '../../domain/records/records.js';
import { addDays } from '../../domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { PaytallyError } from '../../errors.js';
import { computePeriod } from '../compute/computePeriod.js';
import { renderTemplates } from '../export/renderTemplates.js';
import { planFiles } from '../export/writeFiles.js';
import { unmappedCodesBlock } from './checkConfiguredTemplates.js';

/** The people of a rehearsal, with their data in the mapping file and the service. */
export interface RehearsedPeople {
  readonly people: readonly string[];
  /** null if the list of the service cannot be read. */
  readonly employees: readonly Employee[] | null;
  readonly mapping: MappedEmployees;
}

const MINUTES = 60;
/** Far from the start and end of the month, in any zone. */
const DAYS_INTO_PERIOD = 14;

/** The data sets of an export with an hour of every possible pay code for each employee. */
export function rehearsedModel(rehearsal: Rehearsal, people: RehearsedPeople): TemplateModel {
  const { config, period, version } = rehearsal;
  const data = dataOf(rehearsal, people);
  const prepared = {
    config: withoutRules(config),
    mapping: { ...rehearsal.mapping, employees: people.mapping },
    absences: { path: undefined, rows: [] },
    holidays: { path: undefined, rows: [] },
    needs: { employeeNumbers: false, payCodes: false, minutes: false },
  };
  const request = { state: 'draft', accepted: new Map() } as const;
  const input = computePeriod(groupRecordsByPerson(data), period, prepared, request, version);
  // Unmapped codes that stop a run are reported elsewhere.
  const codes = ruleCodes(payRulesOf(config)).filter(
    ({ payCode }) => !unmappedCodesBlock(config) || Object.hasOwn(config.payCodes, payCode),
  );
  const of = (id: string | null): ComputedWork => {
    const { data: own, relatedShifts, timesheet, holidayOn, pay } = input.people.of(id);
    const lines = own.entries.flatMap((entry) => codes.map((code) => lineOf(entry, code)));
    return { data: own, relatedShifts, timesheet, holidayOn, pay: { ...pay, lines } };
  };
  return buildModel({ ...input, people: { ids: input.people.ids, of } });
}

/** Pay rules do not matter here: each employee gets every pay code. */
function withoutRules(config: Rehearsal['config']): Rehearsal['config'] {
  return {
    ...config,
    rounding: { ...config.rounding, level: 'none' },
    minimumPaid: undefined,
    payRules: { weekStartsOn: 'monday', base: [{ code: 'NORMAL' }], loadings: [] },
  };
}

function dataOf(rehearsal: Rehearsal, { people, employees }: RehearsedPeople): PeriodData {
  const place = rehearsal.establishments.find(({ zone }) => zone !== undefined)?.id ?? null;
  return {
    establishments: rehearsal.establishments,
    holidays: [],
    employees,
    rememberedEmployees: rehearsal.rememberedEmployees,
    agencyWorkers: [],
    teams: [],
    tasks: [],
    shifts: rehearsal.hasShifts ? [] : null,
    entries: people.map((id) => entryOf(id, rehearsal, place)),
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: Date.parse(rehearsal.period.to) / 1000,
    employerZone: undefined,
  };
}

function entryOf(employeeId: string, { period }: Rehearsal, establishmentId: string | null): TimeEntry {
  const workDate = addDays(period.from, DAYS_INTO_PERIOD);
  return {
    id: `rehearsal of ${employeeId}`,
    workDate,
    status: 'Completed',
    start: stampOf(`${workDate}T10:00:00Z`),
    end: stampOf(`${workDate}T11:00:00Z`),
    workedMinutes: MINUTES,
    shiftId: null,
    employeeId,
    reviewedAtUtc: `${workDate}T12:00:00Z`,
    establishmentId,
    teamId: null,
    taskId: null,
    agencyId: null,
    agencyWorkerId: null,
  };
}

function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new TypeError(stamp);
  return stamp;
}

function lineOf(
  { id, workDate, employeeId, ...entry }: TimeEntry,
  { payCode, kind, path }: RuleCode,
): PayLine {
  return {
    employeeId: employeeId ?? '',
    date: workDate,
    payCode,
    kind,
    minutes: MINUTES,
    entryId: id,
    establishmentId: entry.establishmentId,
    teamId: null,
    taskId: null,
    rule: path,
    overtime: undefined,
    fromEpoch: entry.start.epochSeconds,
    toEpoch: entry.start.epochSeconds + MINUTES * 60,
    spanSeconds: 0,
  };
}

/** The result of rendering a template. */
interface Tried {
  readonly problems: readonly RenderProblem[];
  /** A failure that names no cells: a workbook or report that cannot be created. */
  readonly failure: PaytallyError | undefined;
  /** The files, if any. */
  readonly outputs: readonly TemplateOutput[];
}

/** Renders a template with the code of an export, and discards the files. */
export async function rehearse(
  template: Template,
  model: TemplateModel,
  { config, fontPlaces }: Rehearsal,
  signal: AbortSignal,
): Promise<Tried> {
  try {
    const outputs = await renderTemplates({ templates: [template], fontPlaces }, model, config);
    const files = outputs.map(({ file }) => file);
    await planFiles('.', files, signal);
    return { problems: [], failure: undefined, outputs };
  } catch (failure) {
    if (failure instanceof RenderRefused)
      return { problems: failure.problems, failure: undefined, outputs: [] };
    if (!(failure instanceof PaytallyError) || failure.code === 'INTERRUPTED') throw failure;
    return { problems: [], failure, outputs: [] };
  }
}

/** The data for rehearsing templates before any period is read: made-up work of real people. */
export interface Rehearsal {
  readonly config: Config;
  readonly fontPlaces: FontPlaces;
  readonly version: string;
  /** A whole month. */
  readonly period: Period;
  readonly mapping: MappingFile;
  readonly establishments: readonly Establishment[];
  /** Undefined if the service was not queried, null if the list cannot be read. */
  readonly employees: readonly Employee[] | null | undefined;
  readonly rememberedEmployees: readonly Employee[];
  /** False if planning cannot be read. */
  readonly hasShifts: boolean;
  /** IDs of the employees that an export would name: active ones and those with recent work. */
  readonly people: readonly string[];
  /** IDs of the people with work in the days that the doctor reads. */
  readonly recent: ReadonlySet<string>;
}

const ID = '00000000-0000-4000-8000-000000000000';

/**
 * A made-up person whose data is as complete as possible: a template that refuses this person refuses every person. The
 * payroll ID and columns are the samples of the template; a column that the mapping file lacks is also missing here.
 */
export function samplePerson(template: Template, rehearsal: Rehearsal): RehearsedPeople {
  const { mapping, employees, rememberedEmployees } = rehearsal;
  const spec = template.kind === 'text' ? template.spec : undefined;
  const { extraColumns } = mapping.employees;
  const extra = Object.fromEntries(
    extraColumns.map((column) => [column, spec?.mappingColumns[column]?.samples[0] ?? 'x']),
  );
  const number = spec?.sample.employeeNumbers[0] ?? '1';
  const hasNames = employees !== null || rememberedEmployees.length > 0;
  return {
    people: [ID],
    employees: hasNames ? [{ id: ID, firstName: 'Ann', lastName: 'Sample', isActive: true }] : null,
    mapping: { extraColumns, byId: new Map([[ID, [{ number, extra }]]]) },
  };
}

/** Whether a message names the made-up person as the employee it is about. */
export function isSamplePerson(label: string): boolean {
  return label.includes(ID);
}

/** Whether a problem is caused by the made-up person: a made-up value that a custom template rejects. */
export function isAboutSamplePerson(template: Template, { column, value }: RenderProblem): boolean {
  if (value === undefined) return false;
  const isPersonal = ({ field = '', text = '' }: ColumnSpec): boolean =>
    field.startsWith('employee.') || text.includes('employee.');
  return namesOfColumns(template, isPersonal).includes(column);
}

/** Whether the problem is a missing payroll ID, which the mapping check reports. */
export function isLackingNumber(template: Template, { column, value }: RenderProblem): boolean {
  const isNumber = ({ field }: ColumnSpec): boolean => field === 'employee.number';
  return value === undefined && column !== undefined && namesOfColumns(template, isNumber).includes(column);
}

/** The names of columns in messages: a heading in any language, the field or the text. */
function namesOfColumns(
  template: Template,
  isMeant: (column: ColumnSpec) => boolean,
): readonly (string | undefined)[] {
  if (template.kind !== 'text') return [];
  const sections = [template.spec, ...template.spec.companions].flatMap(allSections);
  return sections
    .flatMap(({ columns }) => columns)
    .filter(isMeant)
    .flatMap(({ header, field, text }) => {
      if (typeof header === 'object') return Object.values(header);
      return header ?? field ?? text;
    });
}
