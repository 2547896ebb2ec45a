import { readFileSync } from 'node:fs';
import { TEMPLATES } from './templates.js';
import {
  type Amount,
  amountsOf,
  dateOf,
  isWithin,
  type Person,
  type Place,
  personId,
  type Span,
  type World,
} from './world.js';

/*
 * Everything paid, the file that printed it, and what was settled: recorded by the simulator itself, from the files
 * that it reads as their target would and from the true data at that moment.
 */

/** Lines that no template of the final carries have this name here, and null in the program's answers. */
export const NO_TEMPLATE = 'null';

/** A line of one template: everything that identifies it. */
export interface PaidLine extends Omit<Amount, 'amount'> {
  /** The employee's number and the payroll system's code, by which the template identifies them. */
  readonly number: string;
  readonly external: string;
}
export type Sums = Map<string, { readonly line: PaidLine; readonly amount: number }>;

export interface Final {
  readonly runId: string;
  readonly span: Span;
  readonly templates: readonly string[];
  /** By template, including {@link NO_TEMPLATE}: the amounts exported and settled so far. */
  readonly paid: Map<string, Sums>;
  /** The amount when it was made, before any correction. */
  readonly recorded: ReadonlyMap<string, Sums>;
  /** Lines that a template with corrections, or with none, has ever printed, according to the program's answers. */
  readonly printed: Set<string>;
  /** The part of `paid` that no file has. */
  readonly settled: Map<string, Sums>;
  /** The amount of it that rows would have printed, by template and row. */
  readonly settledHundredths: Map<string, number>;
  readonly purged: Set<Person>;
  /** The recipients of the amounts are no longer known. */
  isPurged: boolean;
  isCorrected: boolean;
  /** Whether a recipient may have its files. */
  delivery: 'none' | 'perhaps' | 'arrived';
  /** Places whose work was paid. */
  readonly places: ReadonlySet<Place>;
}

/** A file written by a run. */
export interface BookedFile {
  readonly runId: string;
  readonly path: string;
  readonly template: string;
  readonly isFinal: boolean;
}

/** The difference of a line. */
export interface Difference {
  readonly final: Final;
  readonly template: string;
  readonly key: string;
  readonly line: PaidLine;
  readonly before: number;
  readonly after: number;
}

export class Books {
  /** Those that count, in order. */
  finals: Final[] = [];
  readonly files: BookedFile[] = [];
  /** Places whose removal a final has accepted. */
  readonly acceptedPlaces = new Set<Place>();

  /** What a final records of the true data. */
  add(
    world: World,
    header: Pick<Final, 'runId' | 'span' | 'templates'>,
    estimateFrom: number | undefined,
  ): Final {
    const owed = amountsOf(world, header.span, estimateFrom);
    const names = [...header.templates.filter(isDeclared), NO_TEMPLATE];
    const recorded = new Map(names.map((name) => [name, sumsOf(world, name, owed)]));
    const final: Final = {
      ...header,
      recorded,
      printed: new Set(header.templates.some(isDeclared) ? owed.map(toldName) : []),
      paid: new Map([...recorded].map(([name, sums]) => [name, new Map(sums)])),
      settled: new Map(names.map((name) => [name, new Map()])),
      purged: new Set(),
      isPurged: false,
      isCorrected: false,
      settledHundredths: new Map(),
      delivery: 'none',
      places: new Set(owed.flatMap(({ place }) => place ?? [])),
    };
    this.finals.push(final);
    return final;
  }

  /** Finals with a day of a span. */
  covering(span: Span): Final[] {
    return this.finals.filter((final) => final.span.from <= span.to && span.from <= final.span.to);
  }

  /** What corrections of some days have to list, for all templates or for these. */
  differences(world: World, span: Span, templates?: readonly string[]): Difference[] {
    return this.covering(span).flatMap((final) =>
      [...final.paid.keys()]
        .filter((name) => templates === undefined || templates.includes(name))
        .flatMap((name) => this.#differencesOf(world, final, name, span)),
    );
  }

  #differencesOf(world: World, final: Final, template: string, span: Span): Difference[] {
    const days = { from: Math.max(span.from, final.span.from), to: Math.min(span.to, final.span.to) };
    const before = final.paid.get(template) ?? new Map();
    const after = sumsOf(world, template, amountsOf(world, days));
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): Difference[] => {
      const line = (before.get(key) ?? after.get(key))?.line;
      if (line === undefined || !isWithin(line.day, days) || final.purged.has(line.who)) return [];
      const was = before.get(key)?.amount ?? 0;
      const is = after.get(key)?.amount ?? 0;
      if (was === is || (template === NO_TEMPLATE && !this.#isFirst(final, line, is !== 0))) return [];
      return [{ final, template, key, line, before: was, after: is }];
    });
  }

