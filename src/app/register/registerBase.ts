import type { Template } from '../../documents/template/template.js';
import { groupBy } from '../../domain/collections.js';
import type { DayOfCode, ExportedAmount, RegisterUnit } from '../../domain/corrections/compareRegister.js';
import { type Exported, type ExportedLine, groupLinesByRow } from '../../domain/corrections/exportedLine.js';
import type { KnownPerson } from '../../domain/corrections/identifyLines.js';
import { parseRowName } from '../../domain/corrections/rowName.js';
import { numbersOf, rowFor } from '../../domain/mapping/employeeRows.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import { isInside, periodDays } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { readComparable } from '../ledger/changedSince.js';
import { type CorrectionBase, findPayrollFinals, readCorrectionBase } from '../ledger/correctionBase.js';
import { keepsLines, PAY_LINES } from '../ledger/exportedLines.js';
import { type ActiveFinal, findNewestOn } from '../ledger/finals.js';
import { openKeptRun } from '../ledger/keptRun.js';

/** The ledger's lines of finals for a comparison with a register. */
export interface RegisterBase {
  readonly exported: readonly ExportedAmount[];
  readonly bases: readonly CorrectionBase[];
  /** The final whose amounts of a day are compared. */
  readonly finalOn: FinalOn;
}

type FinalOn = (date: LocalDate) => ActiveFinal | undefined;

/** The finals' text templates for payroll, each once. */
export function payrollTemplatesOf(store: Store, finals: readonly ActiveFinal[]): Template[] {
  const found = new Map<string, Template>();
  for (const { link } of finals)
    for (const template of openKeptRun(store, link).snapshot.templates)
      if (keepsLines(template) && template.spec.audience === 'payroll' && template.spec.target !== undefined)
        found.set(template.name, template);
  return [...found.values()];
}

/**
 * Adds up finals and their corrections by person and external pay code. The pay lines of a day are those of the newest
 * final that has it: corrections record them with that one.
 * @param template whose files are compared; `PAY_LINES` for the pay lines
 * @param codeOf the register's name of an external code @throws PaytallyError RUN_PURGED
 */
export function readRegisterBase(
  store: Store,
  links: readonly LedgerLink[],
  finals: readonly ActiveFinal[],
  template: string,
  codeOf: (external: string) => string,
): RegisterBase {
  const readable = finals.flatMap((final) => readComparable(store, links, final) ?? []);
  const baseOf = (final: ActiveFinal) =>
    readable.find((base) => base.final === final) ?? readCorrectionBase(store, links, final);
  const linesOn = findNewestOn(finals, findPayrollFinals(readable));
  const isNewest = (final: ActiveFinal) => (date: LocalDate) => linesOn(date) === final;
  const withLines = finals.filter((final) => periodDays(final.link.period).some(isNewest(final)));
  const named = finals.filter(({ templates }) => templates.includes(template));
  const isOfLines = template === PAY_LINES;
  const finalOn: FinalOn = isOfLines
    ? linesOn
    : (date) => named.find(({ link }) => isInside(date, link.period));
  const bases = (isOfLines ? withLines : named).map(baseOf);
  const printed = isOfLines
    ? []
    : bases.flatMap((base) =>
        amountsOfBase(store, base, codeOf, (exported) => amountsOfRows(exported, template)),
      );
  // Times and days that the files of the template do not print are in the register all the same.
  const units = new Set<RegisterUnit>([
    ...(isOfLines ? [] : (['hours'] as const)),
    ...printed.map(({ unit }) => unit),
  ]);
  const ofLines = withLines.map(baseOf).flatMap((base) => {
    const isOwn = (date: LocalDate) => isNewest(base.final)(date) && finalOn(date) !== undefined;
    return amountsOfBase(store, base, codeOf, (exported) => amountsOfLines(exported, base, isOwn));
  });
  const parts = [...printed, ...ofLines.filter(({ unit }) => !units.has(unit))];
  const sums = groupBy(parts, ({ employeeId, code, unit }) => JSON.stringify([employeeId, code, unit]));
  return { bases, finalOn, exported: [...sums.values()].flatMap(sumAmounts) };
}

function sumAmounts(parts: readonly ExportedAmount[]): ExportedAmount[] {
  const [first] = parts;
  if (first === undefined) return [];
  const total = (of: (part: ExportedAmount) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  return [
    {
      ...first,
      amount: total(({ amount }) => amount),
      finalAmount: total(({ finalAmount }) => finalAmount),
      settledAmount: total(({ settledAmount }) => settledAmount),
      step: Math.max(...parts.map(({ step }) => step)),
      payCodes: [...new Set(parts.flatMap(({ payCodes }) => payCodes))].sort(),
      days: sumDays(parts.flatMap(({ days }) => days)),
    },
  ];
}

function sumDays(days: readonly DayOfCode[]): DayOfCode[] {
  const same = groupBy(days, ({ date, payCode }) => JSON.stringify([date, payCode]));
  return [...same]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...more]]) => {
      if (first === undefined) return [];
      const amount = more.reduce((sum, day) => addQuantities(sum, day.amount), first.amount);
      return amount === 0 ? [] : [{ ...first, amount }];
    });
}

