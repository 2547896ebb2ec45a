import type { PeriodSummary } from '../../domain/computed/computedPeriod.js';
import { runStatus } from '../../domain/month/monthStatus.js';
import { type Verdict, verdictOf } from '../../domain/month/verdict.js';
import { periodDays } from '../../domain/period/period.js';
import { dateText } from '../../i18n/dateText.js';
import { formatText } from '../../i18n/formatMessage.js';
import { type Language, languageOf, withoutRegion } from '../../i18n/language.js';
import { message } from '../../i18n/message.js';
import type { DataRow, Field } from '../dataSet.js';
import { buildRow, type FieldDefinition, field, plainFields } from './fieldDefinition.js';

const FIELDS: readonly FieldDefinition<PeriodSummary>[] = [
  field('run.employer', 'text', 'runEmployer', ({ run }) => run.employer),
  field('run.employerName', 'text', 'runEmployerName', ({ run }) => run.employerName),
  field('run.employerId', 'text', 'runEmployerId', ({ run }) => run.employerId),
  field('run.periodLabel', 'text', 'runPeriodLabel', (input) => {
    return input.period.label;
  }),
  field('run.from', 'date', 'runFrom', ({ period }) => period.from),
  field('run.to', 'date', 'runTo', ({ period }) => period.to),
  field('run.state', 'text', 'runState', ({ run }) => run.state),
  field('run.attribution', 'text', 'runAttribution', (input) => {
    return input.policy.attribution;
  }),
  field('run.dst', 'text', 'runDst', ({ policy }) => {
    return policy.dst;
  }),
  field('run.estimateFrom', 'date', 'runEstimateFrom', ({ policy }) => policy.estimateFrom ?? null),
  field('run.tzdata', 'text', 'runTzdata', ({ run }) => run.tzdata),
  field('run.version', 'text', 'runVersion', ({ run }) => run.version),
  field('run.sourceText', 'text', 'runSourceText', ({ run }) =>
    formatText(run.source ?? message('reports.sourceText'), languageOf(run.language)),
  ),
  field('run.madeBy', 'text', 'runMadeBy', ({ comparison }) => comparison?.audit?.by ?? null),
  field('run.madeAt', 'timestamp', 'runMadeAt', ({ comparison }) => {
    return comparison?.audit?.at.toISOString() ?? null;
  }),
  field(
    'run.previousDigest',
    'text',
    'runPreviousDigest',
    ({ comparison }) => comparison?.audit?.previousDigest ?? null,
  ),
  field(
    'run.previousFinal',
    'text',
    'runPreviousFinal',
    ({ comparison }) => comparison?.earlierPeriod?.label ?? null,
  ),
  field('run.previousFinalDigest', 'text', 'runPreviousFinalDigest', ({ comparison }) => {
    return comparison?.earlierPeriod?.digest ?? null;
  }),
  field('run.takenBack', 'text', 'runTakenBack', (input) => {
    return input.comparison?.audit?.replaced?.runIds.join(', ') ?? null;
  }),
  field('run.takenBackReason', 'text', 'runTakenBackReason', ({ comparison }) => {
    return comparison?.audit?.replaced?.reason ?? null;
  }),
  field('run.language', 'text', 'runLanguage', ({ run }) => withoutRegion(run.language)),
  field('run.hours', 'text', 'runHours', ({ run }) => run.hours ?? 'clock'),
  field('run.days', 'integer', 'runDays', ({ period }) => periodDays(period).length),
  field('run.verdict', 'text', 'runVerdict', (input) => verdict(input).text),
  field('run.verdictKind', 'text', 'runVerdictKind', (input) => verdict(input).kind),
  field('run.periodText', 'text', 'runPeriodText', ({ period, run }) => periodInWords(run.language, period)),
];

/** Whether the period of the run can be paid. */
function verdict({ findings, run, comparison }: PeriodSummary): Verdict {
  const isFinal = run.state === 'final';
  const status = runStatus(findings, isFinal ? 'final' : comparison?.finalState);
  return verdictOf(languageOf(run.language), { ...status, about: isFinal ? 'the final' : 'a read' });
}

/** `2026-10`, `2026-Q4`, `2026-W44`, `2026`, `2026-10-05..2026-10-11`. */
const PLAIN_PERIOD = /^\d{4}(-\d\d|-Q\d|-W\d\d|-\d\d-\d\d\.\..*)?$/;

type WrittenPeriod = Readonly<Record<'label' | 'from' | 'to', string>>;

/** `2026-10-01 – 2026-10-31`, preceded by the name of the period if it does not follow from the dates. */
export function periodInWords(language: Language, { label, from, to }: WrittenPeriod): string {
  const dates = `${dateText(language, from)} – ${dateText(language, to)}`;
  return PLAIN_PERIOD.test(label) ? dates : `${label} · ${dates}`;
}

/** Fields of the run, which templates can use anywhere. */
export const RUN_FIELDS: readonly Field[] = plainFields(FIELDS);

export function runRow(input: PeriodSummary): DataRow {
  return buildRow(FIELDS, input);
}
