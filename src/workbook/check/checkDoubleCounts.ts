import { resultUnless, TemplateError } from '../../language/templateError.js';
import { type Area, columnLetters } from '../cells/address.js';
import type { FormulaNode } from '../formula/expression.js';
import type { MovedReference } from '../formula/movedReference.js';
import { message } from '../messages.js';
import { nameReference } from '../template/areaFinder.js';
import {
  type DrawnSheet,
  type FormulaContent,
  isNumber,
  sheetContentsIn,
  type TemplatePlan,
} from '../template/templatePlan.js';

/** A drawn cell that a formula adds. */
interface AddedCell {
  readonly sheet: DrawnSheet;
  readonly row: number;
  readonly column: number;
  /** How often it is added, less how often it is subtracted. */
  readonly times: number;
  /** The total through which it is added; undefined if the formula names the cell itself. */
  readonly through: string | undefined;
}

/** By cell; a cell that is added in several ways has several. */
type AddedCells = ReadonlyMap<string, readonly AddedCell[]>;

const NONE: AddedCells = new Map();

/**
 * A formula that adds a total and the cells of that total would count them twice: C2 is the sum of the rows C3, and C5
 * the sum of C2 and C3. SUBTOTAL leaves out other subtotals.
 */
export function checkDoubleCounts(plan: TemplatePlan): void {
  const graph = new AddedByFormulas(plan);
  for (const { sheet } of plan.contents.values())
    for (const content of sheetContentsIn(plan, sheet).formulas()) {
      const twice = graph.countedTwice(content, sheet);
      if (twice === undefined) continue;
      const { through = '', row, column } = twice;
      const cell = cellText(twice.sheet, row, column, sheet);
      const facts = { formula: content.formula.source, cell, total: through };
      const place = columnLetters(content.cell.column) + content.cell.row;
      plan.context.problems.add(
        sheet.name,
        place,
        message('formula.countedTwice', facts),
        message('formula.countedTwiceRemedy', { total: through }),
      );
    }
}

function cellText(sheet: DrawnSheet, row: number, column: number, from: DrawnSheet): string {
  const cell = columnLetters(column) + row;
  return sheet === from ? cell : `${sheet.name}!${cell}`;
}

/** Totals of totals are a few levels deep: a longer chain of formulas, such as running totals, is not followed. */
const DEEPEST = 200;

/** A sum of binary fractions is not exact. */
const TWICE = 1.999;

/** Which cells each formula adds up, through other formulas too. */
class AddedByFormulas {
  readonly #plan: TemplatePlan;
  readonly #known = new Map<string, AddedCells>();
  readonly #running = new Set<string>();

  constructor(plan: TemplatePlan) {
    this.#plan = plan;
  }

