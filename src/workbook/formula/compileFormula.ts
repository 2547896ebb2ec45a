import { TemplateError } from '../../language/templateError.js';
import { message } from '../messages.js';
import {
  type ArgumentPlace,
  type CompiledFormula,
  type CompiledToken,
  type FormulaPlace,
  type FormulaSheet,
  type MovedReference,
  movedReference,
  type SheetsReference,
} from './movedReference.js';
import {
  type FormulaToken,
  MAX_FORMULA,
  type PlainToken,
  type ReferenceToken,
  tableName,
  tokenize,
} from './tokens.js';

/** The references of a formula, those across several sheets one by one. */
export function* referencesIn(tokens: readonly CompiledToken[]): Generator<MovedReference> {
  for (const token of tokens) {
    if (token.kind === 'moved') yield token;
    else if (token.kind === 'sheets') yield* token.of;
  }
}

export interface FormulaTargets {
  readonly sheetNamed: (name: string) => FormulaSheet | undefined;
  /** The sheets from one to another, inclusive. */
  readonly sheetsBetween: (first: string, last: string) => readonly FormulaSheet[];
  readonly allSheets: () => readonly FormulaSheet[];
  readonly sheetOfTable: (name: string) => FormulaSheet | undefined;
  /** A field with its data set, for messages: `employees.workedMinutes`. */
  readonly exampleField: string;
}

/** `range`: the formula names cells to show or list, so a single cell of a band means all repetitions. */
export type FormulaUse = 'value' | 'range';

/** Prepares a formula (without `=`). @throws TemplateError if a reference cannot be adjusted */
export function compileFormula(
  source: string,
  place: FormulaPlace,
  targets: FormulaTargets,
  use: FormulaUse = 'value',
): CompiledFormula {
  const size = { length: source.length, most: MAX_FORMULA };
  if (source.length > MAX_FORMULA) throw new TemplateError(message('formula.tooLong', size));
  const tokens = tokenize(source);
  const argumentOf = new Map<CompiledToken, ArgumentPlace>();
  const places = argumentPlaces(tokens);
  const compiled = tokens.map((token, index): CompiledToken => {
    const at = places[index] ?? OUTSIDE;
    if (token.kind === 'text') {
      // The address of a cell in text remains unchanged while the cell moves.
      const isWhole = isWholeArgument(tokens, index);
      if (at.name === 'INDIRECT') refuseIndirect({ token, isWhole, place, targets });
      if (at.name === 'HYPERLINK' && at.position === 0 && isWhole)
        refuseLink({ token, isWhole, place, targets });
    }
    if (token.kind === 'name' || token.kind === 'table') refuseFarTable(token, place, targets);
    if (token.kind === 'name') argumentOf.set(token, at);
    if (token.kind !== 'reference') return token;
    if (token.lastSheet !== undefined) return sheetsReference(token, token.lastSheet, place, targets);
    const sheet = token.sheet === undefined ? place.sheet : targets.sheetNamed(token.sheet);
    refuseManySheets(token.text, sheet, place, targets.exampleField);
    if (!sheet) return { kind: 'other', text: token.text };
    const takesMany = takesRange(at) || (use === 'range' && at.name === '');
    const stretchesCell = takesMany && isWholeArgument(tokens, index);
    // The end of a range in two parts: `Hours!B2:Hours!B2`.
    const side = besides(tokens, index, -1)?.text === ':' ? 'last' : 'first';
    const reference = movedReference(token, sheet, place, { stretchesCell, side });
    argumentOf.set(reference, at);
    return reference;
  });
  const needs = compiled.flatMap((token) => (token.kind === 'moved' ? token.needs : []));
  return { source, tokens: compiled, place, argumentOf, needs };
}

/** `Jan:Dec!B2` remains unchanged, so nothing on the sheets in between may move it. @throws TemplateError */
function sheetsReference(
  token: ReferenceToken,
  last: string,
  place: FormulaPlace,
  { sheetsBetween }: FormulaTargets,
): SheetsReference {
  const sheets = sheetsBetween(token.sheet ?? '', last);
  const moving = sheets.find(
    (sheet) => sheet.isRepeated || sheet.name.includes('{{') || referenceMoves(token, sheet),
  );
  const facts = { reference: token.text, sheet: moving?.name ?? '' };
  if (moving) throw new TemplateError(message('formula.severalSheets', facts));
  const of = sheets.map((sheet) =>
    movedReference(token, sheet, place, { stretchesCell: false, side: 'first' }),
  );
  return { kind: 'sheets', text: token.text, of };
}

function refuseManySheets(
  text: string,
  target: FormulaSheet | undefined,
  place: FormulaPlace,
  exampleField: string,
): void {
  if (!target?.isRepeated || place.sheet === target) return;
  const facts = { reference: text, sheet: target.name, example: `{{${exampleField} | sum}}` };
  throw new TemplateError(message('formula.repeatedSheet', facts));
}

/** A table of a repeated sheet can only be used on that sheet; the same applies to a name of that sheet. */
function refuseFarTable({ text }: PlainToken, place: FormulaPlace, targets: FormulaTargets): void {
  const bang = text.lastIndexOf('!');
  if (bang < 0) {
    refuseManySheets(text, targets.sheetOfTable(tableName(text)), place, targets.exampleField);
  } else {
    const written = text.slice(0, bang);
    const sheet = written.startsWith("'") ? written.slice(1, -1).replaceAll("''", "'") : written;
    const facts = { reference: text, sheet, name: text.slice(bang + 1) };
    if (targets.sheetNamed(sheet)?.isRepeated) throw new TemplateError(message('formula.farName', facts));
  }
}

