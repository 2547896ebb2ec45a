import { Mistake } from '../mistake.js';
import type { ArgumentPlace } from './manyCells.js';
import type { FormulaPlace, FormulaSheet } from './sheetOfFormula.js';
import { type PlainToken, type ReferenceToken, tokenize } from './tokens.js';

/** The sheets that an address may lead to. */
export interface TextTargets {
  readonly sheetNamed: (name: string) => FormulaSheet | undefined;
  readonly allSheets: () => readonly FormulaSheet[];
}

export interface TextInFormula {
  readonly token: PlainToken;
  /** The function that it is an argument of. */
  readonly at: ArgumentPlace;
  /** Nothing is added to it: it is all of the argument. */
  readonly isWhole: boolean;
  readonly place: FormulaPlace;
  readonly targets: TextTargets;
}

/**
 * The address of a cell in text stays as it is while the cell moves. Text that is put together cannot be known.
 * @throws Mistake
 */
export function refuseAddressInText(text: TextInFormula): void {
  const { at, isWhole } = text;
  if (at.name === 'INDIRECT') refuseIndirect(text);
  if (at.name === 'HYPERLINK' && at.position === 0 && isWhole) refuseLink(text);
}

function refuseIndirect({ token, isWhole, place, targets }: TextInFormula): void {
  const address = token.text.slice(1, -1).replaceAll('""', '"');
  if (!/[A-Z]{1,3}\$?[0-9]+/i.test(address)) return;
  const [reference, ...more] = tokenize(address);
  if (isWhole && reference?.kind === 'reference' && more.length === 0) {
    const target = reference.sheet === undefined ? place.sheet : targets.sheetNamed(reference.sheet);
    if (!target || !(moves(reference, target) || isManySheets(target, place))) return;
  } else if (!targets.allSheets().some((sheet) => sheet.root.children.length > 0 || sheet.isRepeated)) {
    return;
  }
  throw new Mistake(
    `INDIRECT(${token.text}) names a cell in text, which cannot follow moving rows`,
    'Refer to the cell itself, or to a defined name.',
  );
}

/** `HYPERLINK("#Hours!B7",…)`; without a sheet the link leads to a place on its own. */
function refuseLink({ token, place, targets: { sheetNamed } }: TextInFormula): void {
  const address = token.text.slice(1, -1).replaceAll('""', '"');
  const [reference, ...more] = address.startsWith('#') ? tokenize(address.slice(1)) : [];
  if (reference?.kind !== 'reference' || more.length > 0) return;
  const target = reference.sheet === undefined ? place.sheet : sheetNamed(reference.sheet);
  if (!target) return;
  if (reference.sheet !== undefined && isManySheets(target, place)) {
    throw new Mistake(
      `HYPERLINK(${token.text}) names sheet "${target.name}" in text, which repeats and so is many sheets`,
      place.sheet === target
        ? 'Link the cell itself (Insert, Link), or leave the sheet away in the text.'
        : 'Remove the link: nothing says to which of them it leads.',
    );
  }
  if (!moves(reference, target)) return;
  throw new Mistake(
    `HYPERLINK(${token.text}) names a cell in text, which cannot follow moving rows`,
    'Link the cell itself (Insert, Link), or give the cell that it leads to a defined name and write HYPERLINK("#NAME",…).',
  );
}

/** A sheet that merely goes on on further ones has its own name on the first of them. */
function isManySheets(target: FormulaSheet, place: FormulaPlace): boolean {
  return place.sheet === target ? target.root.selection !== undefined : target.isRepeated;
}

/** It lies in rows that repeat or may be left out, or below them. */
export function moves({ first, last = first }: ReferenceToken, { root }: FormulaSheet): boolean {
  const bottom = Math.max(first.row ?? 0, last.row ?? 0);
  return root.children.some((band) => band.from <= bottom);
}
