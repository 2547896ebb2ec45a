import { binaryCalculation } from './binaryCalculation.js';
import { type CellResult, numericResult } from './cellResult.js';
import type { Expression } from './expression.js';
import { functionCalculation } from './functionCalculation.js';
import { type Calculation, type CalculationSources, type OutputCells, outputArea } from './outputArea.js';
import { type PlacedReference, placedReference } from './placedFormula.js';
import type { OutputArea } from './rangeTotals.js';

/** Prepares the calculation of a formula, which is made for each of its repetitions. */
export function calculationOf(expression: Expression, sources: CalculationSources): Calculation {
  const { cells, sheet } = sources;
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'reference':
      return referenceCalculation(placedReference(expression.reference, sheet), cells);
    case 'table':
      return (at) => singleValue(cells.areaOf(expression, at), cells);
    case 'name':
      return (at) => {
        const area = cells.areaOf(expression, at);
        return area ? singleValue(area, cells) : cells.constantOf(expression.text, at);
      };
    case 'sign':
      return signCalculation(expression.sign, calculationOf(expression.of, sources));
    case 'binary': {
      const left = calculationOf(expression.left, sources);
      return binaryCalculation(expression.operator, left, calculationOf(expression.right, sources));
    }
    case 'call':
      return functionCalculation(expression, {
        ...sources,
        prepare: (input) => calculationOf(input, sources),
      });
  }
}

function referenceCalculation(reference: PlacedReference, cells: OutputCells): Calculation {
  const { isSingleCell, sheet, topAt, leftAt } = reference;
  if (!isSingleCell) return (at) => singleValue(outputArea(reference, at), cells);
  return (at) => cells.valueOf(sheet, topAt(at.instance), leftAt(at.columnInstance));
}

function singleValue(area: OutputArea | undefined, cells: OutputCells): CellResult {
  if (!area || area.top !== area.bottom || area.left !== area.right) return undefined;
  return cells.valueOf(area.sheet, area.top, area.left);
}

function signCalculation(sign: '-' | '+' | '%', of: Calculation): Calculation {
  if (sign === '+') return of;
  return (at) => {
    const number = numericResult(of(at));
    if (typeof number !== 'number') return number;
    return sign === '-' ? -number : number / 100;
  };
}
