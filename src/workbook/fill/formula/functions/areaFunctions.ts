import { CELL_CHARACTERS } from '../../../limits.js';
import { type CellResult, FormulaError, WRONG_NUMBER, WRONG_VALUE } from '../cellResult.js';
import type { FormulaPosition } from '../outputArea.js';
import { type AreaFunction, type AreaInput, type AreaInputs, valuesOf } from './areaInput.js';
import { conditionalTotal, type TestedCells } from './conditionalTotals.js';
import { networkDays } from './dateFunctions.js';
import { truthOf } from './logicFunctions.js';
import { LOOKUP_FUNCTIONS } from './lookupFunctions.js';
import { flawOf, textOperand } from './scalarFunction.js';
/** Functions that look at many cells, by their names. */
export const AREA_FUNCTIONS: Readonly<Record<string, AreaFunction>> = {
  COUNTIF: ([range, criterion], at) => conditional('COUNT', [range, criterion], undefined, at),
  COUNTIFS: (inputs, at) => conditional('COUNT', inputs, undefined, at),
  SUMIF: ([range, criterion, of = range], at) => conditional('SUM', [range, criterion], of, at),
  SUMIFS: ([of, ...inputs], at) => conditional('SUM', inputs, of, at),
  AVERAGEIF: ([range, criterion, of = range], at) => conditional('AVERAGE', [range, criterion], of, at),
  AVERAGEIFS: ([of, ...inputs], at) => conditional('AVERAGE', inputs, of, at),
  MAXIFS: ([of, ...inputs], at) => conditional('MAX', inputs, of, at),
  MINIFS: ([of, ...inputs], at) => conditional('MIN', inputs, of, at),
  ...LOOKUP_FUNCTIONS,
  SUMPRODUCT: (inputs, at) => sumOfProducts(inputs, at),
  TEXTJOIN: ([separator, skipsEmpty, ...inputs], at) => {
    const between = separator?.value(at);
    const skips = truthOf(skipsEmpty?.value(at));
    return typeof between === 'string' && typeof skips === 'boolean'
      ? joined(inputs, between, skips, at)
      : undefined;
  },
  CONCAT: (inputs, at) => joined(inputs, '', true, at),
  CONCATENATE: (inputs, at) => joined(inputs, '', true, at),
  AND: (inputs, at) => truths(inputs, at, (values) => values.every(Boolean)),
  OR: (inputs, at) => truths(inputs, at, (values) => values.some(Boolean)),
  XOR: (inputs, at) => truths(inputs, at, (values) => values.filter(Boolean).length % 2 === 1),
  COUNTBLANK: ([range], at) => {
    const list = range?.list(at);
    return !list || list.hasUnknown
      ? undefined
      : list.values.filter((each) => each === null || each === '').length;
  },
  PRODUCT: (inputs, at) =>
    ofNumbers(inputs, at, (numbers) => numbers.reduce((product, each) => product * each, 1)),
  MEDIAN: (inputs, at) => ofNumbers(inputs, at, median),
  LARGE: ([range, place], at) => ranked(range, place, at, (a, b) => b - a),
  SMALL: ([range, place], at) => ranked(range, place, at, (a, b) => a - b),
  NETWORKDAYS: ([start, end, holidays], at) => {
    const [from, to] = [start?.value(at), end?.value(at)];
    const days = holidays ? valuesOf([holidays], at) : [];
    const flaw = days && flawOf([from, to, ...days]);
    if (!days || flaw === 'unknown') return undefined;
    if (flaw) return flaw;
    if (typeof from !== 'number' || typeof to !== 'number') return undefined;
    return networkDays(from, to, new Set(days.filter((day) => typeof day === 'number').map(Math.floor)));
  },
};

function conditional(
  name: 'COUNT' | 'SUM' | 'AVERAGE' | 'MAX' | 'MIN',
  inputs: AreaInputs,
  of: AreaInput | undefined,
  at: FormulaPosition,
): CellResult {
  const conditions: TestedCells[] = [];
  for (let index = 0; index < inputs.length; index += 2) {
    const list = inputs[index]?.list(at);
    if (!list || !inputs[index + 1]) return undefined;
    conditions.push({ list, criterion: inputs[index + 1]?.value(at) });
  }
  const added = of?.list(at);
  return of && !added ? undefined : conditionalTotal(name, conditions, added);
}

/** Text counts as 0; areas of unlike shape are an error. */
function sumOfProducts(inputs: AreaInputs, at: FormulaPosition): CellResult {
  const lists = inputs.map((input) => input?.list(at));
  const [first] = lists;
  if (!first || lists.some((list) => !list || list.hasUnknown)) return undefined;
  if (lists.some((list) => list?.columns !== first.columns || list.rows !== first.rows)) return WRONG_VALUE;
  const flaw = flawOf(lists.flatMap((list) => list?.values ?? []));
  if (flaw) return flaw === 'unknown' ? undefined : flaw;
  let sum = 0;
  for (let place = 0; place < first.values.length; place++) {
    let product = 1;
    for (const list of lists) {
      const value = list?.values[place];
      product *= typeof value === 'number' ? value : 0;
    }
    sum += product;
  }
  return sum;
}

function joined(inputs: AreaInputs, between: string, skipsEmpty: boolean, at: FormulaPosition): CellResult {
  const values = valuesOf(inputs, at);
  const flaw = values && flawOf(values);
  if (!values || flaw) return flaw === 'unknown' ? undefined : flaw;
  const texts = values.map((value) =>
    value instanceof FormulaError || value === undefined ? undefined : textOperand(value),
  );
  if (texts.includes(undefined)) return undefined;
  const text = texts.filter((each) => !skipsEmpty || each !== '').join(between);
  return text.length > CELL_CHARACTERS ? WRONG_VALUE : text;
}

/** Blank cells and text of areas are passed over; without any truth there is none. */
function truths(
  inputs: AreaInputs,
  at: FormulaPosition,
  holds: (values: readonly unknown[]) => boolean,
): CellResult {
  const values: CellResult[] = [];
  for (const input of inputs) {
    const list = input?.list(at);
    if (list?.hasUnknown) return undefined;
    if (list) values.push(...list.values.filter((each) => each !== null && typeof each !== 'string'));
    else values.push(truthOf(input?.value(at)));
  }
  const flaw = flawOf(values);
  if (flaw) return flaw === 'unknown' ? undefined : flaw;
  return values.length === 0 ? WRONG_VALUE : holds(values);
}

function ofNumbers(
  inputs: AreaInputs,
  at: FormulaPosition,
  show: (numbers: readonly number[]) => CellResult,
): CellResult {
  const values = valuesOf(inputs, at);
  const flaw = values && flawOf(values);
  if (!values || flaw) return flaw === 'unknown' ? undefined : flaw;
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? undefined : show(numbers);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function ranked(
  range: AreaInput | undefined,
  place: AreaInput | undefined,
  at: FormulaPosition,
  order: (a: number, b: number) => number,
): CellResult {
  const number = place?.value(at);
  if (typeof number !== 'number') return number instanceof FormulaError ? number : undefined;
  return ofNumbers(
    [range],
    at,
    (numbers) => [...numbers].sort(order)[Math.trunc(number) - 1] ?? WRONG_NUMBER,
  );
}