  /** A cell that a formula adds itself and through a total, or through two totals. */
  countedTwice({ expression, cell }: FormulaContent, sheet: DrawnSheet): AddedCell | undefined {
    const own = keyOf(sheet, cell.row, cell.column);
    this.#running.add(own);
    const added = expression === undefined ? undefined : this.#addedBy(expression, sheet);
    this.#running.delete(own);
    for (const ways of added?.values() ?? []) {
      const total = ways.find(({ through }) => through !== undefined);
      const others = new Set(ways.map(({ through }) => through)).size;
      const times = ways.reduce((sum, way) => sum + way.times, 0);
      if (total !== undefined && others > 1 && times >= TWICE && this.#isOfData(total)) return total;
    }
    return undefined;
  }

  /** A number that people typed into the template is the same in every run: it is not ours to check. */
  #isOfData({ sheet, row, column }: AddedCell): boolean {
    const kind = sheetContentsIn(this.#plan, sheet).at(row, column)?.kind;
    return kind === 'value' || kind === 'formula';
  }

  /** undefined if the formula does something else than adding, so that its result is a number of its own. */
  #addedBy(node: FormulaNode, sheet: DrawnSheet): AddedCells | undefined {
    switch (node.kind) {
      case 'constant':
        return NONE;
      case 'reference':
        return this.#addedInArea(node.reference, () => true);
      case 'sheets':
        return merged(node.of.map((each) => this.#addedInArea(each, () => true)));
      case 'name': {
        const area = resultUnless(TemplateError, () => nameReference(node.text, sheet, this.#plan));
        return area === undefined ? undefined : this.#addedInArea(area, () => true);
      }
      case 'sign':
        return scaled(this.#addedBy(node.of, sheet), node.sign === '-' ? -1 : node.sign === '%' ? 0.01 : 1);
      case 'binary':
        return this.#addedByOperator(node, sheet);
      case 'call':
        return this.#addedByCall(node, sheet);
      default:
        return undefined;
    }
  }

  #addedByOperator(
    { operator, left, right }: Extract<FormulaNode, { kind: 'binary' }>,
    sheet: DrawnSheet,
  ): AddedCells | undefined {
    const factor = constantOf(right);
    if (operator === '*' && constantOf(left) !== undefined)
      return scaled(this.#addedBy(right, sheet), constantOf(left) ?? 1);
    if (operator === '*' && factor !== undefined) return scaled(this.#addedBy(left, sheet), factor);
    if (operator === '/' && factor !== undefined && factor !== 0)
      return scaled(this.#addedBy(left, sheet), 1 / factor);
    if (operator !== '+' && operator !== '-') return undefined;
    return merged([this.#termOf(left, sheet), scaled(this.#termOf(right, sheet), operator === '-' ? -1 : 1)]);
  }

  /** A term that does something else than adding is nothing that is added twice. */
  #termOf(node: FormulaNode, sheet: DrawnSheet): AddedCells {
    return this.#addedBy(node, sheet) ?? NONE;
  }

  #addedByCall(
    { name, inputs }: Extract<FormulaNode, { kind: 'call' }>,
    sheet: DrawnSheet,
  ): AddedCells | undefined {
    const given = inputs.flatMap((input) => (input === undefined ? [] : [input]));
    const [first, second, third] = given;
    switch (name) {
      case 'SUM':
        return merged(given.map((input) => this.#termOf(input, sheet)));
      case 'SUMPRODUCT':
        return given.length === 1 && first !== undefined ? this.#addedBy(first, sheet) : undefined;
      case 'SUMIF':
        return third === undefined ? first && this.#addedBy(first, sheet) : this.#addedBy(third, sheet);
      case 'SUMIFS':
        return first && this.#addedBy(first, sheet);
      case 'SUBTOTAL':
        return [9, 109].includes(constantOf(first) ?? 0) ? this.#addedBySubtotal(given.slice(1)) : undefined;
      case 'ROUND':
      case 'ROUNDUP':
      case 'ROUNDDOWN':
      case 'INT':
      case 'IFERROR':
        return first && this.#addedBy(first, sheet);
      case 'IF':
        return longest(second && this.#addedBy(second, sheet), third && this.#addedBy(third, sheet));
      default:
        return undefined;
    }
  }

  #addedBySubtotal(inputs: readonly FormulaNode[]): AddedCells {
    return merged(
      inputs.map((input) =>
        input.kind === 'reference'
          ? this.#addedInArea(input.reference, (content) => !content.isSubtotal)
          : NONE,
      ),
    );
  }

  #addedInArea(
    { area, sheet: target }: Pick<MovedReference, 'area' | 'sheet'>,
    isAdded: (formula: FormulaContent) => boolean,
  ): AddedCells {
    const sheet = target as DrawnSheet;
    return merged(
      [...cellsIn(area, sheet)].map(({ row, column }) => this.#addedAt(sheet, row, column, isAdded)),
    );
  }

  #addedAt(
    sheet: DrawnSheet,
    row: number,
    column: number,
    isAdded: (formula: FormulaContent) => boolean,
  ): AddedCells {
    const content = sheetContentsIn(this.#plan, sheet).at(row, column);
    if (!isNumber(content)) return NONE;
    const key = keyOf(sheet, row, column);
    const own: AddedCells = new Map([[key, [{ sheet, row, column, times: 1, through: undefined }]]]);
    if (content?.kind !== 'formula') return own;
    if (!isAdded(content)) return NONE;
    // A formula that refers to itself, such as a running total of the row before, is not followed.
    if (content.expression === undefined || this.#running.has(key)) return own;
    if (this.#running.size > DEEPEST) return own;
    const known = this.#known.get(key) ?? this.#resolve(key, content.expression, sheet) ?? own;
    this.#known.set(key, known);
    if (known === own || known.has(key)) return own;
    const through = columnLetters(column) + row;
    return new Map([...known].map(([each, ways]) => [each, [throughTotal(ways, through)]]));
  }

  #resolve(key: string, expression: FormulaNode, sheet: DrawnSheet): AddedCells | undefined {
    this.#running.add(key);
    const added = this.#addedBy(expression, sheet);
    this.#running.delete(key);
    // A formula that adds nothing of the template is a number of its own.
    return added === undefined || added.size === 0 ? undefined : added;
  }
}

/** A total that counts a cell twice is reported itself: its own sums count it once. */
function throughTotal(ways: readonly AddedCell[], through: string): AddedCell {
  const [first] = ways as readonly [AddedCell, ...AddedCell[]];
  const times = ways.reduce((sum, way) => sum + way.times, 0);
  return { ...first, times: Math.min(times, 1), through };
}

function keyOf(sheet: DrawnSheet, row: number, column: number): string {
  return `${sheet.name}\n${row}\n${column}`;
}

function* cellsIn(
  { top, bottom, left, right }: Area,
  sheet: DrawnSheet,
): Generator<{ row: number; column: number }> {
  for (let row = top; row <= Math.min(bottom, sheet.lastRow); row++)
    for (const { column } of sheet.rows.get(row)?.cells ?? [])
      if (left <= column && column <= right) yield { row, column };
}

function constantOf(node: FormulaNode | undefined): number | undefined {
  return node?.kind === 'constant' && typeof node.value === 'number' ? node.value : undefined;
}

function merged(all: readonly (AddedCells | undefined)[]): AddedCells {
  const sum = new Map<string, readonly AddedCell[]>();
  for (const each of all)
    for (const [key, ways] of each ?? []) sum.set(key, [...(sum.get(key) ?? []), ...ways]);
  return sum;
}

function scaled(cells: AddedCells | undefined, factor: number): AddedCells | undefined {
  if (cells === undefined || factor === 1) return cells;
  const times = (ways: readonly AddedCell[]) => ways.map((way) => ({ ...way, times: way.times * factor }));
  return new Map([...cells].map(([key, ways]) => [key, times(ways)]));
}

/** Only one branch of an IF is calculated. */
function longest(one: AddedCells | undefined, other: AddedCells | undefined): AddedCells | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.size >= other.size ? one : other;
}
