import { compileFormula } from '../formula/compileFormula.js';
import type { WrittenSheet } from '../formula/movedReference.js';
import { formulaText } from '../formula/placedFormula.js';
import { relationshipsPath, relativeTarget, type TemplatePackage } from '../package/templatePackage.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import { type DefinedName, reportErrors, type TemplateWorkbook } from '../template/templatePlan.js';
import { attributeText } from '../xml/escapeXml.js';
import { childOf, childrenOf, prefixOf, type XmlElement } from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import type { ListedSheet, PlacedWorkbook } from './placedWorkbook.js';

/** The text of a defined name, its rows moved. @param on the name's sheet, or outside of all sheets */
export function movedName({ text, sheet }: DefinedName, plan: TemplateWorkbook, on: WrittenSheet): string {
  const place = sheet ? { sheet, band: sheet.root } : plan.outside;
  const moved = reportErrors(plan.context, undefined, undefined, () =>
    formulaText(compileFormula(text, place, plan.context, 'range'), on)(0),
  );
  return moved ?? text;
}

/** The workbook part: sheets, names, and the instruction to recalculate everything on opening. */
export function writtenWorkbook(workbook: PlacedWorkbook, listed: readonly ListedSheet[]): string {
  const { plan } = workbook;
  const { source, root } = plan.file.xml(plan.workbookPart);
  const edits = new XmlEdits(source);
  writeSheets(plan, listed, edits);
  writeNames(workbook, listed, edits);
  const indexes = plan.sheetElements.map((element) => listed.findIndex((each) => each.element === element));
  for (const view of childrenOf(childOf(root, 'bookViews'), 'workbookView')) {
    for (const name of ['activeTab', 'firstSheet']) {
      const index = view.attributes[name];
      if (index !== undefined)
        edits.setAttribute(view, name, String(Math.max(0, indexes[Number(index)] ?? 0)));
    }
  }
  orderCalculation(root, edits);
  return edits.apply();
}

function writeSheets(plan: TemplateWorkbook, listed: readonly ListedSheet[], edits: XmlEdits): void {
  for (const element of plan.sheetElements) {
    const id = Object.keys(element.attributes).find((key) => key.endsWith(':id')) ?? 'id';
    const copies = listed.filter((each) => each.element === element);
    const written = copies.map(({ name, added }) =>
      edits.copy(element, (copy) => {
        copy.setAttribute(element, 'name', name);
        if (!added) return;
        copy.setAttribute(element, 'sheetId', String(added.sheetId));
        copy.setAttribute(element, id, added.relationship);
      }),
    );
    edits.replace(element.start, element.end, written.join(''));
  }
}

function writeNames(
  { plan, outside, others }: PlacedWorkbook,
  listed: readonly ListedSheet[],
  edits: XmlEdits,
): void {
  const isListed = (sheet: DrawnSheet): boolean =>
    listed.some(({ element }) => element === plan.sheetElements[sheet.index]);
  const kept = plan.names.filter(({ isDropped, sheet }) => !isDropped && (!sheet || isListed(sheet)));
  const list = childOf(plan.file.xml(plan.workbookPart).root, 'definedNames');
  if (list && kept.length === 0) {
    edits.remove(list);
    return;
  }
  for (const name of plan.names) {
    const { element, sheet } = name;
    if (name.isDropped) edits.remove(element);
    else if (sheet?.isRepeated)
      edits.replace(
        element.start,
        element.end,
        copiedNames(name, plan.sheetElements[sheet.index], listed, edits),
      );
    else {
      edits.setText(element, movedName(name, plan, (sheet && others.get(sheet)) ?? outside));
      const { localSheetId } = element.attributes;
      if (localSheetId === undefined) continue;
      const local = plan.sheetElements[Number(localSheetId)];
      edits.setAttribute(element, 'localSheetId', String(listed.findIndex((each) => each.element === local)));
    }
  }
}

