import type { XmlEdits } from '../../xml/xmlEdits.js';
import { childOf, descendantsOf, type XmlElement } from '../../xml/xmlElement.js';
import type { FormulaUse } from '../formula/compileFormula.js';

/** A conditional format or validation, as a sheet's part or its extension list holds it. */
export interface CellRule {
  readonly element: XmlElement;
  /** Its cells: `A5:H5 J5`; '' if it names none. */
  readonly areas: string;
  readonly formulas: readonly RuleFormula[];
  readonly use: FormulaUse;
  /** It has a second part in the extension list, which knows it by an id. */
  readonly isLinked: boolean;
}

export interface RuleFormula {
  readonly text: string;
  readonly set: (edits: XmlEdits, text: string) => void;
}

/** Reads a rule: its formulas, and the limits that are formulas. */
export function cellRule(element: XmlElement): CellRule {
  return {
    element,
    areas: element.attributes.sqref ?? childOf(element, 'sqref')?.text ?? '',
    formulas: [...writtenFormulas(element), ...limits(element)],
    // A list to choose from names cells, all else compares values.
    use: element.local === 'dataValidation' && element.attributes.type === 'list' ? 'range' : 'value',
    isLinked: [...descendantsOf(element, 'id', 'dataBar')].some(({ name }) => name.includes(':')),
  };
}

function writtenFormulas(element: XmlElement): RuleFormula[] {
  return [...descendantsOf(element, 'formula', 'formula1', 'formula2', 'f')]
    .filter(({ children }) => children.length === 0)
    .map((formula) => ({ text: formula.text, set: (edits, text) => edits.setText(formula, text) }));
}

function limits(element: XmlElement): RuleFormula[] {
  return [...descendantsOf(element, 'cfvo')].flatMap((limit) => {
    const { val, type } = limit.attributes;
    if (val === undefined || (type !== 'formula' && !Number.isNaN(Number(val)))) return [];
    return [{ text: val, set: (edits, text) => edits.setAttribute(limit, 'val', text) }];
  });
}

/** Lets a rule stand for other cells. */
export function setAreas({ element }: CellRule, edits: XmlEdits, areas: string): void {
  const inside = childOf(element, 'sqref');
  if (element.attributes.sqref !== undefined) edits.setAttribute(element, 'sqref', areas);
  else if (inside) edits.setText(inside, areas);
}
