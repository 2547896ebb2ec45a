import { chartSheets, codePicture, movedChart } from '../drawings/chartsAndPictures.js';
import { fillProperties, propertyParts } from '../drawings/shapeTexts.js';
import { filledLinks } from '../frame/repeatedElements.js';
import { joined } from '../messages.js';
import { relationshipsPath, type TemplatePackage } from '../package/templatePackage.js';
import type { DefinedName, TemplatePlan } from '../template/templatePlan.js';
import { problemMessage, WorkbookError } from '../workbookError.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import type { ZipEntry } from '../zip/writeZip.js';
import type { ListedCopy, ListedSheet, OwnParts } from './listedCopies.js';
import { type PlacedWorkbook, pictureType } from './placedWorkbook.js';
import {
  type AddedRelationship,
  copiedRelationships,
  movedName,
  toBytes,
  writtenChartCopies,
  writtenContentTypes,
  writtenPivotCache,
  writtenSheetPart,
  writtenWorkbook,
} from './writtenParts.js';

type LocalNames = ReadonlyMap<DefinedName, string>;

/** The parts of the filled workbook, in order; rows are generated on demand. */
export function* workbookEntries(workbook: PlacedWorkbook): Generator<ZipEntry> {
  const { plan, refusals, media, copies: listed } = workbook;
  const { file, workbookPart } = plan;
  const chains = file.related(workbookPart, 'calcChain');
  const gone = listed.flatMap(({ copy, own }) => (copy.copy === 0 ? [...own.gone] : []));
  const omitted = partsOnlyOf([...omittedSheets(plan, listed), ...gone], plan);
  const added = new Map(
    listed.flatMap(({ added: isAdded, parts, own }) => [
      ...(isAdded ? [...parts].map(([like, part]) => [part, like] as const) : []),
      ...own.charts
        .flatMap(({ others }) => others)
        .flatMap((other) => [...other.parts].map(([like, part]) => [part, like] as const)),
    ]),
  );
  const types = writtenContentTypes(file, {
    added,
    removed: new Set([...chains, ...omitted]),
    workbookPart,
    typed: new Map([...media.parts].map(([path, part]) => [part, pictureType(path)])),
  });
  yield { name: '[Content_Types].xml', content: toBytes(types) };
  const done = new Set(['[Content_Types].xml', ...chains, ...omitted]);
  const localNames = new Map<ListedCopy, LocalNames>();
  for (const each of listed) localNames.set(each, yield* sheetEntries(each, workbook, done));
  for (const [part, bytes] of file.parts) {
    if (!done.has(part)) yield { name: part, content: otherPart(part, workbook, localNames) ?? bytes };
  }
  for (const [path, part] of media.parts) {
    yield { name: part, content: codePicture(path) ?? workbook.pictureFiles?.get(path) ?? new Uint8Array() };
  }
  if (refusals.list.length === 0) return;
  const lines = joined(refusals.list.map(problemMessage));
  throw new WorkbookError('RENDER_REFUSED', lines, { record: file.subject, problems: refusals.list });
}

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
    const added = links
      ? filledLinks(sheet, plan.context).map(({ id, like, address }) => {
          return { id, like, target: address, isExternal: true };
        })
      : addedRelationships(part, own);
    const removed = new Set([...(links?.keys() ?? []), ...relationsTo(own.gone, part, plan)]);
    if (copy.copy === 0 && added.length === 0 && removed.size === 0) continue;
    if (copy.copy === 0) done.add(relationshipsPath(part));
    if (added.length === 0 && removed.size === plan.file.relationships(part).length) continue;
    const relationships = copiedRelationships(plan.file, part, parts, added, removed);
    if (relationships === undefined) continue;
    yield { name: relationshipsPath(written), content: toBytes(relationships) };
  }
  for (const chart of own.charts) yield* writtenChartCopies(chart, sheet, workbook);
  const names = plan.names.filter((each) => copy.drawn.isRepeated && each.sheet === copy.drawn);
  return new Map(
    names.flatMap((each) => {
      const text = movedName(each, plan, sheet);
      return text === undefined ? [] : [[each, text] as const];
    }),
  );
}

/** The relationships of a part to parts that are left out. */
function relationsTo(gone: ReadonlySet<string>, part: string, { file }: TemplatePlan): string[] {
  return file.relationships(part).flatMap(({ id, target }) => (gone.has(target) ? [id] : []));
}

/** Each repetition of a chart except the first has its own relationship in the drawing, and so do chosen pictures. */
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

