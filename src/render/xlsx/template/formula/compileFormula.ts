import { Mistake } from '../language/mistake.js';
import { type FormulaPiece, type MovedReference, movedReference } from './movedReference.js';
import type { FormulaPlace, MovedSheet } from './sheetOfFormula.js';
import { MAX_FORMULA, type PlainToken, type Token, tokenize } from './tokens.js';

export type CompiledToken = PlainToken | MovedReference;

/** A formula whose references follow their rows. */
export interface CompiledFormula {
  readonly source: string;
  readonly tokens: readonly CompiledToken[];
  readonly place: FormulaPlace;
  /** Its text, seen from an instance of the band that it stands in. */
  readonly textAt: (instance: number) => string;
  readonly pieces: readonly FormulaPiece[];
  /** For each reference the function that it is an argument of, in capitals. */
  readonly functionOf: ReadonlyMap<MovedReference, string>;
}

export type SheetFinder = (name: string) => MovedSheet | undefined;

/** Functions that take many cells: a single cell of a band as an argument stands for all its repetitions. */
const TAKES_MANY = new Set(
  'SUM SUBTOTAL COUNT COUNTA COUNTBLANK AVERAGE MIN MAX PRODUCT MEDIAN STDEV STDEV.S VAR VAR.S AGGREGATE'.split(
    ' ',
  ),
);

/** Prepares a formula (without `=`). @throws Mistake where a reference cannot follow */
export function compileFormula(
  source: string,
  place: FormulaPlace,
  sheetNamed: SheetFinder,
): CompiledFormula {
  if (source.length > MAX_FORMULA) {
    throw new Mistake(`a formula has ${source.length} characters`, `Excel takes ${MAX_FORMULA}: split it.`);
  }
  const tokens = tokenize(source);
  const functionOf = new Map<MovedReference, string>();
  const functions = enclosingFunctions(tokens);
  const compiled = tokens.map((token, index): CompiledToken => {
    if (token.kind === 'text') refuseIndirect(token, functions[index]);
    if (token.kind !== 'reference') return token;
    const sheet = targetSheet(token, place, sheetNamed);
    if (!sheet) return { kind: 'other', text: token.text };
    const name = functions[index] ?? '';
    const stretchesCell = TAKES_MANY.has(name) && isWholeArgument(tokens, index);
    const reference = movedReference(token, sheet, place, { stretchesCell });
    functionOf.set(reference, name);
    return reference;
  });
  const pieces = formulaPieces(compiled, place);
  const textAt = (instance: number): string => joined(pieces, instance);
  return { source, tokens: compiled, place, functionOf, pieces, textAt };
}

function targetSheet(
  token: Extract<Token, { kind: 'reference' }>,
  place: FormulaPlace,
  sheetNamed: SheetFinder,
): MovedSheet | undefined {
  const sheet = token.sheet === undefined ? place.sheet : sheetNamed(token.sheet);
  if (sheet && token.lastSheet !== undefined) {
    throw new Mistake(
      `${token.text} goes through several sheets, whose rows cannot be followed`,
      'Name each sheet by itself.',
    );
  }
  if (sheet?.isRepeated && place.sheet !== sheet) {
    throw new Mistake(
      `${token.text} refers to sheet "${sheet.name}", which repeats and so is many sheets`,
      'Take the value from the data, for example {{employees.workedMinutes | sum}}.',
    );
  }
  return sheet;
}

function refuseIndirect(token: PlainToken, name: string | undefined): void {
  if (name !== 'INDIRECT' || !/[A-Z]{1,3}\$?[0-9]+/i.test(token.text)) return;
  throw new Mistake(
    `INDIRECT(${token.text}) names a cell in text, which cannot follow moving rows`,
    'Refer to the cell itself, or to a defined name.',
  );
}

/** For each token the name of the function whose parentheses are the nearest around it. */
function enclosingFunctions(tokens: readonly Token[]): string[] {
  const open: string[] = [];
  return tokens.map((token, index) => {
    const around = open.at(-1) ?? '';
    const before = tokens[index - 1];
    if (token.kind === 'open') open.push(before?.kind === 'function' ? before.text.toUpperCase() : '');
    else if (token.kind === 'close') open.pop();
    return around;
  });
}

function isWholeArgument(tokens: readonly Token[], index: number): boolean {
  const isSpace = (at: number): boolean => tokens[at]?.kind === 'space';
  let before = index - 1;
  let after = index + 1;
  while (isSpace(before)) before--;
  while (isSpace(after)) after++;
  const [left, right] = [tokens[before]?.kind, tokens[after]?.kind];
  return (left === 'open' || left === 'comma') && (right === 'close' || right === 'comma');
}

function formulaPieces(tokens: readonly CompiledToken[], { sheet }: FormulaPlace): FormulaPiece[] {
  const pieces: FormulaPiece[] = [];
  for (const token of tokens) {
    const added: readonly FormulaPiece[] =
      token.kind === 'moved'
        ? token.pieces
        : [token.kind === 'table' ? { textNow: () => tableText(token.text, sheet) } : token.text];
    for (const piece of added) {
      const last = pieces.length - 1;
      const before = pieces[last];
      if (typeof piece === 'string' && typeof before === 'string') pieces[last] = before + piece;
      else pieces.push(piece);
    }
  }
  return pieces;
}

function joined(pieces: readonly FormulaPiece[], instance: number): string {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else text += 'rowAt' in piece ? piece.rowAt(instance) : piece.textNow();
  }
  return text;
}

/** In a copy of a sheet its tables have names of their own. */
function tableText(text: string, sheet: MovedSheet): string {
  const name = text.slice(0, text.indexOf('['));
  const renamed = sheet.tableNames.get(name.toLowerCase());
  return renamed === undefined ? text : renamed + text.slice(name.length);
}