  /**
   * Whether a line that no template carries is reported for this final: for the first final that has its day, and for
   * none if one of them has a template that states how it takes corrections, and has printed the line or would now.
   */
  #isFirst(final: Final, line: PaidLine, isOwed: boolean): boolean {
    const ofDay = this.finals.filter(({ span }) => isWithin(line.day, span));
    const carry = ({ templates, printed }: Final): boolean =>
      templates.some(isDeclared) && (isOwed || printed.has(toldName(line)));
    return ofDay[0] === final && !ofDay.some(carry);
  }

  /** What a final correction has recorded. */
  correct(differences: readonly Difference[], isSettled: (difference: Difference) => boolean): void {
    for (const same of byRow(differences)) {
      const [first] = same;
      if (first === undefined) continue;
      const { final, template } = first;
      const row = rowOf(template, first.line);
      const before = printedOf(final, template, row);
      const settled = same.filter(isSettled);
      for (const difference of same) record(difference, settled.includes(difference));
      // In a row with both, the settled part is rounded separately, and the file has the rest.
      const moved =
        settled.length === same.length
          ? printedOf(final, template, row) - before
          : halfUp(
              settled.reduce((sum, { before: old, after, line }) => sum + minutesOf(line, after - old), 0),
            );
      const name = `${template} ${row}`;
      final.settledHundredths.set(name, (final.settledHundredths.get(name) ?? 0) + moved);
    }
  }

  /** For a template: what its target should have, by the name of its row. */
  owedIn(template: string): Map<string, Held> {
    const held = new Map<string, Held>();
    for (const final of this.finals) {
      const rows = new Map<string, Held>();
      for (const { line, amount } of inFiles(template, final))
        add(rows, rowOf(template, line), line.unit, amount);
      for (const [row, { minutes, quantity }] of rows) {
        const sum = held.get(row) ?? NOTHING;
        const outside = final.settledHundredths.get(`${template} ${row}`) ?? 0;
        const hundredths = sum.hundredths + printedOf(final, template, row) - outside;
        held.set(row, { minutes: sum.minutes + minutes, quantity: sum.quantity + quantity, hundredths });
      }
    }
    return held;
  }
}

/**
 * What a final and its corrections have printed for a template; `pay-lines` carries what none of the final's templates
 * does.
 */
function inFiles(template: string, { paid, settled, recorded }: Final) {
  const of = (from: ReadonlyMap<string, Sums>, name: string, sign: number) =>
    [...(from.get(name)?.values() ?? [])].map(({ line, amount }) => ({ line, amount: sign * amount }));
  const own = [...of(paid, template, 1), ...of(settled, template, -1)];
  if (template !== 'pay-lines') return own;
  const others = [
    ...of(paid, NO_TEMPLATE, 1),
    ...of(settled, NO_TEMPLATE, -1),
    ...of(recorded, NO_TEMPLATE, -1),
  ];
  return [...own, ...others];
}

function byRow(differences: readonly Difference[]): Iterable<readonly Difference[]> {
  const rows = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { final, template, line } = difference;
    const name = [final.runId, template, rowOf(template, line)].join(' ');
    rows.set(name, [...(rows.get(name) ?? []), difference]);
  }
  return rows.values();
}

function record({ final, template, key, line, before, after }: Difference, isSettled: boolean): void {
  final.isCorrected = true;
  if (template !== NO_TEMPLATE) final.printed.add(toldName(line));
  set(final.paid.get(template), key, line, after);
  const settled = final.settled.get(template);
  if (isSettled) set(settled, key, line, (settled?.get(key)?.amount ?? 0) + after - before);
}

/** Hundredths of hours of a row, of everything paid in it. */
function printedOf({ paid }: Final, template: string, row: string): number {
  const lines = [...(paid.get(template)?.values() ?? [])].filter(({ line }) => rowOf(template, line) === row);
  return halfUp(lines.reduce((sum, { line, amount }) => sum + minutesOf(line, amount), 0));
}

function minutesOf({ unit }: PaidLine, amount: number): number {
  return unit === 'minutes' ? amount : 0;
}

