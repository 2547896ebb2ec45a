import type { Template } from '../../documents/template/template.js';
import { wantedSets } from '../../documents/template/wantedSets.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { rateFindings } from '../../domain/exceptions/ratedFindings.js';
import { templatesWithoutRows } from '../../domain/exceptions/readRules.js';
import type { PreparedRun } from './prepareRun.js';
import { PayrollFiles } from './renderedPayroll.js';
import { renderOne } from './renderTemplates.js';
import type { ComputedRun } from './runSource.js';

type RunToRender = Pick<ComputedRun, 'kept' | 'computed'> & {
  readonly prepared: Pick<PreparedRun, 'templates' | 'config'>;
};

/** Templates that are rendered already, and an exception for each that writes no row. */
export interface RenderedPayroll {
  readonly ready: ReadonlyMap<Template, PayrollFiles>;
}

type PayrollText = Extract<Template, { readonly kind: 'text' }>;

/** Whether a template writes files for payroll. */
export function isPayrollText(template: Template): template is PayrollText {
  return template.kind === 'text' && template.spec.audience === 'payroll';
}

/** Data sets that are complete only after the comparison with earlier runs. */
const OF_COMPARISON: readonly string[] = ['changes', 'exceptions', 'control'];

/**
 * Renders the payroll files of a run before it is compared and checked, because a template without rows is an
 * exception. A template that refuses its values does so when its files are finished.
 * @throws PaytallyError INTERRUPTED
 */
export async function renderPayrollFiles<Run extends RunToRender>(
  run: Run,
  accepted: ReadonlyMap<AcceptedKey, string>,
): Promise<Run & RenderedPayroll> {
  const { prepared, kept, computed } = run;
  const { config } = prepared;
  const model = kept.model(computed);
  const ready = new Map<Template, PayrollFiles>();
  for (const template of prepared.templates.filter(isPayrollText)) {
    const sets = await wantedSets([template]);
    if (OF_COMPARISON.some((name) => sets.has(name))) continue;
    const files = new PayrollFiles(computed.amounts);
    await files.render((onNotice) => renderOne(template, model, config, onNotice));
    ready.set(template, files);
  }
  const empty = [...ready].flatMap(([{ name }, { isEmpty }]) => (isEmpty ? [name] : []));
  const { minutes } = computed.paid.paid;
  const found = computed.amounts.minutes === 0 ? [] : templatesWithoutRows(empty, minutes);
  const rated = rateFindings(found, { severities: config.exceptions, accepted });
  return { ...run, ready, computed: { ...computed, findings: [...computed.findings, ...rated] } };
}
