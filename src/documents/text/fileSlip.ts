import { groupBy } from '../../domain/groupBy.js';
import type { ControlSlip, SlipSum } from '../controlSlip.js';
import type { DataRow } from '../dataSet.js';
import type { ColumnUnits } from './lineOmission.js';
import { employeeLabel } from './rowRecord.js';
import { CollectedUnits, type LaidOutSection, type RowUnits, type WrittenAmount } from './rowUnits.js';

const MINUTES_PER_HOUR = 60;
/** More than any rounding needs: sums of binary fractions show no tail. */
const FIGURES = 1e6;

/** Collects what one file writes, and leaves to others what is printed. */
export class SlipUnits implements RowUnits {
  readonly #collected = new CollectedUnits();

  constructor(readonly inner: RowUnits | undefined) {}

  decide(section: LaidOutSection): ColumnUnits {
    const units = this.inner?.decide(section) ?? section.units;
    this.#collected.decide({ ...section, units });
    return units;
  }

  /** undefined where the file writes no minutes of pay codes. */
  slip(): ControlSlip | undefined {
    const amounts = this.#collected.amounts.filter(({ units }) => units !== 0);
    const [first] = amounts;
    if (first === undefined) return undefined;
    const total = sumOf(amounts);
    return {
      ...total,
      decimals: first.unitsPerHour === MINUTES_PER_HOUR ? null : Math.log10(first.unitsPerHour),
      differenceHours: exact(total.writtenHours - total.minutes / MINUTES_PER_HOUR),
      codes: sums(amounts, (row) => String(row.external ?? row.payCode ?? '')).map(({ key, ...sum }) => ({
        code: key,
        ...sum,
      })),
      employees: sums(amounts, (row) =>
        JSON.stringify([row['employee.number'] ?? '', employeeLabel(row) ?? '']),
      ).map(({ key, ...sum }) => {
        const [employeeNumber = '', employee = ''] = JSON.parse(key) as string[];
        return { employeeNumber, employee, ...sum };
      }),
    };
  }
}

function sums(
  amounts: readonly WrittenAmount[],
  keyOf: (row: DataRow) => string,
): (SlipSum & { readonly key: string })[] {
  const groups = groupBy(amounts, ({ members }) => keyOf(members[0] ?? {}));
  return [...groups].map(([key, same]) => ({ key, ...sumOf(same) })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

function sumOf(amounts: readonly WrittenAmount[]): SlipSum {
  let [writtenHours, minutes] = [0, 0];
  for (const { units, unitsPerHour, members } of amounts) {
    writtenHours += units / unitsPerHour;
    for (const member of members) minutes += Number(member.minutes ?? 0);
  }
  return { lines: amounts.length, writtenHours: exact(writtenHours), minutes };
}

function exact(value: number): number {
  return Math.round(value * FIGURES) / FIGURES;
}
