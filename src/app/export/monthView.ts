import { createHash } from 'node:crypto';
import type { Config } from '../../config/config.js';
import type { DataRow } from '../../documents/dataSet.js';
import { reportContext } from '../../documents/reports/reportContext.js';
import { eachRow, numberField, textField } from '../../documents/reports/rowAccess.js';
import { type PeriodReview, periodReview, reviewComparison } from '../../documents/review/reviewData.js';
import { minutesByDay } from '../../documents/review/reviewLists.js';
import { loadNamed } from '../../documents/template/loadNamed.js';
import type { Template } from '../../documents/template/template.js';
import type { TemplateModel } from '../../documents/templateModel.js';
import { buildFindingReport, type PeriodSummary } from '../../domain/computed/computedPeriod.js';
import type { FindingReport } from '../../domain/exceptions/workList.js';
import type { Language } from '../../i18n/language.js';
import type { Store } from '../../store/store.js';
import { fillSinks, openRead } from '../compute/computePeriod.js';
import { type SeenFindings, seenFindings } from '../ledger/acceptances.js';
import { compareRuns } from '../ledger/comparedRuns.js';
import { linksBefore } from '../ledger/earlierPay.js';
import { earlierPayOfRun } from '../ledger/earlierPayOfRun.js';
import { loadStoredRun, type RecomputeContext } from '../ledger/storedRun.js';
import { type AccountLine, accountLines } from './accountLines.js';
import { closingFindings } from './closingFindings.js';
import { frameWith } from './compareRun.js';
import { isPayrollText, renderPayrollFiles } from './payrollFiles.js';
import { RunSinks } from './sinks.js';

/** The data of the review page, and what only the window shows, such as each person's plan. */
export interface MonthReview extends PeriodReview {
  /** Employee id -> planned minutes of each day. */
  readonly plannedDays: Readonly<Record<string, readonly number[]>>;
  readonly accounts: readonly AccountLine[];
  /** Paid hours by establishment, the most first. */
  readonly hoursByPlace: readonly PlaceHours[];
}

interface PlaceHours {
  /** Empty without an establishment. */
  readonly place: string;
  readonly people: number;
  readonly minutes: number;
}

/** A month for display: the data of a run, and every finding. */
export interface MonthView {
  readonly review: MonthReview;
  /** With what was accepted when it was read. */
  readonly found: FindingReport;
  readonly seen: SeenFindings;
  /** A digest of what files can have of people and their work, also if it changes no sum. */
  readonly content: string;
}

/** Receives a computed run before it is checked for blocking exceptions. */
export interface RunObserver {
  /** The template whose data sets it receives. */
  readonly template: Template;
  readonly see: (model: TemplateModel, computed: PeriodSummary, config: Config) => void;
}

/** The data of a run before the gate, so that a blocked month can be viewed too. */
export async function monthObserver(
  packageFolder: string,
  language: Language,
  show: (view: MonthView) => void,
): Promise<RunObserver> {
  return {
    template: await loadNamed('review', packageFolder, packageFolder),
    see: (model, computed, config) => show(viewOf(model, computed, config, language)),
  };
}

function viewOf(
  model: TemplateModel,
  computed: PeriodSummary,
  config: Config,
  language: Language,
): MonthView {
  return {
    review: { ...reviewOf(model, computed, config, language), hoursByPlace: readHoursByPlace(model) },
    found: buildFindingReport(computed),
    seen: seenFindings(computed),
    content: contentDigest(model),
  };
}

function reviewOf(
  model: TemplateModel,
  computed: PeriodSummary,
  { hours }: Config,
  language: Language,
): Omit<MonthReview, 'hoursByPlace'> {
  const context = reportContext(model, { language, ...(hours === undefined ? {} : { hours }) });
  const review = periodReview(context, reviewComparison(model.earlier));
  const dates = review.days.map(({ date }) => date);
  const plannedDays = Object.fromEntries(minutesByDay(model, dates, 'plannedMinutes'));
  const accounts = accountLines(model, computed);
  return { ...review, plannedDays, accounts };
}

/** Those about people and their work, as the review has them. */
const CONTENT_SETS = ['employees', 'employee-days', 'pay-lines', 'entries', 'accounts'];

/** All rows in one pass, none of which is kept. */
function contentDigest(model: TemplateModel): string {
  const digest = createHash('sha256');
  for (const name of CONTENT_SETS) {
    digest.update(name);
    for (const row of eachRow(model, name)) digest.update(JSON.stringify(row));
  }
  return digest.digest('hex').slice(0, 16);
}

function readHoursByPlace(model: TemplateModel): readonly PlaceHours[] {
  const places = new Map<string, { minutes: number; readonly people: Set<string> }>();
  for (const row of eachRow(model, 'pay-lines')) addToPlace(places, row);
  return [...places]
    .map(([place, { minutes, people }]) => ({ place, people: people.size, minutes }))
    .sort((a, b) => b.minutes - a.minutes);
}

/** The base lines of each establishment: premiums are paid on top of the same minutes. */
function addToPlace(
  places: Map<string, { minutes: number; readonly people: Set<string> }>,
  row: DataRow,
): void {
  const minutes = numberField(row, 'minutes');
  if (minutes === null || textField(row, 'kind') !== 'base') return;
  const place = textField(row, 'establishment.name');
  const known = places.get(place) ?? { minutes: 0, people: new Set() };
  places.set(place, known);
  known.minutes += minutes;
  known.people.add(textField(row, 'employee.id'));
}

/** The same for a stored run, offline. @throws PaytallyError RUN_UNKNOWN, RUN_PURGED */
export async function storedMonthView(
  store: Store,
  runId: string,
  places: RecomputeContext,
  language: Language,
): Promise<MonthView> {
  const inputs = loadStoredRun(store, runId, places);
  const { period, readId, prepared, accepted } = inputs;
  const { version, signal, packageFolder } = places;
  const state = inputs.state === 'draft' ? ('draft' as const) : ('final' as const);
  const earlier = earlierPayOfRun(store, inputs);
  const request = { state, accepted };
  const open = openRead(store, { readId, period, earlier, prepared, request, version });
  const review = await loadNamed('review', packageFolder, packageFolder);
  const templates = [...prepared.templates.filter(isPayrollText), review];
  const frame = frameWith(open.frame, inputs.compared, inputs.made);
  const sinks = await RunSinks.open(frame, { templates });
  try {
    const filled = await fillSinks(open, [sinks], signal);
    // A payroll template without rows is a finding too.
    const run = { prepared: { ...prepared, templates }, kept: sinks, computed: filled };
    const { computed } = await renderPayrollFiles(run, accepted);
    const comparison = compareRuns(inputs.compared, computed, prepared.config.changes, inputs.made);
    const closed = { links: linksBefore(store, inputs), compared: inputs.compared, accepted };
    const whole = { ...computed, findings: closingFindings(computed, closed, prepared), comparison };
    return viewOf(sinks.model(whole), whole, prepared.config, language);
  } finally {
    sinks.close();
  }
}
