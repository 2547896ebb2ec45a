import type { DataRow } from '../../documents/dataSet.js';
import { buildLookups } from '../../documents/model/modelLookups.js';
import { payLinesSet } from '../../documents/model/payLinesSet.js';
import { knownOfLine } from '../../documents/text/givenCells.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import {
  type ExportedLine,
  type LineKey,
  payLineText,
  type ShownValues,
} from '../../domain/corrections/exportedLine.js';
import type { FindShown } from '../../domain/corrections/postings.js';
import { parseRowName } from '../../domain/corrections/rowName.js';
import { type PayLine, type PayLineKind, unworkedLine } from '../../domain/pay/payLine.js';
import { runInterruptible } from '../../runtime/interruption.js';

/**
 * What records show whose values no run recorded: pay lines that no template prints, and the rows of finals that
 * earlier versions made. Their own keys are as recorded, and the rest is as it is today.
 * @param keys of all lines that may be in such a record
 */
export function findShownValues(computed: readonly ComputedPeriod[], keys: readonly LineKey[]): FindShown {
  const [first] = computed;
  if (first === undefined || keys.length === 0) return ({ record, shown }) => shown ?? identityOf(record);
  const kindOf = kindsOf(computed, keys);
  const lines = [...new Map(keys.map((key) => [payLineText(key), key])).values()];
  const values = valuesByLine(
    first,
    lines.map((key) => payLineOf(key, kindOf(key))),
  );
  return ({ record, shown }, key) => shown ?? { ...values.get(payLineText(key)), ...identityOf(record) };
}

/**
 * Lines of the ledger as rows of pay lines, with the share of each in its amount.
 */
export function findLineRows(
  computed: readonly ComputedPeriod[],
  lines: readonly ExportedLine[],
): (line: ExportedLine) => DataRow {
  const shownOf = findShownValues(computed, lines);
  return (line) => {
    const { amount, unit, costCenter, establishment } = line;
    const quantity = unit === 'minutes' ? null : amount;
    return {
      ...knownOfLine(shownOf({ record: '', shown: undefined }, line)),
      'establishment.id': establishment,
      ...(costCenter === null ? {} : { costCenter }),
      minutes: unit === 'minutes' ? amount : null,
      quantity,
      quantityWithoutMinutes: quantity,
    };
  };
}

function identityOf(record: string): ShownValues {
  return record.includes('{') ? parseRowName(record).values : {};
}

function valuesByLine(computed: ComputedPeriod, lines: readonly PayLine[]): ReadonlyMap<string, ShownValues> {
  const { data, ...work } = computed.people.of(null);
  const pay = { lines, outsideLines: [], entries: [] };
  const input = { ...computed, ...work, data: { ...data, ...computed.data }, pay };
  const rows = [...payLinesSet(input, buildLookups(computed)).rows];
  return new Map(rows.map((row, index) => [textOf(lines[index]), withoutAmounts(row)]));
}

const AMOUNTS = ['minutes', 'estimatedMinutes', 'quantity', 'quantityWithoutMinutes'];

function withoutAmounts(row: DataRow): ShownValues {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !AMOUNTS.includes(name)));
}

function textOf(line: PayLine | undefined): string {
  if (line === undefined) throw new Error('two pay lines have become one row');
  const { employeeId, date, payCode, establishmentId: establishment } = line;
  return payLineText({ employeeId, date, payCode, establishment } as LineKey);
}

function payLineOf({ employeeId, date, payCode, establishment }: LineKey, kind: PayLineKind): PayLine {
  const line = unworkedLine({ employeeId, date, payCode, kind, minutes: 0, rule: 'correction' });
  return { ...line, establishmentId: establishment };
}

const KIND_OF_UNIT = { minutes: 'base', times: 'count', days: 'absence' } as const;

/** The kind of each pay code on these days; that of a code that no longer exists follows from its unit. */
function kindsOf(
  computed: readonly ComputedPeriod[],
  keys: readonly LineKey[],
): (key: LineKey) => PayLineKind {
  const kinds = new Map<string, PayLineKind>();
  const people = new Set(keys.map(({ employeeId }) => employeeId));
  runInterruptible(() => {
    for (const period of computed)
      for (const id of period.people.ids)
        if (people.has(id))
          for (const { payCode, kind } of period.people.of(id).pay.lines) kinds.set(payCode, kind);
  });
  return ({ payCode, unit }) => kinds.get(payCode) ?? KIND_OF_UNIT[unit];
}
