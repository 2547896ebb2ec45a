import { groupBy } from '../../domain/collections.js';
import { payCodeLabel } from '../../domain/computed/computedPeriod.js';
import { NO_COST_CENTERS, resolveCostCenter } from '../../domain/pay/costCenter.js';
import { addAmounts, minuteAmounts, type PayAmounts, quantityAmounts } from '../../domain/pay/payAmounts.js';
import { addQuantities, type PayLine } from '../../domain/pay/payLine.js';
import type { DataRow } from '../dataSet.js';
import { type ColumnarSet, field, makeDataSet } from './fieldDefinition.js';
import type { Lookups, SetInput } from './modelLookups.js';
import { dateFields, employeeFields, workFields } from './sharedFields.js';

/** A row per employee, day, pay code and place of work. Loadings are paid in addition to the base minutes. */
export function payLinesSet(input: SetInput, find: Lookups): ColumnarSet {
  const { mapping, payCodes, pay, run, costCenters = NO_COST_CENTERS } = input;
  const person = employeeFields<SummedLine>(({ employeeId, date }) => find.person(employeeId, date), mapping);
  const mapped = ({ payCode }: PayLine) => (Object.hasOwn(payCodes, payCode) ? payCodes[payCode] : undefined);
  return makeDataSet<SummedLine>(
    'pay-lines',
    [
      ...person,
      ...dateFields<SummedLine>('localDayCounted', ({ date }) => date, input.timesheet.period),
      field('payCode', 'text', 'payCode', ({ payCode }) => payCode),
      field('payCodeLabel', 'text', 'payCodeLabel', (line) =>
        payCodeLabel(line.payCode, payCodes, run.language),
      ),
      field('kind', 'text', 'kind', ({ kind }) => kind),
      field('external', 'text', 'external', (line) => mapped(line)?.external ?? null),
      field('secondary', 'text', 'secondary', (line) => mapped(line)?.secondary ?? null),
      field('minutes', 'minutes', 'minutesCounted', (line) =>
        line.isWithoutMinutes === true ? null : line.minutes,
      ),
      field('estimatedMinutes', 'minutes', 'estimatedPart', ({ estimatedMinutes }) => estimatedMinutes),
      field('quantity', 'number', 'quantity', ({ quantity }) => quantity ?? null),
      field(
        'quantityWithoutMinutes',
        'number',
        'quantityWithoutMinutes',
        ({ quantityWithoutMinutes }) => quantityWithoutMinutes ?? null,
      ),
      field('costCenter', 'text', 'costCenter', (line) =>
        resolveCostCenter(line, costCenters, find.person(line.employeeId, line.date)?.extra ?? {}),
      ),
      ...workFields<SummedLine>((line) => line, find),
    ],
    mergePayLines(pay.lines, reviewedEntries(input)),
  );
}

/** A row's minutes, and the quantity of its lines without minutes. */
export function payLineAmounts({ kind, minutes, quantityWithoutMinutes }: DataRow): PayAmounts {
  const name = String(kind ?? '');
  return addAmounts(
    quantityAmounts(name, Number(quantityWithoutMinutes ?? 0)),
    minuteAmounts(name, Number(minutes ?? 0)),
  );
}

interface SummedLine extends PayLine {
  /** Whether all entries of the line are reviewed. */
  readonly isReviewed: boolean;
  /** Whether it comes from shifts that replace entries. */
  readonly estimatedMinutes: number;
  /** The quantity of the lines without minutes. */
  readonly quantityWithoutMinutes: number | undefined;
}

function reviewedEntries({ timesheet }: SetInput): ReadonlySet<string> {
  const reviewed = timesheet.exported.filter(({ entry }) => entry.reviewedAtUtc !== null);
  return new Set(reviewed.map(({ entry }) => entry.id));
}

/** Lines of several entries, or of several parts of one, are merged if they differ only in time. */
function mergePayLines(lines: readonly PayLine[], reviewed: ReadonlySet<string>): SummedLine[] {
  const groups = groupBy(lines, (line) => {
    const { employeeId, date, payCode, kind, establishmentId, teamId, taskId } = line;
    return keyOfValues(employeeId, date, payCode, kind, establishmentId, teamId, taskId);
  });
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const planned = members.filter(({ isEstimated }) => isEstimated === true);
    const withoutMinutes = members.filter(({ isWithoutMinutes }) => isWithoutMinutes === true);
    return [
      {
        ...first,
        minutes: sumMinutes(members),
        quantity: sumQuantities(members),
        isWithoutMinutes: withoutMinutes.length === members.length,
        quantityWithoutMinutes: sumQuantities(withoutMinutes),
        isReviewed: members.every(({ entryId }) => entryId !== null && reviewed.has(entryId)),
        estimatedMinutes: sumMinutes(planned),
      },
    ];
  });
}

/** One text for several values, unique because each text is preceded by its length. */
function keyOfValues(...values: readonly (string | null)[]): string {
  let key = '';
  for (const value of values) key += value === null ? '-' : `${value.length}:${value}`;
  return key;
}

function sumMinutes(lines: readonly PayLine[]): number {
  return lines.reduce((sum, { minutes }) => sum + minutes, 0);
}

/** undefined if no line has a quantity: absences of one day can be given in minutes and in days. */
function sumQuantities(lines: readonly PayLine[]): number | undefined {
  const quantities = lines.flatMap(({ quantity }) => quantity ?? []);
  return quantities.length === 0 ? undefined : quantities.reduce(addQuantities);
}
