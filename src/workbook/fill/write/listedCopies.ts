import { partsOfSheet } from '../package/partsOfSheet.js';
import { PICTURE_TYPES } from '../parts/dataPictures.js';
import type { SheetCopy } from '../plan/placedSheet.js';
import type { TemplatePlan } from '../plan/templatePlan.js';
import type { PartNames } from './packageLists.js';
import type { ChosenPicture, PlacedChart, PlacedWorkbook } from './placedWorkbook.js';
import type { ListedSheet } from './workbookPart.js';
import type { NamedChart, NamedPicture, OwnParts, RenamedTables } from './writtenParts.js';

/** A sheet that is written, with the names of its parts and what the workbook part says of it. */
export interface ListedCopy {
  readonly copy: SheetCopy;
  /** Parts of the template -> their names in the output. */
  readonly parts: ReadonlyMap<string, string>;
  readonly added: ListedSheet['added'];
  readonly own: OwnParts;
}

/** The parts that files of pictures become, each once in a workbook. */
export class MediaParts {
  readonly parts = new Map<string, string>();

  constructor(readonly names: PartNames) {}

  of(path: string): string {
    const kind = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    const part = this.parts.get(path) ?? this.names.like(`xl/media/image1.${kind}`);
    this.parts.set(path, part);
    return part;
  }
}

export function pictureType(path: string): string {
  return PICTURE_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'image/png';
}

function namedPicture(picture: ChosenPicture, media: MediaParts): NamedPicture {
  const paths = [...new Set(picture.files.values())].filter((path) => path !== undefined);
  const { relationship, picture: element } = picture;
  const relations = paths.map((path, index) => {
    return [path, { id: `${relationship}_${element.start}_${index}`, part: media.of(path) }] as const;
  });
  return { ...picture, relations: new Map(relations) };
}

export function listedCopies(
  { plan, copies, charts, pictures }: PlacedWorkbook,
  names: PartNames,
  media: MediaParts,
): ListedCopy[] {
  const ids = new Set(plan.file.relationships(plan.workbookPart).map((each) => each.id));
  let sheetId = Math.max(0, ...plan.sheetElements.map((element) => Number(element.attributes.sheetId)));
  let tableId = Math.max(0, ...[...plan.tables.values()].map(({ table }) => table.id));
  let relationshipNumber = 1;
  const freeRelationship = (): string => {
    while (ids.has(`rId${relationshipNumber}`)) relationshipNumber++;
    return `rId${relationshipNumber++}`;
  };
  return copies.map((copy) => {
    const isFirst = copy.copy === 0;
    const parts = partsOfSheet(plan.file, copy.drawn.partName, (part) => (isFirst ? part : names.like(part)));
    const own = {
      tables: renamedTables(copy, plan, () => ++tableId),
      charts: (charts.get(copy) ?? []).map((chart) => namedChart(chart, plan, names)),
      pictures: (pictures.get(copy) ?? []).map((picture) => namedPicture(picture, media)),
    };
    const added = isFirst ? undefined : { sheetId: ++sheetId, relationship: freeRelationship() };
    return { copy, parts, added, own };
  });
}

function namedChart(chart: PlacedChart, { file }: TemplatePlan, names: PartNames): NamedChart {
  const taken = new Set(file.relationships(chart.drawing).map(({ id }) => id));
  const others = chart.instances.slice(1).map((instance) => {
    const relationship = `${chart.relationship}_${instance}`;
    const parts = partsOfSheet(file, chart.part, (part) => names.like(part));
    return { instance, relationship: taken.has(relationship) ? `${relationship}_` : relationship, parts };
  });
  return { ...chart, others };
}

function renamedTables({ tableNames }: SheetCopy, plan: TemplatePlan, nextId: () => number): RenamedTables {
  return new Map(
    [...tableNames].flatMap(([key, name]) => {
      const part = plan.tables.get(key)?.table.partName;
      return part === undefined ? [] : [[part, { name, id: nextId() }] as const];
    }),
  );
}