const MINUTES_PER_HOUR = 60;
/** Quantities have at most two decimals. */
const HUNDREDTH = 0.01;

function amountsOfBase(
  store: Store,
  base: CorrectionBase,
  codeOf: (external: string) => string,
  amountsIn: (exported: Exported) => ReadonlyMap<string, AmountOfCode>,
): ExportedAmount[] {
  const people = new Set(base.people);
  const { before, settled } = base.linesOf(people);
  const { exported: final } = openKeptRun(store, base.final.link).linesOf(people);
  const [own, outside] = [amountsIn(final), amountsIn(settled)];
  return [...amountsIn(before)].map(([key, { employeeId, code, unit, amount, step, lines }]) => ({
    employeeId,
    code: codeOf(code),
    unit,
    amount,
    step,
    finalAmount: own.get(key)?.amount ?? 0,
    settledAmount: outside.get(key)?.amount ?? 0,
    payCodes: [...new Set(lines.map(({ payCode }) => payCode))].sort(),
    days: lines.map((line) => ({ date: line.date, payCode: line.payCode, amount: line.amount })),
  }));
}

interface AmountOfCode extends Pick<ExportedAmount, 'employeeId' | 'code' | 'unit' | 'amount' | 'step'> {
  readonly lines: readonly ExportedLine[];
}

function registerUnit(unit: AmountUnit): RegisterUnit {
  return unit === 'minutes' ? 'hours' : unit;
}

/** As printed and rounded in the rows of the files. */
function amountsOfRows({ lines, rows }: Exported, template: string): Map<string, AmountOfCode> {
  const byRow = groupLinesByRow(lines.filter((line) => line.template === template));
  return sumByCode(
    rows.flatMap((row): AmountOfCode[] => {
      const own = byRow.get(row) ?? [];
      const [first] = own;
      if (row.template !== template || first === undefined) return [];
      const { values, code } = parseRowName(row.row);
      const external = code ?? values.external;
      const name = typeof external === 'string' ? external : first.payCode;
      const unit = registerUnit(row.unit);
      const amount = row.units / row.unitsOfOne;
      return [
        { employeeId: first.employeeId, code: name, unit, amount, step: 1 / row.unitsOfOne, lines: own },
      ];
    }),
  );
}

/** Pay lines of some days, by their code in the payroll system. */
function amountsOfLines(
  { lines }: Exported,
  { newest }: CorrectionBase,
  isOwn: (date: LocalDate) => boolean,
): Map<string, AmountOfCode> {
  const { payCodes } = newest.snapshot.config;
  return sumByCode(
    lines
      .filter(({ template, date }) => template === PAY_LINES && isOwn(date))
      .map((line): AmountOfCode => {
        const { employeeId, payCode, amount } = line;
        const external = Object.hasOwn(payCodes, payCode) ? payCodes[payCode]?.external : undefined;
        const isTime = line.unit === 'minutes';
        return {
          employeeId,
          code: external ?? payCode,
          unit: registerUnit(line.unit),
          lines: [line],
          amount: isTime ? amount / MINUTES_PER_HOUR : amount,
          step: isTime ? 1 / MINUTES_PER_HOUR : HUNDREDTH,
        };
      }),
  );
}

function sumByCode(parts: readonly AmountOfCode[]): Map<string, AmountOfCode> {
  const groups = groupBy(parts, ({ employeeId, code, unit }) => JSON.stringify([employeeId, code, unit]));
  return new Map(
    [...groups].flatMap(([key, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const amount = own.reduce((sum, part) => sum + part.amount, 0);
      const step = Math.max(...own.map((part) => part.step));
      return [[key, { ...first, amount, step, lines: own.flatMap(({ lines }) => lines) }] as const];
    }),
  );
}

/** All people of these runs, with the payroll ID of the newest run that had one. */
export function peopleOfBases(
  store: Store,
  employerId: string,
  bases: readonly CorrectionBase[],
): KnownPerson[] {
  const names = new Map(store.known.employees(employerId).map((employee) => [employee.id, employee]));
  const mapped = new Map(
    bases.flatMap(({ original, newest }) => [...original.mapping.byId, ...newest.snapshot.mapping.byId]),
  );
  const [{ final } = {}] = bases.slice(-1);
  return [...new Set([...names.keys(), ...mapped.keys()])].map((id) => {
    const rows = mapped.get(id);
    const row = final && rowFor(rows, final.link.period);
    return {
      id,
      number: row?.number ?? null,
      numbers: numbersOf(rows),
      firstName: names.get(id)?.firstName ?? null,
      lastName: names.get(id)?.lastName ?? null,
      extra: row?.extra ?? {},
    };
  });
}