/** A part outside of sheets; undefined if it remains unchanged. */
function otherPart(
  part: string,
  workbook: PlacedWorkbook,
  localNames: ReadonlyMap<ListedCopy, LocalNames>,
): Uint8Array | undefined {
  const { plan, copies: listed } = workbook;
  const { file, workbookPart } = plan;
  if (part === workbookPart)
    return toBytes(writtenWorkbook(workbook, listedSheets(plan, listed, localNames)));
  if (part === relationshipsPath(workbookPart)) {
    return toBytes(workbookRelationships(plan, listed));
  }
  if (file.related(workbookPart, 'styles').includes(part)) {
    const styles = plan.formats.written();
    return styles === undefined ? undefined : toBytes(styles);
  }
  if (file.related(workbookPart, 'pivotCacheDefinition').includes(part))
    return writtenPivotCache(part, workbook);
  if (propertyParts(plan).includes(part)) return properties(part, workbook);
  if (!chartSheets(plan).some(({ charts }) => charts.includes(part))) return undefined;
  const { outside, cells } = workbook;
  const place = { sheet: outside, band: plan.outside.band, context: plan.context, instance: 0 };
  return toBytes(movedChart(file.xml(part), place, plan, cells));
}

/** A relationship for each added sheet, and none to the calculation chain, because its cells have moved. */
function workbookRelationships(plan: TemplatePlan, listed: readonly ListedCopy[]): string {
  const { file, workbookPart } = plan;
  const known = file.relationships(workbookPart);
  const added = listed.flatMap(({ added: own, parts, copy: { drawn } }): AddedRelationship[] => {
    const like = known.find(({ target }) => target === drawn.partName)?.id ?? '';
    return own ? [{ id: own.relationship, like, target: parts.get(drawn.partName) ?? '' }] : [];
  });
  const omitted = omittedSheets(plan, listed);
  const gone = known.filter(({ type, target }) => type === 'calcChain' || omitted.includes(target));
  const ids = new Set(gone.map(({ id }) => id));
  return copiedRelationships(file, workbookPart, new Map(), added, ids) ?? '';
}

function omittedSheets({ sheets }: TemplatePlan, listed: readonly ListedCopy[]): string[] {
  const shown = new Set(listed.map(({ copy }) => copy.drawn));
  return sheets.filter((sheet) => !shown.has(sheet)).map(({ partName }) => partName);
}

/** These parts, and those that only they refer to: they would remain in the file, unseen. */
function partsOnlyOf(parts: readonly string[], { file }: TemplatePlan): Set<string> {
  if (parts.length === 0) return new Set();
  const all = reachableParts(file, []);
  const kept = reachableParts(file, parts);
  const gone = [...all].filter((part) => !kept.has(part));
  return new Set(gone.flatMap((part) => [part, relationshipsPath(part)]));
}

function reachableParts(file: TemplatePackage, without: readonly string[]): Set<string> {
  const found = new Set(['', ...without]);
  const open = [''];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const { target, isExternal } of file.relationships(part)) {
      if (isExternal || found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  for (const part of without) found.delete(part);
  return found;
}

function listedSheets(
  { sheetElements, sheets }: TemplatePlan,
  listed: readonly ListedCopy[],
  localNames: ReadonlyMap<ListedCopy, LocalNames>,
): ListedSheet[] {
  return sheetElements.flatMap((element): ListedSheet[] => {
    const copies = listed.filter(({ copy }) => sheetElements[copy.drawn.index] === element);
    if (copies.length === 0 && sheets.every(({ index }) => sheetElements[index] !== element))
      return [{ element, name: element.attributes.name ?? '', added: undefined, localNames: new Map() }];
    return copies.map((each) => {
      const { copy, added } = each;
      return { element, name: copy.name, added, localNames: localNames.get(each) ?? new Map() };
    });
  });
}

function properties(part: string, { plan, copies, outside }: PlacedWorkbook): Uint8Array | undefined {
  const isSame =
    copies.every(({ copy: { drawn, name, copy } }) => copy === 0 && name === drawn.name) &&
    !plan.names.some((each) => each.isDropped);
  const { source, root } = plan.file.xml(part);
  const edits = new XmlEdits(source);
  fillProperties(root, edits, plan, outside);
  // The list of tabs would be wrong after a change; it is optional.
  for (const element of root.children) {
    const isList = element.local === 'TitlesOfParts' || element.local === 'HeadingPairs';
    if (isList && !isSame) edits.remove(element);
  }
  return edits.isEmpty ? undefined : toBytes(edits.apply());
}
