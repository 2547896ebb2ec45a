import { computePeriod } from '../../compute/computePeriod.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { ComputedWork } from '../../domain/computed/computedPeriod.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { type RuleCode, ruleCodes } from '../../domain/pay/ruleCodes.js';
import type { MappedEmployees } from '../../domain/people/peopleDirectory.js';
import { groupRecordsByPerson, type PeriodData } from '../../domain/records/periodData.js';
import type { Employee, TimeEntry } from '../../domain/records/records.js';
import { addDays } from '../../domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { PaytallyError } from '../../errors.js';
import { renderTemplates } from '../../export/renderTemplates.js';
import { planFiles } from '../../export/writeFiles.js';
import { buildModel } from '../../render/model/buildModel.js';
import type { TemplateOutput } from '../../render/outputFile.js';
import type { Template } from '../../render/template/template.js';
import type { TemplateModel } from '../../render/templateModel.js';
import { type RenderProblem, RenderRefused } from '../../render/text/renderProblems.js';
import { unmappedCodesBlock } from '../checkConfiguredTemplates.js';
import type { Rehearsal } from './rehearsal.js';

/** Who works in a model, and what the mapping file and the service say about them. */
export interface RehearsedPeople {
  readonly people: readonly string[];
  /** null where the list of the service cannot be read. */
  readonly employees: readonly Employee[] | null;
  readonly mapping: MappedEmployees;
}

const MINUTES = 60;
/** Far from both ends of the month, in any zone. */
const DAYS_INTO_PERIOD = 14;

/** An hour of every pay code that the rules can give, for everybody, as the data sets of an export. */
export function rehearsedModel(rehearsal: Rehearsal, people: RehearsedPeople): TemplateModel {
  const { config, period, version } = rehearsal;
  const data = dataOf(rehearsal, people);
  const prepared = {
    config: withoutRules(config),
    mapping: { ...rehearsal.mapping, employees: people.mapping },
    absences: { path: undefined, rows: [] },
    needs: { employeeNumbers: false, payCodes: false, minutes: false },
  };
  const request = { state: 'draft', accepted: new Map() } as const;
  const input = computePeriod(groupRecordsByPerson(data), period, prepared, request, version);
  // Codes without a number of their own that stop a run anyway are told of elsewhere.
  const codes = ruleCodes(payRulesOf(config)).filter(
    ({ payCode }) => !unmappedCodesBlock(config) || Object.hasOwn(config.payCodes, payCode),
  );
  const of = (id: string | null): ComputedWork => {
    const { data: own, relatedShifts, timesheet, pay } = input.people.of(id);
    const lines = own.entries.flatMap((entry) => codes.map((code) => lineOf(entry, code)));
    return { data: own, relatedShifts, timesheet, pay: { ...pay, lines } };
  };
  return buildModel({ ...input, people: { ids: input.people.ids, of } });
}

/** Who gets which code does not matter here: everybody gets every one. */
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

/** What came of a template. */
export interface Tried {
  readonly problems: readonly RenderProblem[];
  /** A failure that names no cells: a workbook or a report that cannot be made. */
  readonly failure: PaytallyError | undefined;
  /** The files, as far as there are any. */
  readonly outputs: readonly TemplateOutput[];
}

/** Writes a template by the very code of an export, and throws it away. */
export async function rehearse(
  template: Template,
  model: TemplateModel,
  { config, apart }: Rehearsal,
  signal: AbortSignal,
): Promise<Tried> {
  try {
    const outputs = await renderTemplates({ templates: [template], apart }, model, config);
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
