import type { Config } from '../../config/config.js';
import { reportContext } from '../../documents/reports/reportContext.js';
import { type ReviewData, reviewComparison, reviewData } from '../../documents/review/reviewData.js';
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
import { readEarlierPay } from '../ledger/earlierPay.js';
import { loadStoredRun, type RecomputeContext } from '../ledger/storedRun.js';
import { type AccountLine, accountLines } from './accountLines.js';
import { closingFindings } from './closingFindings.js';
import { frameWith } from './compareRun.js';
import { isPayrollText, renderPayrollFiles } from './payrollFiles.js';
import { RunSinks } from './sinks.js';

/** The data of the review page, and each person's plan, which the page does not show. */
export interface MonthReview extends ReviewData {
  /** Employee id -> planned minutes of each day. */
  readonly plannedDays: Readonly<Record<string, readonly number[]>>;
  readonly accounts: readonly AccountLine[];
}

/** A month for display: the data of the review page, and every finding. */
export interface MonthView {
  readonly review: MonthReview;
  /** With what was accepted when it was read. */
  readonly found: FindingReport;
  readonly seen: SeenFindings;
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
    see: (model, computed, config) =>
      show({
        review: reviewOf(model, computed, config, language),
        found: buildFindingReport(computed),
        seen: seenFindings(computed),
      }),
  };
}

function reviewOf(
  model: TemplateModel,
  computed: PeriodSummary,
  { hours, links }: Config,
  language: Language,
): MonthReview {
  const context = reportContext(model, { language, ...(hours === undefined ? {} : { hours }) });
  const review = reviewData(context, reviewComparison(model.earlier), links);
  const dates = review.days.map(({ date }) => date);
  const plannedDays = Object.fromEntries(minutesByDay(model, dates, 'plannedMinutes'));
  return { ...review, plannedDays, accounts: accountLines(model, computed) };
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
  const before = store.ledger
    .links(inputs.employerId)
    .filter(({ position }) => position < (inputs.link?.position ?? Number.POSITIVE_INFINITY));
  const earlier = readEarlierPay(store, before);
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
    const closed = { links: before, compared: inputs.compared, accepted };
    const whole = { ...computed, findings: closingFindings(computed, closed, prepared), comparison };
    const data = reviewOf(sinks.model(whole), whole, prepared.config, language);
    return { review: data, found: buildFindingReport(whole), seen: seenFindings(whole) };
  } finally {
    sinks.close();
  }
}
