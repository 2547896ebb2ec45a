import { repeatedEmployees, unreadableLines } from '../../config/inputFiles.js';
import { type DeliveryChoice, selectDeliveries } from '../../delivery/deliveries.js';
import { problemLine, type RenderProblem, RenderRefused } from '../../documents/text/renderProblems.js';
import { groupBy } from '../../domain/collections.js';
import { buildFindingReport, type ExportState } from '../../domain/computed/computedPeriod.js';
import { blockingFindings, EXCEPTIONS } from '../../domain/exceptions/finding.js';
import type { FindingReport } from '../../domain/exceptions/workList.js';
import { message, type Text } from '../../i18n/message.js';
import type { Store } from '../../store/store.js';
import { assertNotFinal } from '../ledger/finals.js';
import type { ClosingRun } from './compareRun.js';
import { findConcerned } from './concernedWork.js';
import { type BrokenMapping, type ConcernedWork, ExportBlocked, refuseBlocked } from './exportBlocked.js';
import type { PreparedRun } from './prepareRun.js';
import { renderTemplates } from './renderTemplates.js';
import type { RunEffect } from './runRequest.js';
import type { ComputedRun } from './runSource.js';

/** What should follow, if the run may be written. */
interface GateIntent {
  readonly effect: RunEffect;
  readonly deliver?: DeliveryChoice | undefined;
  /** The reason for replacing earlier finals of the same days. */
  readonly supersede?: string | undefined;
}

/**
 * Whether a run may be written.
 * @returns the runs that a final replaces
 * @throws PaytallyError ALREADY_FINAL; ExportBlocked with everything that stops the run
 */
export async function gateRun(run: ClosingRun, store: Store, intent: GateIntent): Promise<readonly string[]> {
  const { prepared, computed, fetched } = run;
  const { state } = computed.run;
  const supersedes =
    state === 'final' ? assertNotFinal(store, intent.supersede, prepared, fetched.period) : [];
  const further = {
    broken: brokenMapping(prepared, state),
    // A check does not render.
    refused: async () => (intent.effect === 'check' ? [] : refusedValues(run)),
  };
  await attachRecipients(run, intent, () =>
    refuseBlocked(buildFindingReport(computed), { state, period: fetched.period }, further),
  );
  return supersedes;
}

/** Unreadable lines matter to a template that needs payroll IDs, and a person with two rows to every final. */
function brokenMapping({ mapping, needs }: PreparedRun, state: ExportState): BrokenMapping | undefined {
  const repeated = state === 'final' ? repeatedEmployees(mapping) : undefined;
  const error = needs.employeeNumbers ? unreadableLines(mapping) : repeated;
  if (error === undefined) return undefined;
  return { error, employeeIds: new Set(mapping.problems.flatMap(({ employeeId }) => employeeId ?? [])) };
}

/**
 * Runs a check; if the data stops the run, the failure contains the recipients, and the differences from finals.
 * @throws errors of the check
 */
async function attachRecipients(
  run: ClosingRun,
  intent: GateIntent,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (failure) {
    if (failure instanceof ExportBlocked) {
      const { changed, fetched } = run;
      failure.changed = changed && { lines: changed.lines, period: fetched.period };
      failure.month = run.month;
      failure.concerned = await concernedOfRun(run, intent, failure.found);
    }
    throw failure;
  }
}

/** The would-be recipients of the files of these people or places, with the findings that planners can resolve. */
async function concernedOfRun(
  { prepared, computed, kept }: ComputedRun,
  { deliver = { kind: 'all' }, effect }: GateIntent,
  found: FindingReport,
): Promise<readonly ConcernedWork[]> {
  if (effect !== 'write' || prepared.config.mail === undefined) return [];
  const { state } = computed.run;
  const deliveries = selectDeliveries(prepared.config, state, deliver);
  const findings = blockingFindings(found.findings, state).filter(
    ({ code }) => EXCEPTIONS[code].actor === 'planner',
  );
  return findConcerned({ prepared, computed, kept }, deliveries, { ...found, findings }, prepared.folder);
}

const SHOWN = 100;

/**
 * The values that do not fit the templates of a run which is stopped already, a line each: after correcting the
 * blocking findings, the user must not run into these next. Missing values are left out, because exceptions report
 * them.
 */
async function refusedValues({ prepared, kept, computed, ready }: ClosingRun): Promise<readonly Text[]> {
  const { config, templates } = prepared;
  const model = kept.model(computed);
  const problems: RenderProblem[] = [];
  for (const template of templates) {
    if (template.kind !== 'text') continue;
    try {
      await renderTemplates({ ...prepared, templates: [template] }, model, config, undefined, ready);
    } catch (failure) {
      if (!(failure instanceof RenderRefused)) throw failure;
      problems.push(...failure.problems.filter(({ value }) => value !== undefined));
    }
  }
  const groups = groupBy(problems, ({ template, column, value, message }) =>
    JSON.stringify([template, column, value, message]),
  );
  const lines = [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : problemLine(
          first,
          same.flatMap(({ employee }) => employee ?? []),
        );
  });
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [message('run.more', { count: more })] : [])];
}