/** The total of a target's row. */
export interface Held {
  readonly minutes: number;
  readonly quantity: number;
  /** In hours, as printed. */
  readonly hundredths: number;
}

export const NOTHING: Held = { minutes: 0, quantity: 0, hundredths: 0 };

export function isDeclared(template: string): boolean {
  return template !== NO_TEMPLATE && TEMPLATES[template]?.corrections !== 'people';
}

function add(rows: Map<string, Held>, row: string, unit: Amount['unit'], amount: number): void {
  const { minutes, quantity, hundredths } = rows.get(row) ?? NOTHING;
  const isMinutes = unit === 'minutes';
  rows.set(row, {
    minutes: minutes + (isMinutes ? amount : 0),
    quantity: quantity + (isMinutes ? 0 : amount),
    hundredths,
  });
}

function set(sums: Sums | undefined, key: string, line: PaidLine, amount: number): void {
  if (amount === 0) sums?.delete(key);
  else sums?.set(key, { line, amount });
}

/** Lines of a template, each with its amount. */
function sumsOf(world: World, template: string, amounts: readonly Amount[]): Sums {
  const sums: Sums = new Map();
  for (const { amount, ...others } of amounts) {
    const line = { ...others, number: world.numbers[others.who], external: world.codes[others.code] };
    const key = lineName(template, line);
    sums.set(key, { line, amount: (sums.get(key)?.amount ?? 0) + amount });
  }
  return sums;
}

/** A line as corrections name it, and the employee of its row if rows are known by numbers. */
function lineName(template: string, line: PaidLine): string {
  const { number, external } = line;
  const row = knowsNumbers(template) ? [number, external] : [];
  return [toldName(line), ...row].join(' ');
}

/** A line in the output of `corrections --json`. */
export function toldName({ who, day, code, place, unit }: Omit<Amount, 'amount'>): string {
  return [personId(who), dateOf(day), code, place ?? '-', unit].join(' ');
}

/** A target's row as its file names it. */
export function rowOf(template: string, { who, day, code, place, number, external }: PaidLine): string {
  if (knowsNumbers(template)) return `${number} ${external}`;
  return [personId(who), dateOf(day), code, place ?? '-'].join(' ');
}

function knowsNumbers(template: string): boolean {
  return TEMPLATES[template]?.rows === 'numbers';
}

/** Hundredths of hours, halves away from zero. */
function halfUp(minutes: number): number {
  return Math.sign(minutes) * Math.floor((Math.abs(minutes) * 200 + 60) / 120);
}

/** What the target of a template has once it imported its files, in order; zeros are omitted. */
export function heldBy(template: string, files: readonly BookedFile[]): Map<string, Held> {
  const kind = TEMPLATES[template]?.corrections;
  const isValue = kind === 'restate' || kind === 'restate-all';
  const held = new Map<string, Held>();
  for (const { path, isFinal } of files) {
    const period = isValue ? (path.split('_').at(1) ?? '') : '';
    const rows = rowsIn(path, template);
    if (!isFinal && kind === 'restate-all')
      for (const key of held.keys()) if (key.startsWith(`${period}|`)) held.delete(key);
    if (!isFinal && isValue) for (const [row] of rows) held.delete(`${period}|${row}`);
    for (const [row, each] of rows)
      held.set(`${period}|${row}`, plus(held.get(`${period}|${row}`) ?? NOTHING, each));
  }
  const sums = new Map<string, Held>();
  for (const [key, each] of held) {
    const row = key.slice(key.indexOf('|') + 1);
    sums.set(row, plus(sums.get(row) ?? NOTHING, each));
  }
  return sums;
}

function plus(a: Held, b: Held): Held {
  const { minutes, quantity, hundredths } = a;
  return {
    minutes: minutes + b.minutes,
    quantity: quantity + b.quantity,
    hundredths: hundredths + b.hundredths,
  };
}

/** The rows of a file, as its target knows them. */
function rowsIn(path: string, template: string): [row: string, held: Held][] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    const row = knowsNumbers(template)
      ? `${cell('employeeNumber')} ${cell('code')}`
      : [cell('employeeId'), cell('date'), cell('payCode'), cell('establishment') || '-'].join(' ');
    const amounts = { minutes: Number(cell('minutes')), quantity: Number(cell('quantity')) };
    return [row, { ...amounts, hundredths: Math.round(Number(cell('hours')) * 100) }];
  });
}
