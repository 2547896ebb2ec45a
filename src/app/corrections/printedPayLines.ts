import { groupBy } from '../../domain/collections.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { type LineKey, lineKeyText, payLineText } from '../../domain/corrections/exportedLine.js';
import {
  type LineDifference,
  type OpenPayLines,
  type PayLineDifference,
  sumMovedAmounts,
} from '../../domain/corrections/lineDifferences.js';
import { parseRowName } from '../../domain/corrections/rowName.js';
import type { PayLineKind } from '../../domain/pay/payLine.js';

/** Pay lines (see `payLineText`) by the line that prints them within its amount (see `lineKeyText`). */
export type CarriedPayLines = ReadonlyMap<string, readonly string[]>;

/** The pay line that a line is of, and those within its amount. */
export function payLinesWithin(key: LineKey, carriedBy: CarriedPayLines): readonly string[] {
  return [payLineText(key), ...(carriedBy.get(lineKeyText(key)) ?? [])];
}

/** Marks pay lines that a template prints, alone or within its amounts of people, days or entries: those are told. */
export function notePrinted<Base>(
  payLines: OpenPayLines<Base>,
  lines: readonly LineKey[],
  differences: readonly LineDifference[],
  kindOf: (payCode: string) => PayLineKind,
): CarriedPayLines {
  const found = new Map<string, readonly string[]>();
  if (payLines.differences.length === 0) return found;
  for (const line of lines) if (parseRowName(line.row).data === undefined) payLines.markPrinted(line);
  const wholes = differences.filter(({ key }) => parseRowName(key.row).data !== undefined);
  const same = groupBy(wholes, ({ key }) =>
    JSON.stringify([key.employeeId, key.date, key.payCode, key.unit]),
  );
  for (const some of same.values()) {
    const [first] = some;
    if (first === undefined) continue;
    const { employeeId, unit, date, row } = first.key;
    const isByDay = 'date' in parseRowName(row).values;
    const whole = { employeeId, unit, date: isByDay ? date : null, amount: sumMovedAmounts(some) };
    const carried = payLines.markWholePrinted(whole, kindOf);
    for (const { key } of some) found.set(lineKeyText(key), carried);
  }
  return found;
}

/** The kind of each code, of the people whose lines differ; a code that no longer exists was ordinary work. */
export function kindsOfCodes<Base>(
  finals: readonly { readonly computed: ComputedPeriod }[],
  differences: readonly PayLineDifference<Base>[],
): (payCode: string) => PayLineKind {
  const people = new Set(differences.map(({ difference }) => difference.key.employeeId));
  const kinds = new Map<string, PayLineKind>();
  for (const { computed } of finals)
    for (const id of computed.people.ids)
      if (people.has(id))
        for (const { payCode, kind } of computed.people.of(id).pay.lines) kinds.set(payCode, kind);
  return (payCode) => kinds.get(payCode) ?? 'base';
}
