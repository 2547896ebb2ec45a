import { groupBy } from '../../domain/collections.js';
import type { ControlSlip, SlipQuantity, SlipSum } from '../controlSlip.js';
import type { LaidOutSection } from './laidOutSection.js';
import type { ColumnUnits } from './lineOmission.js';
import { employeeLabel } from './rowRecord.js';
import { CollectedUnits, type RowUnits, type WrittenAmount } from './rowUnits.js';

const MINUTES_PER_HOUR = 60;
/** More than any rounding needs: sums of binary fractions show no tail. */
const FIGURES = 1e6;

/** Collects what one file writes, and leaves to others what is printed. */
export class SlipUnits implements RowUnits {
  readonly #collected = new CollectedUnits();
  readonly isWritten = true;

  constructor(readonly inner: RowUnits | undefined) {}

  get keepsZeros(): boolean {
    return this.inner?.keepsZeros ?? false;
  }

  decide(section: LaidOutSection): ColumnUnits {
    const units = this.inner?.decide(section) ?? section.units;
    this.#collected.decide({ ...section, units });
    return units;
  }

  /** undefined where the file writes no amounts of pay codes. */
  slip(): ControlSlip | undefined {
    const written = this.#collected.amounts.filter(({ units }) => units !== 0);
    const amounts = written.filter(({ unit }) => unit === 'minutes');
    const quantities = quantitiesOf(written);
    const [first] = amounts;
    if (first === undefined && quantities.length === 0) return undefined;
    const total = sumOf(amounts);
    return {
      ...total,
      ...(quantities.length === 0 ? {} : { quantities }),
      decimals:
        first === undefined || first.unitsOfOne === MINUTES_PER_HOUR ? null : Math.log10(first.unitsOfOne),
      differenceHours: exact(total.writtenHours - total.minutes / MINUTES_PER_HOUR),
      codes: sums(amounts, (amount) => [codeOf(amount)]).map(({ key: [code = ''], ...sum }) => ({
        code,
        ...sum,
      })),
      employees: sums(amounts, ownerOf).map(({ key: [employeeNumber = '', employee = ''], ...sum }) => ({
        employeeNumber,
        employee,
        ...sum,
      })),
    };
  }
}

function quantitiesOf(amounts: readonly WrittenAmount[]): SlipQuantity[] {
  return (['times', 'days'] as const).flatMap((unit) =>
    [
      ...groupBy(
        amounts.filter((amount) => amount.unit === unit),
        codeOf,
      ),
    ]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, same]) => ({ code, unit, lines: same.length, amount: writtenIn(same) })),
  );
}

/** All codes of an amount, as the payroll system calls them. */
function codeOf({ members }: WrittenAmount): string {
  const codes = members.map((row) => String(row.external ?? row.payCode ?? ''));
  return [...new Set(codes)].sort().join(' + ');
}

/** Number and name; an amount of several people belongs to none of them. */
function ownerOf({ members }: WrittenAmount): string[] {
  const owners = new Set(members.map((row) => row['employee.id'] ?? employeeLabel(row)));
  const [row = {}] = members;
  if (owners.size > 1) return ['', `${owners.size} employees`];
  return [String(row['employee.number'] ?? ''), employeeLabel(row) ?? ''];
}

function sums(
  amounts: readonly WrittenAmount[],
  keyOf: (amount: WrittenAmount) => string[],
): (SlipSum & { readonly key: readonly string[] })[] {
  const groups = groupBy(amounts, (amount) => JSON.stringify(keyOf(amount)));
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, same]) => ({ key: JSON.parse(key) as string[], ...sumOf(same) }));
}

function sumOf(amounts: readonly WrittenAmount[]): SlipSum {
  let minutes = 0;
  for (const { amounts: given } of amounts) for (const amount of given) minutes += amount;
  return { lines: amounts.length, writtenHours: writtenIn(amounts), minutes };
}

/** What stands in the file, in whole ones of its unit: hours, times, days. */
function writtenIn(amounts: readonly WrittenAmount[]): number {
  return exact(amounts.reduce((sum, { units, unitsOfOne }) => sum + units / unitsOfOne, 0));
}

function exact(value: number): number {
  return Math.round(value * FIGURES) / FIGURES;
}
