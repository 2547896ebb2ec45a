import type { DataRow } from '../dataSet.js';
import { numberOf, textOf } from './rowAccess.js';

const PAID_KINDS = ['base', 'topup'];

interface PlaceSum {
  readonly people: Set<string>;
  paidMinutes: number;
  onTopMinutes: number;
}

/** People, paid minutes and those on top by establishment or cost centre, of pay lines that come one by one. */
export class PlaceSums {
  readonly #places = new Map<string, PlaceSum>();

  constructor(readonly field: 'establishment.name' | 'costCenter') {}

  /** Whether any line has one. */
  get isKnown(): boolean {
    return [...this.#places.keys()].some((place) => place !== '');
  }

  add(row: DataRow): void {
    const place = textOf(row, this.field);
    const sums = this.#places.get(place) ?? { people: new Set(), paidMinutes: 0, onTopMinutes: 0 };
    const [kind, minutes] = [textOf(row, 'kind'), numberOf(row, 'minutes') ?? 0];
    sums.people.add(textOf(row, 'employee.id'));
    if (PAID_KINDS.includes(kind)) sums.paidMinutes += minutes;
    if (kind === 'loading') sums.onTopMinutes += minutes;
    this.#places.set(place, sums);
  }

  /** `place`, `people`, `paidMinutes` and `onTopMinutes`, by name. */
  rows(): DataRow[] {
    return [...this.#places]
      .map(([place, { people, ...sums }]): DataRow => ({ place, people: people.size, ...sums }))
      .sort((a, b) => (textOf(a, 'place') < textOf(b, 'place') ? -1 : 1));
  }
}
