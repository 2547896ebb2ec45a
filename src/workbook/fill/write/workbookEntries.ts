import { problemText } from '../../problem.js';
import { WorkbookError } from '../../workbookError.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import type { ZipEntry } from '../../zip/writeZip.js';
import { filledLinks } from '../frame/filledLinks.js';
import { relationshipsPath } from '../package/partPath.js';
import { chartSheets, movedChart } from '../parts/chart.js';
import { fillProperties, propertyParts } from '../parts/documentProperties.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import type { DefinedName, TemplatePlan } from '../plan/templatePlan.js';
import { type ListedCopy, listedCopies, MediaParts, pictureType } from './listedCopies.js';
import { type AddedRelationship, copiedRelationships, PartNames, writtenContentTypes } from './packageLists.js';
import type { PlacedWorkbook } from './placedWorkbook.js';
import { type ListedSheet, movedName, removeTitles, writtenWorkbook, writtenWorkbookRelationships } from './workbookPart.js';
import { encoded, type OwnParts, writtenChartCopies, writtenPivotCache, writtenSheetPart } from './writtenParts.js';

/** The texts of the names that belong to a copy of a repeated sheet. */
type LocalNames = ReadonlyMap<DefinedName, string>;

/** The parts of the filled workbook, one after the other; rows are made while they are asked for. */
export function* workbookEntries(workbook: PlacedWorkbook): Generator<ZipEntry> {
  const { plan, refusals } = workbook;
  const { file, workbookPart } = plan;
  const names = new PartNames(file.parts.keys());
  const media = new MediaParts(names);
  const listed = listedCopies(workbook, names, media);
  const chains = file.related(workbookPart, 'calcChain');
  const added = new Map(
    listed.flatMap(({ added: isAdded, parts, own }) => [
      ...(isAdded ? [...parts].map(([like, part]) => [part, like] as const) : []),
      ...own.charts
        .flatMap(({ others }) => others)
        .flatMap((other) => [...other.parts].map(([like, part]) => [part, like] as const)),
    ]),
  );
  const types = writtenContentTypes(file, {
    ...{ added, removed: new Set(chains), workbookPart },
    typed: new Map([...media.parts].map(([path, part]) => [part, pictureType(path)])),
  });
  yield { name: '[Content_Types].xml', content: encoded(types) };
  const done = new Set(['[Content_Types].xml', ...chains]);
  const localNames = new Map<ListedCopy, LocalNames>();
  for (const each of listed) localNames.set(each, yield* sheetEntries(each, workbook, done));
  for (const [part, bytes] of file.parts) {
    if (!done.has(part))
      yield { name: part, content: otherPart(part, workbook, listed, localNames) ?? bytes };
  }
  for (const [path, part] of media.parts) {
    yield { name: part, content: workbook.pictureFiles?.get(path) ?? new Uint8Array() };
  }
  if (refusals.list.length === 0) return;
  const told = refusals.list.map(problemText).join('\n');
  throw new WorkbookError('RENDER_REFUSED', told, { record: file.subject, problems: refusals.list });
}

/** Writes the parts of a sheet; gives the names that belong to it. */
function* sheetEntries(
  { copy, parts, own }: ListedCopy,
  workbook: PlacedWorkbook,
  done: Set<string>,
): Generator<ZipEntry, LocalNames> {
  const { plan } = workbook;
  const sheet = workbook.sheetOf(copy);
  for (const [part, written] of parts) {
    yield { name: written, content: writtenSheetPart(part, sheet, workbook, own) };
    done.add(part);
    const links = part === copy.drawn.partName ? copy.drawn.links : undefined;
    const added = links ? linkRelationships(sheet, plan) : addedRelationships(part, own);
    if (copy.copy === 0 && added.length === 0 && !links?.size) continue;
    const relationships = copiedRelationships(plan.file, part, parts, added, links);
    if (relationships === undefined) continue;
    yield { name: relationshipsPath(written), content: encoded(relationships) };
    if (copy.copy === 0) done.add(relationshipsPath(written));
  }
  for (const chart of own.charts) yield* writtenChartCopies(chart, sheet, workbook);
  const names = plan.names.filter((each) => copy.drawn.isRepeated && each.sheet === copy.drawn);
  return new Map(names.map((each) => [each, movedName(each, plan, sheet)] as const));
}

