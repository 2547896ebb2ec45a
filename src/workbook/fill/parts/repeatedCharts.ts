import { descendantsOf } from '../../xml/xmlElement.js';
import type { Band } from '../language/band.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { repetitions } from '../sheet/repetitions.js';
import { anchorRows, anchorsOf, bandAround, relationsOf } from './drawing.js';

/** A chart that stands wholly in repeated rows: each repetition has one of its own. */
export interface RepeatedChart {
  /** The drawing that shows it, and the part that it is. */
  readonly drawing: string;
  readonly part: string;
  /** In the drawing. */
  readonly relationship: string;
  readonly band: Band;
  /** Rows of the template. */
  readonly from: number;
  readonly to: number;
}

/** The charts of a sheet that stand in repeated rows. */
export function repeatedCharts(sheet: DrawnSheet, file: TemplatePackage): RepeatedChart[] {
  if (!sheet.moves) return [];
  return file.related(sheet.partName, 'drawing').flatMap((drawing) => {
    const charts = new Map(
      file
        .relationships(drawing)
        .filter(({ type }) => type === 'chart' || type === 'chartEx')
        .map(({ id, target }) => [id, target] as const),
    );
    return anchorsOf(file.xml(drawing)).flatMap((anchor) => {
      const band = bandAround(anchor, sheet);
      const rows = anchorRows(anchor, sheet);
      if (band === sheet.root || !rows) return [];
      return [...relationsOf(anchor)].flatMap(({ id }): RepeatedChart[] => {
        const part = charts.get(id);
        if (part === undefined) return [];
        return [{ drawing, part, relationship: id, band, from: rows.from.row, to: rows.to.row }];
      });
    });
  });
}

/** The repetitions with data of a chart's rows. */
export function chartInstances({ band, from, to }: RepeatedChart, { rows }: PlacedSheet): number[] {
  return [...repetitions(rows, from, to)]
    .map(({ instance }) => instance)
    .filter((instance) => !rows.isBlank(band, instance));
}

/** Names of things in repeated rows that are no charts and cannot be there many times: SmartArt, slicers. */
export function otherFrames(sheet: DrawnSheet, file: TemplatePackage): string[] {
  const charts = new Set(repeatedCharts(sheet, file).map(({ relationship }) => relationship));
  return file.related(sheet.partName, 'drawing').flatMap((drawing) =>
    (sheet.moves ? anchorsOf(file.xml(drawing)) : [])
      .filter((anchor) => bandAround(anchor, sheet) !== sheet.root)
      // Also within groups, and within choices between versions of Excel.
      .flatMap((anchor) => [...descendantsOf(anchor, 'graphicFrame')])
      .filter((frame) => ![...relationsOf(frame)].some(({ id }) => charts.has(id)))
      .map((frame) => [...descendantsOf(frame, 'cNvPr')][0]?.attributes.name ?? 'an object'),
  );
}
