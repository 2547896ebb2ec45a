import { TemplateError } from '../../language/templateError.js';
import { type Area, areaText, MAX_ROWS, parseArea, parseAreas } from '../cells/address.js';
import { countUntil } from '../cells/numbers.js';
import { compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import type { CompiledFormula, MovedReference } from '../formula/movedReference.js';
import { formulaText } from '../formula/placedFormula.js';
import type { Band, BandPlaces } from '../language/bands.js';
import { message } from '../messages.js';
import type { XmlPart } from '../package/templatePackage.js';
import {
  firstCellName,
  hasFixedDistance,
  neighbourBand,
  outputAreas,
  outputAreasText,
  outputRow,
  outputRowSpans,
  sharedBand,
  stretchedAreaText,
} from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import { type CompileContext, type DrawnSheet, reportErrors } from '../template/templatePlan.js';
import { renderRefused, shortQuote } from '../workbookError.js';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/xml.js';
import { XmlEdits } from '../xml/xmlEdits.js';

/** Changes to a part that belongs to a sheet: references to its cells follow the cells. */
export class SheetEdits extends XmlEdits {
  constructor(
    { source }: XmlPart,
    readonly sheet: PlacedSheet,
    readonly context: CompileContext,
  ) {
    super(source);
  }

  /** A formula that belongs to the sheet, not to a row: seen from outside of all bands. */
  outerFormula(text: string): string {
    const { drawn } = this.sheet;
    const place = { sheet: drawn, band: drawn.root };
    return formulaText(compileFormula(text, place, this.context), this.sheet)(0);
  }
}

export function* frameElements(sheet: DrawnSheet, ...locals: readonly string[]): Generator<XmlElement> {
  for (const element of sheet.part.root.children) {
    if (element.local === 'sheetData') continue;
    if (locals.includes(element.local)) yield element;
    yield* descendantsOf(element, ...locals);
  }
}

/** Newer versions of Excel give sheets and tables a unique ID (`xr:uid`). */
export function removeUid(element: XmlElement, edits: XmlEdits): void {
  for (const name of Object.keys(element.attributes)) {
    if (name.endsWith(':uid')) edits.setAttribute(element, name, undefined);
  }
}

/** The new value of an attribute that names cells; undefined if no cell is left, and then its element is removed. */
type Follow = (sheet: PlacedSheet, written: string, element: XmlElement) => string | undefined;

const cellsOfList: Follow = (sheet, areas) => outputAreasText(sheet, areas, sheet.drawn.name) || undefined;

const noteCell: Follow = (sheet, cell) =>
  sheet.drawn.directiveNotes.has(cell) ? undefined : watchedCell(sheet, cell);

function watchedCell(sheet: PlacedSheet, cell: string): string | undefined {
  const area = parseArea(cell);
  return area && outputAreas(sheet, area).length === 0 ? undefined : firstCellName(sheet, cell);
}

const selectedCells: Follow = (sheet, areas) =>
  areas
    .split(' ')
    .map((area) => firstCellName(sheet, area))
    .join(' ');

/** The attributes that name cells of their own sheet, by element: `selection` has `activeCell` and `sqref`. */
const FOLLOWING: Readonly<Record<string, Readonly<Record<string, Follow>>>> = {
  dimension: { ref: stretchedAreaText },
  autoFilter: { ref: stretchedAreaText },
  sortState: { ref: stretchedAreaText },
  sortCondition: { ref: stretchedAreaText },
  table: { ref: stretchedAreaText },
  sheetView: { topLeftCell: firstCellName },
  selection: { activeCell: firstCellName, sqref: selectedCells },
  pane: {
    topLeftCell: firstCellName,
    xSplit: ({ columns }, written, pane) => splitAfter(columns, frozenLines(pane, 'xSplit'), written),
    ySplit: ({ rows }, written, pane) => splitAfter(rows, frozenLines(pane, 'ySplit'), written),
  },
  protectedRange: { sqref: cellsOfList },
  ignoredError: { sqref: cellsOfList },
  cellWatch: { r: watchedCell },
  comment: { ref: noteCell },
  threadedComment: { ref: noteCell },
};

/** Lists that Excel does not accept without items. */
const LISTS = new Set(['protectedRanges', 'ignoredErrors', 'cellWatches']);

/** Updates the cell references in an element. Returns whether any content is left. */
export function followCells(element: XmlElement, edits: SheetEdits): boolean {
  for (const [name, follow] of Object.entries(FOLLOWING[element.local] ?? {})) {
    const written = element.attributes[name];
    if (written === undefined) continue;
    const moved = follow(edits.sheet, written, element);
    if (moved === undefined) {
      edits.remove(element);
      return false;
    }
    edits.setAttribute(element, name, moved);
  }
  const left = element.children.filter((child) => followCells(child, edits));
  const isGone = LISTS.has(element.local) && left.every(({ local }) => local === 'extLst');
  if (isGone) edits.remove(element);
  return !isGone;
}

/** The number of frozen rows (`ySplit`) or columns; 0 if there are none. */
export function frozenLines({ attributes }: XmlElement, axis: 'ySplit' | 'xSplit'): number {
  return (attributes.state ?? '').startsWith('frozen') ? Number(attributes[axis] ?? 0) : 0;
}

function splitAfter(axis: PlacedSheet['rows'], lines: number, written: string): string {
  return lines > 0 ? String(outputRow(axis, lines, 'last')) : written;
}

export function replaceList(list: XmlElement, items: readonly string[], edits: XmlEdits): void {
  setCount(list, items.length, edits);
  if (items.length > 0) edits.setInner(list, items.join(''));
}

/** Sets the number of items of a list. Removes an empty list. */
export function setCount(list: XmlElement, count: number, edits: XmlEdits): void {
  if (count === 0) edits.remove(list);
  else if (list.attributes.count !== undefined) edits.setAttribute(list, 'count', String(count));
}

/** A conditional format or validation, in a sheet's part or its extension list. */
interface CellRule {
  readonly element: XmlElement;
  /** Its cells: `A5:H5 J5`; '' if it names none. */
  readonly areas: string;
  readonly formulas: readonly RuleFormula[];
  readonly use: FormulaUse;
  /** Whether it has a second part in the extension list, linked by an ID. */
  readonly isLinked: boolean;
}

interface RuleFormula {
  readonly text: string;
  readonly set: (edits: XmlEdits, text: string) => void;
}

/** Reads a rule: its formulas, and limits that are formulas. */
export function cellRule(element: XmlElement): CellRule {
  const written = [...descendantsOf(element, 'formula', 'formula1', 'formula2', 'f')]
    .filter(({ children }) => children.length === 0)
    .map(
      (formula): RuleFormula => ({ text: formula.text, set: (edits, text) => edits.setText(formula, text) }),
    );
  return {
    element,
    areas: element.attributes.sqref ?? childOf(element, 'sqref')?.text ?? '',
    formulas: [...written, ...limits(element)],
    // A drop-down list names cells; all others compare values.
    use: element.local === 'dataValidation' && element.attributes.type === 'list' ? 'range' : 'value',
    isLinked: [...descendantsOf(element, 'id', 'dataBar')].some(({ name }) => name.includes(':')),
  };
}

function limits(element: XmlElement): RuleFormula[] {
  return [...descendantsOf(element, 'cfvo')].flatMap((limit) => {
    const { val, type } = limit.attributes;
    if (val === undefined || (type !== 'formula' && !Number.isNaN(Number(val)))) return [];
    return [{ text: val, set: (edits, text) => edits.setAttribute(limit, 'val', text) }];
  });
}

/** Prepares the formulas of a rule, which are relative to its first cell. @throws TemplateError */
export function compiledRule(
  { areas, formulas, use }: CellRule,
  sheet: DrawnSheet,
  context: CompileContext,
): CompiledFormula[] {
  const [first] = parseAreas(areas);
  const columnBand = sheet.columnBandAt(first?.left ?? 1);
  const place = { sheet, band: sheet.root.at(first?.top ?? 1), columnBand, isShared: true };
  return formulas.map(({ text }) => compileFormula(text, place, context, use));
}

/**
 * The innermost band whose repetitions need separate rules; undefined if one rule is enough for all: its references
 * shift from row to row, or are the same for all rows.
 * @throws TemplateError if it cannot be repeated
 */
function findRuleGroup(
  { areas, isLinked }: CellRule,
  formulas: readonly CompiledFormula[],
  sheet: DrawnSheet,
): Band | undefined {
  const firstRow = parseAreas(areas)[0]?.top ?? 1;
  const own = sheet.root.at(firstRow);
  const groups = formulas
    .flatMap(({ tokens }) => tokens.filter((token) => token.kind === 'moved' && token.sheet === sheet))
    .flatMap((token) => findGroups(token as MovedReference, own, firstRow, sheet.root));
  const group = groups.reduce<Band | undefined>((a, b) => (a && a.depth >= b.depth ? a : b), undefined);
  if (group && isLinked) {
    throw new TemplateError(message('rule.dataBar', { areas }));
  }
  const liesIn = ({ top, bottom }: Area): boolean =>
    sheet.root.at(top) === own && sheet.root.at(bottom) === own;
  if (group && !parseAreas(areas).every(liesIn)) {
    throw new TemplateError(message('rule.mixed', { areas }));
  }
  return group;
}

function findGroups({ token, area }: MovedReference, own: Band, first: number, root: Band): Band[] {
  if (token.first.row === undefined) return [];
  const corners = token.last ? [token.first, token.last] : [token.first];
  return corners.flatMap(({ row = area.top, rowFixed }) => {
    const beside = rowFixed ? undefined : neighbourBand(own, row);
    if (beside) return hasFixedDistance(beside, row) ? [] : [beside];
    const target = root.at(row);
    const common = sharedBand(target, own, rowFixed);
    if (!common?.path.some((band) => band.repeats)) return [];
    // There are no rows of unknown number between the two.
    const isSameStretch = own.firstChildTo(first) === own.firstChildTo(row);
    return common === own && target === own && isSameStretch ? [] : [common];
  });
}

/** The rule in the output: its cells there, and its formulas seen from the first of them. */
interface RuleCopy {
  readonly areas: string;
  readonly formulas: readonly string[];
}

/** The maximum number of groups with their own rule; Excel opens more only slowly. */
const MOST_COPIES = 8_000;

/**
 * The output rules: one rule for all its cells, or one for each group if it compares with rows of the group. Empty if
 * no cell is left. @throws WorkbookError RENDER_REFUSED if there would be too many
 */
function ruleCopies(rule: CellRule, sheet: PlacedSheet, context: CompileContext): RuleCopy[] {
  const { drawn } = sheet;
  const compiled = compiledRule(rule, drawn, context);
  const group = findRuleGroup(rule, compiled, drawn);
  const texts = compiled.map((formula) => formulaText(formula, sheet));
  const textsAt = (instance: number): string[] => texts.map((textAt) => textAt(instance));
  if (!group) {
    const areas = drawn.moves ? outputAreasText(sheet, rule.areas, drawn.name) : rule.areas;
    const isGone = areas === '' && rule.areas !== '';
    return isGone ? [] : [{ areas, formulas: textsAt(0) }];
  }
  return [...piecesByInstance(rule.areas, group, sheet)].map(([, pieces]) => {
    const instance = sheet.rows.instance(pieces[0]?.top ?? 1);
    return { areas: pieces.map(areaText).join(' '), formulas: textsAt(instance) };
  });
}

function piecesByInstance(areas: string, group: Band, sheet: PlacedSheet): Map<number, Area[]> {
  const found = new Map<number, Area[]>();
  const places = sheet.rows.placesOf(group);
  for (const area of parseAreas(areas)) {
    for (const span of outputRowSpans(sheet.rows, area.top, area.bottom)) {
      for (const { instance, ...rows } of withinInstances(
        places,
        span.top,
        Math.min(MAX_ROWS, span.bottom),
      )) {
        const pieces = found.get(instance) ?? [];
        for (const across of outputRowSpans(sheet.columns, area.left, area.right))
          pieces.push({ ...rows, left: across.top, right: across.bottom });
        found.set(instance, pieces);
      }
      if (found.size > MOST_COPIES) {
        const { name } = sheet.drawn;
        const place = { sheet: shortQuote(name), areas: shortQuote(areas) };
        throw renderRefused(name, message('size.ruleCopies', { ...place, most: MOST_COPIES }));
      }
    }
  }
  return found;
}

function* withinInstances(places: BandPlaces, top: number, bottom: number) {
  const { starts } = places;
  for (
    let instance = Math.max(0, countUntil(starts.length, (at) => (starts[at] ?? 0) <= top) - 1);
    instance < starts.length;
    instance++
  ) {
    const start = starts[instance] ?? 0;
    if (start > bottom) return;
    const parent = places.parentOf[instance] ?? 0;
    const isLast = places.parentOf[instance + 1] !== parent;
    const end = ((isLast ? places.endAt[parent] : starts[instance + 1]) ?? 0) - 1;
    if (end >= top) yield { instance, top: Math.max(top, start), bottom: Math.min(bottom, end) };
  }
}

/** Writes a rule for its output cells. Returns the number of rules written. */
export function writeRule(element: XmlElement, edits: SheetEdits): number {
  const rule = cellRule(element);
  const copies = ruleCopies(rule, edits.sheet, edits.context);
  const change = (one: XmlEdits, { areas, formulas }: RuleCopy): void => {
    const inside = childOf(element, 'sqref');
    if (element.attributes.sqref !== undefined) one.setAttribute(element, 'sqref', areas);
    else if (inside) one.setText(inside, areas);
    for (const [index, { text, set }] of rule.formulas.entries()) set(one, formulas[index] ?? text);
  };
  const [only] = copies;
  if (only && copies.length === 1) {
    change(edits, only);
    return 1;
  }
  const written = copies.map((copy, index) =>
    edits.copy(element, (one) => {
      change(one, copy);
      if (index > 0) renumber(element, one, index);
    }),
  );
  edits.replace(element.start, element.end, written.join(''));
  return copies.length;
}

const END_OF_ID = /[0-9A-F]{12}\}$/i;