/** Each repetition of a chart but the first has a relationship of its own in the drawing, as have chosen pictures. */
function addedRelationships(drawing: string, { charts, pictures }: OwnParts): AddedRelationship[] {
  const ofCharts = charts
    .filter((chart) => chart.drawing === drawing)
    .flatMap(({ relationship: like, part, others }) =>
      others.map(({ relationship: id, parts }) => ({ id, like, target: parts.get(part) ?? part })),
    );
  const ofPictures = pictures
    .filter((picture) => picture.drawing === drawing)
    .flatMap(({ relationship: like, relations }) =>
      [...relations.values()].map(({ id, part: target }) => ({ id, like, target })),
    );
  return [...ofCharts, ...ofPictures];
}

/** Links with placeholders have an address for each repetition. */
function linkRelationships(sheet: PlacedSheet, { context }: TemplatePlan): AddedRelationship[] {
  return filledLinks(sheet, context).map(({ id, like, address }) => {
    return { id, like, target: address, isExternal: true };
  });
}

/** A part that belongs to no sheet in particular; undefined if it stays as it is. */
function otherPart(
  part: string,
  workbook: PlacedWorkbook,
  listed: readonly ListedCopy[],
  localNames: ReadonlyMap<ListedCopy, LocalNames>,
): Uint8Array | undefined {
  const { plan } = workbook;
  const { file, workbookPart } = plan;
  if (part === workbookPart)
    return encoded(writtenWorkbook(workbook, listedSheets(plan, listed, localNames)));
  if (part === relationshipsPath(workbookPart)) {
    const added = listed.flatMap(({ added: own, parts, copy: { drawn } }) => {
      return own
        ? [{ relationship: own.relationship, part: parts.get(drawn.partName) ?? '', like: drawn.partName }]
        : [];
    });
    return encoded(writtenWorkbookRelationships(plan, part, added));
  }
  if (file.related(workbookPart, 'styles').includes(part)) {
    const styles = plan.formats.written();
    return styles === undefined ? undefined : encoded(styles);
  }
  if (file.related(workbookPart, 'pivotCacheDefinition').includes(part))
    return writtenPivotCache(part, workbook);
  if (propertyParts(plan).includes(part)) return properties(part, workbook);
  return chartOfChartSheet(part, workbook);
}

function listedSheets(
  { sheetElements }: TemplatePlan,
  listed: readonly ListedCopy[],
  localNames: ReadonlyMap<ListedCopy, LocalNames>,
): ListedSheet[] {
  return sheetElements.flatMap((element): ListedSheet[] => {
    const copies = listed.filter(({ copy }) => sheetElements[copy.drawn.index] === element);
    if (copies.length === 0)
      return [{ element, name: element.attributes.name ?? '', added: undefined, localNames: new Map() }];
    return copies.map((each) => {
      const { copy, added } = each;
      return { element, name: copy.name, added, localNames: localNames.get(each) ?? new Map() };
    });
  });
}

function properties(part: string, { plan, copies, outside }: PlacedWorkbook): Uint8Array | undefined {
  const isSame =
    copies.every(({ drawn, name, copy }) => copy === 0 && name === drawn.name) &&
    !plan.names.some((each) => each.isDropped);
  const { source, root } = plan.file.xml(part);
  const edits = new XmlEdits(source);
  fillProperties(root, edits, plan, outside);
  if (!isSame) removeTitles(root, edits);
  return edits.isEmpty ? undefined : encoded(edits.apply());
}

function chartOfChartSheet(part: string, { plan, outside, cells }: PlacedWorkbook): Uint8Array | undefined {
  if (!chartSheets(plan).some(({ charts }) => charts.includes(part))) return undefined;
  const place = { sheet: outside, band: plan.outside.band, context: plan.context, instance: 0 };
  return encoded(movedChart(plan.file.xml(part), place, plan, cells));
}
