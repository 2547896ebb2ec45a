import type { PeriodFrame } from '../../domain/computed/computedPeriod.js';
import { withoutRegion } from '../../i18n/language.js';
import type { DataRow, Field } from '../dataSet.js';
import { buildRow, type FieldDefinition, field, plainFields } from './fieldDefinition.js';

const FIELDS: readonly FieldDefinition<PeriodFrame>[] = [
  field('run.employer', 'text', 'Key of the employer in the configuration', ({ run }) => run.employer),
  field('run.employerName', 'text', 'Name of the employer, else its key', ({ run }) => run.employerName),
  field('run.employerId', 'text', 'Id of the employer at the service', ({ run }) => run.employerId),
  field('run.periodLabel', 'text', 'The period as file names have it: 2026-10, 2026-W44', (input) => {
    return input.period.label;
  }),
  field('run.from', 'date', 'First day of the period', ({ period }) => period.from),
  field('run.to', 'date', 'Last day of the period', ({ period }) => period.to),
  field('run.state', 'text', 'draft or final', ({ run }) => run.state),
  field('run.attribution', 'text', 'Which day minutes count for: start, split, end or majority', (input) => {
    return input.policy.attribution;
  }),
  field('run.dst', 'text', 'Over a clock change: elapsed or wallclock minutes', ({ policy }) => {
    return policy.dst;
  }),
  field(
    'run.estimateFrom',
    'date',
    'First day for which published shifts stand in for entries; empty where none do',
    ({ policy }) => policy.estimateFrom ?? null,
  ),
  field('run.tzdata', 'text', 'Release of the time zone tables', ({ run }) => run.tzdata),
  field('run.version', 'text', 'Version of paytally', ({ run }) => run.version),
  field(
    'run.madeBy',
    'text',
    'Of a final: the user of the system who made it',
    ({ comparison }) => comparison?.audit?.by ?? null,
  ),
  field('run.madeAt', 'timestamp', 'Of a final: when it was made, UTC', ({ comparison }) => {
    return comparison?.audit?.at.toISOString() ?? null;
  }),
  field(
    'run.previousDigest',
    'text',
    "Of a final: the newest digest of the employer's chain before it",
    ({ comparison }) => comparison?.audit?.previousDigest ?? null,
  ),
  field(
    'run.previousFinal',
    'text',
    'The final of an earlier period that this one is compared with: 2026-09; empty where there is none',
    ({ comparison }) => comparison?.earlierPeriod?.label ?? null,
  ),
  field('run.previousFinalDigest', 'text', 'Its digest in the chain', ({ comparison }) => {
    return comparison?.earlierPeriod?.digest ?? null;
  }),
  field(
    'run.takenBack',
    'text',
    'The finals of these days that this one replaces; empty where none',
    (input) => {
      return input.comparison?.audit?.replaced?.runIds.join(', ') ?? null;
    },
  ),
  field('run.takenBackReason', 'text', 'Why it replaces them', ({ comparison }) => {
    return comparison?.audit?.replaced?.reason ?? null;
  }),
  field('run.language', 'text', 'Language of the run: en, nl, fr or de', ({ run }) =>
    withoutRegion(run.language),
  ),
];

/** What templates can say about the run itself, anywhere. */
export const RUN_FIELDS: readonly Field[] = plainFields(FIELDS);

export function runRow(input: PeriodFrame): DataRow {
  return buildRow(FIELDS, input);
}
