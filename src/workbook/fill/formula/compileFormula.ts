import type { Band } from '../language/band.js';
import { Mistake } from '../mistake.js';
import { type ArgumentPlace, functionName, takesManyCells } from './manyCells.js';
import { type MovedReference, movedReference } from './movedReference.js';
import { moves, refuseAddressInText } from './refuseAddressInText.js';
import type { FormulaPlace, FormulaSheet } from './sheetOfFormula.js';
import { type FormulaToken, MAX_FORMULA, type PlainToken, type ReferenceToken, tableName, tokenize } from './tokens.js';

export type CompiledToken = PlainToken | MovedReference;

/** A formula whose references follow their rows. */
export interface CompiledFormula {
  readonly source: string;
  readonly tokens: readonly CompiledToken[];
  readonly place: FormulaPlace;
  /** Bands that keep a blank row when they have no data, because the formula needs it. */
  readonly needs: readonly Band[];
  /** For each reference and name the function that it is an argument of. */
  readonly argumentOf: ReadonlyMap<CompiledToken, ArgumentPlace>;
}

/** The sheets of a workbook that formulas may refer to. */
export interface FormulaTargets {
  readonly sheetNamed: (name: string) => FormulaSheet | undefined;
  /** The sheets from one to another, both included. */
  readonly sheetsBetween: (first: string, last: string) => readonly FormulaSheet[];
  readonly allSheets: () => readonly FormulaSheet[];
  /** The sheet that a table stands on. */
  readonly sheetOfTable: (name: string) => FormulaSheet | undefined;
  /** A field with its data set, for messages: `employees.workedMinutes`. */
  readonly exampleField: string;
}

/** `range`: the formula names cells to be shown or listed, so a single cell of a band stands for all repetitions. */
export type FormulaUse = 'value' | 'range';

/** Prepares a formula (without `=`). @throws Mistake where a reference cannot follow */
export function compileFormula(
  source: string,
  place: FormulaPlace,
  targets: FormulaTargets,
  use: FormulaUse = 'value',
): CompiledFormula {
  if (source.length > MAX_FORMULA) {
    throw new Mistake(`a formula has ${source.length} characters`, `Excel takes ${MAX_FORMULA}: split it.`);
  }
  const tokens = tokenize(source);
  const argumentOf = new Map<CompiledToken, ArgumentPlace>();
  const places = argumentPlaces(tokens);
  const compiled = tokens.map((token, index): CompiledToken => {
    const at = places[index] ?? OUTSIDE;
    if (token.kind === 'text') {
      const isWhole = isWholeArgument(tokens, index);
      refuseAddressInText({ token, at, isWhole, place, targets });
    }
    if (token.kind === 'name' || token.kind === 'table') refuseFarTable(token, place, targets);
    if (token.kind === 'name') argumentOf.set(token, at);
    if (token.kind !== 'reference') return token;
    const sheet = targetSheet(token, place, targets);
    if (!sheet) return { kind: 'other', text: token.text };
    const takesMany = takesManyCells(at) || (use === 'range' && at.name === '');
    const stretchesCell = takesMany && isWholeArgument(tokens, index);
    const side = isAfterColon(tokens, index) ? 'last' : 'first';
    const reference = movedReference(token, sheet, place, { stretchesCell, side });
    argumentOf.set(reference, at);
    return reference;
  });
  const needs = compiled.flatMap((token) => (token.kind === 'moved' ? token.needs : []));
  return { source, tokens: compiled, place, argumentOf, needs };
}

function targetSheet(
  token: Extract<FormulaToken, { kind: 'reference' }>,
  place: FormulaPlace,
  targets: FormulaTargets,
): FormulaSheet | undefined {
  const { sheetNamed, exampleField } = targets;
  if (token.lastSheet !== undefined) {
    refuseMovingSheets(token, token.lastSheet, targets);
    return undefined;
  }
  const sheet = token.sheet === undefined ? place.sheet : sheetNamed(token.sheet);
  refuseManySheets(token.text, sheet, place, exampleField);
  return sheet;
}

/** `Jan:Dec!B2` stays as it is, so nothing on the sheets between may move it. @throws Mistake */
function refuseMovingSheets(token: ReferenceToken, last: string, { sheetsBetween }: FormulaTargets): void {
  const moving = sheetsBetween(token.sheet ?? '', last).find(
    (sheet) => sheet.isRepeated || sheet.name.includes('{{') || moves(token, sheet),
  );
  if (!moving) return;
  throw new Mistake(
    `${token.text} goes through several sheets, and on "${moving.name}" rows move, which cannot be followed`,
    'Name each sheet by itself.',
  );
}

function refuseManySheets(
  text: string,
  target: FormulaSheet | undefined,
  place: FormulaPlace,
  exampleField: string,
): void {
  if (!target?.isRepeated || place.sheet === target) return;
  throw new Mistake(
    `${text} refers to sheet "${target.name}", which repeats and so is many sheets`,
    `Take the value from the data, for example {{${exampleField} | sum}}.`,
  );
}

/** A table of a sheet that is written many times is only known on that sheet; so is a name with its sheet. */
function refuseFarTable({ text }: PlainToken, place: FormulaPlace, targets: FormulaTargets): void {
  const bang = text.lastIndexOf('!');
  if (bang < 0) {
    refuseManySheets(text, targets.sheetOfTable(tableName(text)), place, targets.exampleField);
  } else {
    const sheet = unquoted(text.slice(0, bang));
    if (targets.sheetNamed(sheet)?.isRepeated) throw farName(text.slice(bang + 1), text, sheet);
  }
}

function farName(name: string, text: string, sheet: string): Mistake {
  return new Mistake(
    `${text} names sheet "${sheet}", which repeats and so is many sheets`,
    `On that sheet write ${name} alone; elsewhere take the value from the data.`,
  );
}

function unquoted(sheet: string): string {
  return sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet;
}

const OUTSIDE: ArgumentPlace = { name: '', position: 0 };

/** For each token the function whose parentheses are the nearest around it, and the place among its arguments. */
function argumentPlaces(tokens: readonly FormulaToken[]): ArgumentPlace[] {
  const open: ArgumentPlace[] = [];
  return tokens.map((token, index) => {
    const around = open.at(-1) ?? OUTSIDE;
    const before = tokens[index - 1];
    if (token.kind === 'open')
      open.push({ name: before?.kind === 'function' ? functionName(before.text) : '', position: 0 });
    else if (token.kind === 'close') open.pop();
    else if (token.kind === 'comma' && open.length > 0)
      open.push({ ...around, position: (open.pop()?.position ?? 0) + 1 });
    return around;
  });
}

function isWholeArgument(tokens: readonly FormulaToken[], index: number): boolean {
  const isSpace = (at: number): boolean => tokens[at]?.kind === 'space';
  let before = index - 1;
  let after = index + 1;
  while (isSpace(before)) before--;
  while (isSpace(after)) after++;
  const [left, right] = [tokens[before]?.kind, tokens[after]?.kind];
  const begins = left === undefined || left === 'open' || left === 'comma';
  return begins && (right === undefined || right === 'close' || right === 'comma');
}

/** The end of a range in two parts: `Hours!B2:Hours!B2`. */
function isAfterColon(tokens: readonly FormulaToken[], index: number): boolean {
  let before = index - 1;
  while (tokens[before]?.kind === 'space') before--;
  const token = tokens[before];
  return token?.kind === 'operator' && token.text === ':';
}
