import type { Config } from '../config/config.js';
import { groupBy } from '../domain/collections.js';
import type { DayOfCode, ExportedHours, KnownPerson } from '../domain/corrections/compareRegister.js';
import { type Exported, type ExportedLine, groupLinesByRow } from '../domain/corrections/exportedLine.js';
import { parseRowName } from '../domain/corrections/rowName.js';
import { numbersOf, rowFor } from '../domain/mapping/employeeRows.js';
import type { Template } from '../render/template/template.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import type { Store } from '../store/store.js';
import { type CorrectionBase, readCorrectionBase } from './correctionBase.js';
import { keepsLines, PAY_LINES } from './exportedLines.js';
import { type ActiveFinal, overlaps } from './finals.js';
import { openKeptRun } from './runSnapshot.js';

/** The ledger's lines of finals for a comparison with a register. */
export interface RegisterBase {
  readonly exported: readonly ExportedHours[];
  readonly bases: readonly CorrectionBase[];
}

/** Finals with a template or, for pay lines, one final of each day. */
function finalsWith(finals: readonly ActiveFinal[], template: string): ActiveFinal[] {
  if (template !== PAY_LINES) return finals.filter(({ templates }) => templates.includes(template));
  const chosen: ActiveFinal[] = [];
  for (const final of finals)
    if (!chosen.some(({ link }) => overlaps(link.period, final.link.period))) chosen.push(final);
  return chosen;
}

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
 * Adds up finals and their corrections by person and external pay code.
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
  const bases = finalsWith(finals, template).map((final) => readCorrectionBase(store, links, final));
  const parts = bases.flatMap((base) => hoursOfBase(store, base, template, codeOf));
  const sums = groupBy(parts, ({ employeeId, code }) => JSON.stringify([employeeId, code]));
  return { bases, exported: [...sums.values()].flatMap(sumHours) };
}

function sumHours(parts: readonly ExportedHours[]): ExportedHours[] {
  const [first] = parts;
  if (first === undefined) return [];
  const total = (of: (part: ExportedHours) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  return [
    {
      ...first,
      hours: total(({ hours }) => hours),
      finalHours: total(({ finalHours }) => finalHours),
      settledHours: total(({ settledHours }) => settledHours),
      toleranceHours: Math.max(...parts.map(({ toleranceHours }) => toleranceHours)),
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
      const minutes = more.reduce((sum, day) => sum + day.minutes, first.minutes);
      return minutes === 0 ? [] : [{ ...first, minutes }];
    });
}

const MINUTES_PER_HOUR = 60;
/** Half of the last decimal of a register. */
const HALF_OF_HUNDREDTH = 0.005;

function hoursOfBase(
  store: Store,
  base: CorrectionBase,
  template: string,
  codeOf: (external: string) => string,
): ExportedHours[] {
  const people = new Set(base.people);
  const { before, settled } = base.linesOf(people);
  const { exported: final } = openKeptRun(store, base.final.link).linesOf(people);
  const { config } = base.newest.snapshot;
  const hoursIn = (exported: Exported) =>
    template === PAY_LINES ? hoursOfLines(exported, config) : hoursOfRows(exported, template);
  const [all, own, outside] = [hoursIn(before), hoursIn(final), hoursIn(settled)];
  return [...all].map(([key, { employeeId, code, hours, lines }]) => ({
    employeeId,
    code: codeOf(code),
    hours,
    finalHours: own.get(key)?.hours ?? 0,
    settledHours: outside.get(key)?.hours ?? 0,
    toleranceHours: template === PAY_LINES ? HALF_OF_HUNDREDTH : 0,
    payCodes: [...new Set(lines.map(({ payCode }) => payCode))].sort(),
    days: lines.map(({ date, payCode, amount }) => ({ date, payCode, minutes: amount })),
  }));
}

interface HoursOfCode {
  readonly employeeId: string;
  readonly code: string;
  readonly hours: number;
  readonly lines: readonly ExportedLine[];
}

/** As printed and rounded in the rows of the files. */
function hoursOfRows({ lines, rows }: Exported, template: string): Map<string, HoursOfCode> {
  const byRow = groupLinesByRow(lines.filter((line) => line.template === template));
  return sumByCode(
    rows.flatMap((row) => {
      const own = byRow.get(row) ?? [];
      const [first] = own;
      if (row.template !== template || row.unit !== 'minutes' || first === undefined) return [];
      const { values, code } = parseRowName(row.row);
      const external = code ?? values.external;
      const name = typeof external === 'string' ? external : first.payCode;
      return [{ employeeId: first.employeeId, code: name, hours: row.units / row.unitsOfOne, lines: own }];
    }),
  );
}

/** Pay lines in minutes, by their code in the payroll system. */
function hoursOfLines({ lines }: Exported, { payCodes }: Config): Map<string, HoursOfCode> {
  return sumByCode(
    lines
      .filter(({ template, unit }) => template === PAY_LINES && unit === 'minutes')
      .map((line) => ({
        employeeId: line.employeeId,
        code:
          (Object.hasOwn(payCodes, line.payCode) ? payCodes[line.payCode]?.external : undefined) ??
          line.payCode,
        hours: line.amount / MINUTES_PER_HOUR,
        lines: [line],
      })),
  );
}

function sumByCode(parts: readonly HoursOfCode[]): Map<string, HoursOfCode> {
  const groups = groupBy(parts, ({ employeeId, code }) => JSON.stringify([employeeId, code]));
  return new Map(
    [...groups].flatMap(([key, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const hours = own.reduce((sum, part) => sum + part.hours, 0);
      return [[key, { ...first, hours, lines: own.flatMap(({ lines }) => lines) }] as const];
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