const OUTSIDE: ArgumentPlace = { name: '', position: 0 };

/** For each token, the innermost function around it, and its argument position. */
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

/** The next token before (-1) or after (1) another. */
function besides(tokens: readonly FormulaToken[], index: number, step: 1 | -1): FormulaToken | undefined {
  let at = index + step;
  while (tokens[at]?.kind === 'space') at += step;
  return tokens[at];
}

function isWholeArgument(tokens: readonly FormulaToken[], index: number): boolean {
  const [left, right] = [besides(tokens, index, -1)?.kind, besides(tokens, index, 1)?.kind];
  return /^(?:undefined|open|comma)$/.test(`${left}`) && /^(?:undefined|close|comma)$/.test(`${right}`);
}

interface TextInFormula {
  readonly token: PlainToken;
  readonly isWhole: boolean;
  readonly place: FormulaPlace;
  readonly targets: Pick<FormulaTargets, 'sheetNamed' | 'allSheets'>;
}

function refuseIndirect({ token, isWhole, place, targets }: TextInFormula): void {
  const address = token.text.slice(1, -1).replaceAll('""', '"');
  if (!/[A-Z]{1,3}\$?[0-9]+/i.test(address)) return;
  const [reference, ...more] = tokenize(address);
  if (isWhole && reference?.kind === 'reference' && more.length === 0) {
    const target = reference.sheet === undefined ? place.sheet : targets.sheetNamed(reference.sheet);
    if (!target || !(referenceMoves(reference, target) || isWrittenManyTimes(target, place))) return;
  } else if (!targets.allSheets().some((sheet) => sheet.root.children.length > 0 || sheet.isRepeated)) {
    return;
  }
  throw new TemplateError(message('formula.indirect', { text: token.text }));
}

/** `HYPERLINK("#Hours!B7",…)`; without a sheet, the link's target is on its own sheet. */
function refuseLink({ token, place, targets: { sheetNamed } }: TextInFormula): void {
  const address = token.text.slice(1, -1).replaceAll('""', '"');
  const [reference, ...more] = address.startsWith('#') ? tokenize(address.slice(1)) : [];
  if (reference?.kind !== 'reference' || more.length > 0) return;
  const target = reference.sheet === undefined ? place.sheet : sheetNamed(reference.sheet);
  if (!target) return;
  if (reference.sheet !== undefined && isWrittenManyTimes(target, place)) {
    const isOwn = place.sheet === target;
    const id = isOwn ? 'formula.linkOwnSheet' : 'formula.linkManySheets';
    throw new TemplateError(message(id, { text: token.text, sheet: target.name }));
  }
  if (!referenceMoves(reference, target)) return;
  throw new TemplateError(message('formula.linkCell', { text: token.text }));
}

/** A sheet that continues on further sheets keeps its name on the first of them. */
function isWrittenManyTimes(target: FormulaSheet, place: FormulaPlace): boolean {
  return place.sheet === target ? target.root.selection !== undefined : target.isRepeated;
}

/** It is in rows that repeat or may be left out, or below them. */
function referenceMoves({ first, last = first }: ReferenceToken, { root }: FormulaSheet): boolean {
  const bottom = Math.max(first.row ?? 0, last.row ?? 0);
  return root.hasBandIn(1, bottom);
}

/** The arguments of a function that accept many cells: all, one, or those that match a rule. Counted from 0. */
const MANY_CELLS: readonly (readonly [takes: (position: number) => boolean, functions: string])[] = [
  [
    () => true,
    'SUM SUBTOTAL AGGREGATE COUNT COUNTA COUNTBLANK AVERAGE AVERAGEA MIN MINA MAX MAXA PRODUCT SUMPRODUCT SUMSQ ' +
      'MEDIAN MODE MODE.SNGL GEOMEAN HARMEAN AVEDEV DEVSQ STDEV STDEV.S STDEV.P STDEVP STDEVA STDEVPA ' +
      'VAR VAR.S VAR.P VARP VARA VARPA CORREL AND OR XOR TEXTJOIN CONCAT UNIQUE SORT ROWS TRANSPOSE',
  ],
  [
    (at) => at === 0,
    'COUNTIF LARGE SMALL INDEX TRIMMEAN PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC',
  ],
  [(at) => at === 1, 'RANK RANK.EQ RANK.AVG MATCH XMATCH VLOOKUP HLOOKUP'],
  [(at) => at === 1 || at === 2, 'LOOKUP XLOOKUP'],
  // Lists of holidays.
  [(at) => at === 2, 'NETWORKDAYS WORKDAY'],
  [(at) => at === 3, 'NETWORKDAYS.INTL WORKDAY.INTL'],
  [(at) => at === 0 || at === 2, 'SUMIF AVERAGEIF'],
  [(at) => at % 2 === 0, 'COUNTIFS'],
  [(at) => at === 0 || at % 2 === 1, 'SUMIFS AVERAGEIFS MAXIFS MINIFS'],
];
const TAKES_MANY = new Map(
  MANY_CELLS.flatMap(([takes, names]) => names.split(' ').map((name) => [name, takes] as const)),
);

/** Whether a single cell of a band, as this argument, means all its repetitions. */
export function takesRange({ name, position }: ArgumentPlace): boolean {
  return TAKES_MANY.get(name)?.(position) ?? false;
}

/** Excel writes newer functions with a prefix: `_xlfn.STDEV.S`. */
export function functionName(written: string): string {
  return written.toUpperCase().replace(/^(_XLFN\.)?(_XLWS\.)?/, '');
}