/** Rules must have unique IDs. */
function renumber(element: XmlElement, edits: XmlEdits, copy: number): void {
  removeUid(element, edits);
  for (const rule of descendantsOf(element, 'cfRule')) {
    const end = `${copy.toString(16).toUpperCase().padStart(12, '0')}}`;
    if (rule.attributes.id !== undefined)
      edits.setAttribute(rule, 'id', rule.attributes.id.replace(END_OF_ID, end));
  }
}

export function editValidations(list: XmlElement, edits: SheetEdits): void {
  let left = 0;
  for (const element of childrenOf(list, 'dataValidation')) left += writeRule(element, edits);
  setCount(list, left, edits);
}

/** Each of them is written once per group. */
const MOST_GROUP_RULES = 100;

/**
 * The formulas of a sheet's conditional formats and validations. Reports those that cannot be one rule or one per
 * group, and too many of the latter.
 */
export function checkedRules(sheet: DrawnSheet, context: CompileContext): CompiledFormula[] {
  let ofGroups = 0;
  const formulas: CompiledFormula[] = [];
  for (const element of frameElements(sheet, 'conditionalFormatting', 'dataValidation')) {
    const kind = element.local === 'dataValidation' ? 'dataValidation' : 'conditionalFormat';
    const what = message(`place.${kind}`);
    reportErrors(context, sheet.name, what, () => {
      const rule = cellRule(element);
      const compiled = compiledRule(rule, sheet, context);
      if (findRuleGroup(rule, compiled, sheet)) ofGroups++;
      for (const formula of compiled) formulas.push(formula);
    });
  }
  if (ofGroups > MOST_GROUP_RULES) {
    const text = message('rule.tooMany', { count: ofGroups, most: MOST_GROUP_RULES });
    context.problems.add(sheet.name, undefined, text);
  }
  return formulas;
}
