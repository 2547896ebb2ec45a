import type { Area } from '../cells/address.js';
import type { CompiledToken, FormulaSheet } from '../formula/movedReference.js';
import type { PlainToken } from '../formula/tokens.js';

/** Cells of the template. */
export interface SheetArea {
  readonly sheet: FormulaSheet;
  readonly area: Area;
}

/**
 * Functions whose result changes by itself, or depends on other content of the workbook than the cells that the formula
 * names.
 */
export const VOLATILE =
  /\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|OFFSET|INDIRECT|CELL|INFO|SHEETS?|FORMULATEXT|GETPIVOTDATA|CUBE[A-Z]+|RTD|WEBSERVICE|STOCKHISTORY)\(/i;
/** Functions whose result depends on where cells are. */
export const POSITIONAL = /\b(ROWS?|COLUMNS?|ADDRESS)\(/i;

/**
 * The areas between two references, such as `Hours!B2:Hours!B9`; undefined where one of the two is calculated or a name,
 * so that the cells between them are not known.
 */
export function joinedAreas(tokens: readonly CompiledToken[]): SheetArea[] | undefined {
  const written = tokens.filter(({ kind }) => kind !== 'space');
  const found = written.flatMap((token, index) => {
    if (token.kind !== 'operator' || token.text !== ':') return [];
    const [one, other] = [written[index - 1], written[index + 1]];
    const isKnown = one?.kind === 'moved' && other?.kind === 'moved' && one.sheet === other.sheet;
    return [isKnown ? { sheet: one.sheet, area: around(one.area, other.area) } : undefined];
  });
  return found.every((each) => each !== undefined) ? found : undefined;
}

function around(one: Area, other: Area): Area {
  return {
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
  };
}

/** `Hours`, and `[0]!Hours`, which is Excel's notation for names of the workbook itself in charts. */
export function isName(token: CompiledToken): token is PlainToken {
  return token.kind === 'name' || (token.kind === 'external' && token.text.startsWith('[0]!'));
}