/** A name of a repeated sheet, for each of its copies. */
function copiedNames(
  name: DefinedName,
  sheetElement: XmlElement | undefined,
  listed: readonly ListedSheet[],
  edits: XmlEdits,
): string {
  const { element } = name;
  const copies = listed.map(({ element: own, localNames }, index) =>
    own !== sheetElement
      ? ''
      : edits.copy(element, (copy) => {
          copy.setAttribute(element, 'localSheetId', String(index));
          copy.setText(element, localNames.get(name) ?? name.text);
        }),
  );
  return copies.join('');
}

/** The elements before `calcPr` in the workbook part (ECMA-376 18.2.27), last first. */
const BEFORE_CALCULATION = ['definedNames', 'externalReferences', 'functionGroups', 'sheets'];

/** Cached values are there for viewers that do not calculate; Excel should recalculate them. */
function orderCalculation(root: XmlElement, edits: XmlEdits): void {
  const calculation = childOf(root, 'calcPr');
  if (calculation) {
    edits.setAttribute(calculation, 'fullCalcOnLoad', '1');
    return;
  }
  const before = BEFORE_CALCULATION.map((local) => childOf(root, local)).find(
    (element) => element !== undefined,
  );
  edits.insert(before?.end ?? root.closeStart, `<${prefixOf(root)}calcPr calcId="0" fullCalcOnLoad="1"/>`);
}

interface PartChanges {
  /** New part -> its original part. */
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  /** New part -> its content type. */
  readonly typed: ReadonlyMap<string, string>;
  readonly workbookPart: string;
}

const TEMPLATE_TYPE = /(?<=\.)template(?=\.(?:macroEnabled\.)?main\+xml$)/;

/** The list of content types for the parts that are written. A template (.xltx, .xltm) becomes a workbook. */
export function writtenContentTypes(
  file: TemplatePackage,
  { added, removed, typed, workbookPart }: PartChanges,
): string {
  const { source, root } = file.xml('[Content_Types].xml');
  const edits = new XmlEdits(source);
  for (const element of root.children) {
    const part = (element.attributes.PartName ?? '').slice(1);
    if (removed.has(part)) edits.remove(element);
    const type = element.attributes.ContentType ?? '';
    if (part === workbookPart && TEMPLATE_TYPE.test(type))
      edits.setAttribute(element, 'ContentType', type.replace(TEMPLATE_TYPE, 'sheet'));
  }
  const prefix = prefixOf(root);
  const types = [...added].map(([part, like]) => [part, file.contentType(like)] as const);
  for (const [part, type] of [...types, ...typed]) {
    const xml = `<${prefix}Override PartName="/${attributeText(part)}" ContentType="${attributeText(type)}"/>`;
    edits.insert(root.closeStart, xml);
  }
  return edits.apply();
}

/** An additional relationship of a copied part. */
export interface AddedRelationship {
  readonly id: string;
  /** The original relationship. */
  readonly like: string;
  readonly target: string;
  /** Whether the target is an address outside of the file. */
  readonly isExternal?: boolean;
}

/** The relationships of a copied part, which point to copies if there are any. */
export function copiedRelationships(
  file: TemplatePackage,
  part: string,
  copies: ReadonlyMap<string, string>,
  added: readonly AddedRelationship[] = [],
  removed: { has(id: string): boolean } = new Set(),
): string | undefined {
  if (file.relationships(part).length === 0) return undefined;
  const edits = new XmlEdits(file.xml(relationshipsPath(part)).source);
  for (const { id, target, isExternal, element } of file.relationships(part)) {
    if (removed.has(id)) edits.remove(element);
    const copy = copies.get(target);
    // A copy is in the folder of its original, so that all other targets remain valid.
    if (copy !== undefined && !isExternal) edits.setAttribute(element, 'Target', relativeTarget(part, copy));
  }
  const { root } = file.xml(relationshipsPath(part));
  for (const { id, like, target, isExternal = false } of added) {
    const type = file.relationships(part).find((each) => each.id === like)?.element.attributes.Type ?? '';
    const xml = `<${prefixOf(root)}Relationship Id="${id}" Type="${attributeText(type)}" Target="${attributeText(isExternal ? target : relativeTarget(part, target))}"${isExternal ? ' TargetMode="External"' : ''}/>`;
    edits.insert(root.closeStart, xml);
  }
  return edits.apply();
}
