import { problemText } from '../../problem.js';
import { WorkbookError } from '../../workbookError.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import type { ZipEntry } from '../../zip/writeZip.js';
import { chartSheets } from '../check/chartsOfSheet.js';
import { relationshipsPath } from '../package/partPath.js';
import { partsOfSheet } from '../package/partsOfSheet.js';
import { movedChart } from '../parts/chart.js';
import { fillProperties, propertyParts } from '../parts/documentProperties.js';
import { areaFinder, constantFinder } from '../plan/areaFinder.js';
import { WorkbookCells } from '../plan/outputCells.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import type { DefinedName, TemplateWorkbook } from '../plan/templateWorkbook.js';
import { writtenContentTypes } from './contentTypes.js';
import { copiedRelationships } from './copiedRelationships.js';
import { type OutputSheet, placeSheet } from './outputSheets.js';
import { PartNames } from './partNames.js';
import {
  type ListedSheet,
  movedName,
  removeTitles,
  writtenWorkbook,
  writtenWorkbookRelationships,
} from './workbookPart.js';
import { encoded, type RenamedTables, writtenPivotCache, writtenSheetPart } from './writtenParts.js';

/** A sheet that is written, with the names of its parts and what the workbook part says of it. */
interface PlannedSheet extends OutputSheet {
  /** Parts of the template -> their names in the output. */
  readonly parts: ReadonlyMap<string, string>;
  readonly added: ListedSheet['added'];
  readonly tables: RenamedTables;
  readonly localNames: Map<DefinedName, string>;
}

/** The parts of the filled workbook, one after the other; rows are made while they are asked for. */
export function* workbookEntries(
  plan: TemplateWorkbook,
  sheets: readonly OutputSheet[],
): Generator<ZipEntry> {
  const { file, workbookPart } = plan;
  const planned = planSheets(plan, sheets);
  const chains = file.related(workbookPart, 'calcChain');
  const added = new Map(
    planned.flatMap((each) =>
      each.added ? [...each.parts].map(([like, part]) => [part, like] as const) : [],
    ),
  );
  const types = writtenContentTypes(file, { added, removed: new Set(chains), workbookPart });
  yield { name: '[Content_Types].xml', content: encoded(types) };
  const done = new Set(['[Content_Types].xml', ...chains]);
  const cells = new WorkbookCells(
    areaFinder(plan),
    plan.isUncalculated,
    plan.context.settings.counts1904,
    constantFinder(plan),
  );
  for (const each of planned) yield* sheetEntries(each, plan, cells, done);
  for (const [part, bytes] of file.parts) {
    if (!done.has(part)) yield { name: part, content: otherPart(part, plan, planned, cells) ?? bytes };
  }
  const refusals = plan.context.refusals.list;
  if (refusals.length > 0) {
    const told = refusals.map(problemText).join('\n');
    throw new WorkbookError('RENDER_REFUSED', told, { record: file.subject, problems: refusals });
  }
}

function* sheetEntries(
  planned: PlannedSheet,
  plan: TemplateWorkbook,
  cells: WorkbookCells,
  done: Set<string>,
): Generator<ZipEntry> {
  const { sheet, copy, parts, tables, localNames } = planned;
  if (sheet.isRepeated) {
    sheet.tableNames = new Map([...tables].map(([part, { name: to }]) => [tableOf(part, plan), to]));
    placeSheet(planned, plan);
    for (const each of plan.names) if (each.sheet === sheet) localNames.set(each, movedName(each, plan));
  }
  for (const [part, written] of parts) {
    yield {
      name: written,
      content: writtenSheetPart(part, plan, { sheet, copy, context: plan.context }, cells, tables),
    };
    done.add(part);
    if (copy === 0) continue;
    const relationships = copiedRelationships(plan.file, part, parts);
    if (relationships !== undefined)
      yield { name: relationshipsPath(written), content: encoded(relationships) };
  }
}

function tableOf(part: string, plan: TemplateWorkbook): string {
  return [...plan.tables].find(([, { table }]) => table.partName === part)?.[0] ?? '';
}

