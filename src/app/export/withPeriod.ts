import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { type OutputFile, outputBytes } from '../../documents/outputFile.js';
import { groupBy } from '../../domain/collections.js';
import { addQuantities, type PayLine } from '../../domain/pay/payLine.js';
import { createPeopleDirectory } from '../../domain/people/peopleDirectory.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { storeFolderOf } from '../../sources/staging/withStore.js';
import type { Store } from '../../store/store.js';
import { readEarlierPay } from '../ledger/earlierPay.js';
import { ownKeys } from '../ledger/finals.js';
import { compareRun, comparisonAhead } from './compareRun.js';
import { sinkOptions } from './finishSinks.js';
import { gateRun } from './gateRun.js';
import { renderPayrollFiles } from './payrollFiles.js';
import { prepareRun } from './prepareRun.js';
import { renderTemplates } from './renderTemplates.js';
import { openRunHost, type RunHost, todayOf } from './runHost.js';
import { passOverSource, type RunSource, storedSource, withReadPeriod } from './runSource.js';
import { RunSinks } from './sinks.js';

/** The employer and period that a program reads. */
export interface PeriodOptions {
  readonly context: Context;
  readonly loaded: LoadedConfig;
  /** Key of the employer in the configuration. */
  readonly employer: string;
  /** As on the command line: `2026-10`, `last-month`. */
  readonly period: string;
}

/** A day of an employee, by the local date that the minutes count for. */
export interface TimesheetDay {
  readonly date: LocalDate;
  readonly workedMinutes: number;
  /** null if planning cannot be read. */
  readonly plannedMinutes: number | null;
  readonly establishments: readonly string[];
}

/** The result of the pay rules for a day and a pay code. Premiums come in addition to the base minutes. */
export interface TimesheetPayLine {
  readonly date: LocalDate;
  readonly payCode: string;
  /** null for counts. */
  readonly minutes: number | null;
  /** The count, or the part of a day; null for lines in minutes. */
  readonly quantity: number | null;
}

/** An employee's period. */
export interface EmployeeTimesheet {
  readonly employeeId: string;
  /** The payroll ID in the mapping file; null if it has none. */
  readonly payrollId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly workedMinutes: number;
  readonly days: readonly TimesheetDay[];
  readonly lines: readonly TimesheetPayLine[];
}

/** A rendered file of a template. Nothing is written to disk. */
export interface RenderedFile {
  readonly name: string;
  /** Data rows, without headings and totals. */
  readonly rows: number;
  readonly content: Uint8Array;
}

/** A period that was read from the service. Usable until the function that receives it returns. */
export interface ReadPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** The employees one at a time; each is computed on request. */
  readonly timesheets: () => Generator<EmployeeTimesheet, void>;
  /**
   * Renders a template as a draft, from the records that were read.
   * @param template name or path
   * @throws PaytallyError TEMPLATE_INVALID, RENDER_REFUSED, and the exceptions that block a draft
   */
  readonly render: (template: string) => Promise<readonly RenderedFile[]>;
}

/**
 * Reads a period from the service and passes it to `use`. Neither files nor the store change, so no run is recorded.
 * @throws PaytallyError, and errors of `use`
 */
export async function withPeriod<Result>(
  { context, loaded, employer, period }: PeriodOptions,
  use: (period: ReadPeriod) => Result | Promise<Result>,
): Promise<Result> {
  const storeFolder = storeFolderOf(loaded);
  const terminal = context.openTerminal({ quiet: true, progress: false });
  const host = await openRunHost(context, loaded, terminal, { verbose: false });
  const place = { loaded, storeFolder, periodText: period };
  try {
    return await withReadPeriod(host, place, employer, async (source, store) => {
      const { from, to } = source.fetched.period;
      const render = (template: string) => renderDraft(host, { loaded, period, template }, source, store);
      return use({ from, to, timesheets: () => timesheetsOf(source), render });
    });
  } finally {
    await host.close();
  }
}

function* timesheetsOf({
  open: { people, frame },
  prepared,
  records,
}: RunSource): Generator<EmployeeTimesheet, void> {
  const personOf = createPeopleDirectory(records.facts, prepared.mapping.employees, frame.period);
  for (const id of people.ids) {
    const { timesheet, pay } = people.of(id);
    const { number, firstName, lastName } = personOf(id);
    const days = timesheet.days
      .filter(({ personId }) => personId === id)
      .map(({ date, workedMinutes, plannedMinutes, establishments }): TimesheetDay => {
        return { date, workedMinutes, plannedMinutes, establishments };
      });
    const workedMinutes = days.reduce((sum, day) => sum + day.workedMinutes, 0);
    const lines = linesOf(pay.lines);
    yield { employeeId: id, payrollId: number, firstName, lastName, workedMinutes, days, lines };
  }
}

/** A line per day and pay code. */
function linesOf(lines: readonly PayLine[]): readonly TimesheetPayLine[] {
  return [...groupBy(lines, ({ date, payCode }) => `${date} ${payCode}`).values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const timed = members.filter(({ isWithoutMinutes }) => isWithoutMinutes !== true);
    const counted = members.flatMap(({ quantity }) => (quantity === undefined ? [] : [quantity]));
    const { date, payCode } = first;
    const minutes = timed.length === 0 ? null : timed.reduce((sum, line) => sum + line.minutes, 0);
    return [
      { date, payCode, minutes, quantity: counted.length === 0 ? null : counted.reduce(addQuantities, 0) },
    ];
  });
}

interface DraftRequest extends Pick<PeriodOptions, 'loaded' | 'period'> {
  /** Name or path. */
  readonly template: string;
}

const A_DRAFT = { state: 'draft', effect: 'plan', accepted: new Map() } as const;

/** The steps of a run from the stored read to the gate, and then the files in memory. */
async function renderDraft(
  { context, terminal }: Pick<RunHost, 'context' | 'terminal'>,
  { loaded, period, template }: DraftRequest,
  read: RunSource,
  store: Store,
): Promise<readonly RenderedFile[]> {
  const request = { ...A_DRAFT, loaded, periodText: period, templates: [template] };
  const prepared = await prepareRun({ context, terminal }, request, read.prepared.employerKey);
  const ledgerPay = readEarlierPay(store, store.ledger.links(prepared.employer.employerId));
  const source = storedSource({ ...read, prepared }, request, store, context.version, ledgerPay);
  const earlier = comparisonAhead(source, store, context);
  const sinks = await RunSinks.open(earlier.frame, sinkOptions(source, earlier.links, request));
  try {
    const computed = await passOverSource(source, sinks, context.signal);
    const rendered = await renderPayrollFiles(computed, request.accepted);
    const given = { ...request, isOwn: ownKeys(loaded, prepared.employerKey) };
    const run = await compareRun(store, rendered, earlier, given, todayOf(context, prepared.employer.zone));
    await gateRun(run, store, request);
    const model = sinks.model(run.computed);
    const outputs = await renderTemplates(prepared, model, prepared.config, undefined, run.ready);
    return await Promise.all(outputs.map(({ file }) => inMemory(file)));
  } finally {
    sinks.close();
  }
}

async function inMemory(file: OutputFile): Promise<RenderedFile> {
  return { name: file.name, rows: file.rows, content: await outputBytes(file) };
}