function planSheets(plan: TemplateWorkbook, sheets: readonly OutputSheet[]): PlannedSheet[] {
  const names = new PartNames(plan.file.parts.keys());
  const ids = new Set(plan.file.relationships(plan.workbookPart).map((each) => each.id));
  let sheetId = Math.max(0, ...plan.sheetElements.map((element) => Number(element.attributes.sheetId)));
  let tableId = Math.max(0, ...[...plan.tables.values()].map(({ table }) => table.id));
  let relationshipNumber = 1;
  const freeRelationship = (): string => {
    while (ids.has(`rId${relationshipNumber}`)) relationshipNumber++;
    return `rId${relationshipNumber++}`;
  };
  return sheets.map((each) => {
    const { sheet, copy } = each;
    const parts = partsOfSheet(plan.file, sheet.partName, (part) => (copy === 0 ? part : names.like(part)));
    const tables = copy === 0 ? new Map() : renamedTables(sheet, copy, plan, () => ++tableId);
    const added = copy === 0 ? undefined : { sheetId: ++sheetId, relationship: freeRelationship() };
    return { ...each, parts, added, tables, localNames: new Map() };
  });
}

function renamedTables(
  sheet: TemplateSheet,
  copy: number,
  plan: TemplateWorkbook,
  nextId: () => number,
): RenamedTables {
  const own = [...plan.tables.values()].filter((each) => each.sheet === sheet);
  const isTaken = (name: string): boolean =>
    plan.tables.has(name.toLowerCase()) ||
    plan.names.some((each) => each.name.toLowerCase() === name.toLowerCase());
  return new Map(
    own.map(({ table }) => {
      let name = `${table.name}_${copy + 1}`;
      while (isTaken(name)) name += '_';
      return [table.partName, { name, id: nextId() }] as const;
    }),
  );
}

/** A part that belongs to no sheet in particular; undefined if it stays as it is. */
function otherPart(
  part: string,
  plan: TemplateWorkbook,
  planned: readonly PlannedSheet[],
  cells: WorkbookCells,
): Uint8Array | undefined {
  const { file, workbookPart } = plan;
  if (part === workbookPart) return encoded(writtenWorkbook(plan, listedSheets(plan, planned)));
  if (part === relationshipsPath(workbookPart)) {
    const added = planned.flatMap(({ added: own, parts, sheet }) => {
      return own
        ? [{ relationship: own.relationship, part: parts.get(sheet.partName) ?? '', like: sheet.partName }]
        : [];
    });
    return encoded(writtenWorkbookRelationships(plan, part, added));
  }
  if (file.related(workbookPart, 'styles').includes(part)) {
    const styles = plan.formats.written();
    return styles === undefined ? undefined : encoded(styles);
  }
  if (file.related(workbookPart, 'pivotCacheDefinition').includes(part)) return writtenPivotCache(part, plan);
  if (propertyParts(plan).includes(part)) return properties(part, plan, planned);
  return chartOfChartSheet(part, plan, cells);
}

function listedSheets(plan: TemplateWorkbook, planned: readonly PlannedSheet[]): ListedSheet[] {
  return plan.sheetElements.flatMap((element): ListedSheet[] => {
    const copies = planned.filter(({ sheet }) => plan.sheetElements[sheet.index] === element);
    if (copies.length === 0)
      return [{ element, name: element.attributes.name ?? '', added: undefined, localNames: new Map() }];
    return copies.map(({ name, added, localNames }) => ({ element, name, added, localNames }));
  });
}

function properties(
  part: string,
  plan: TemplateWorkbook,
  planned: readonly PlannedSheet[],
): Uint8Array | undefined {
  const isSame =
    planned.every(({ sheet, name, copy }) => copy === 0 && name === sheet.name) &&
    !plan.names.some((each) => each.isDropped);
  const { source, root } = plan.file.xml(part);
  const edits = new XmlEdits(source);
  fillProperties(root, edits, plan);
  if (!isSame) removeTitles(root, edits);
  return edits.isEmpty ? undefined : encoded(edits.apply());
}

function chartOfChartSheet(
  part: string,
  plan: TemplateWorkbook,
  cells: WorkbookCells,
): Uint8Array | undefined {
  const { file, sheets, context } = plan;
  const [first] = sheets;
  if (!first || !chartSheets(plan).some(({ charts }) => charts.includes(part))) return undefined;
  return encoded(movedChart(file.xml(part), first, context, cells));
}
