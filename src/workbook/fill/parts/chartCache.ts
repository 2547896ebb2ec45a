import { escapeXml } from '../../xml/escapeXml.js';
import { childOf, prefixOf, type XmlElement } from '../../xml/xmlElement.js';
import type { CellResult } from '../formula/cellResult.js';
import type { OutputCells } from '../formula/outputArea.js';
import type { OutputArea } from '../formula/rangeTotals.js';

/** What Excel draws of one series. */
const MOST_POINTS = 32_000;

/**
 * The values that a chart remembers of its cells, for viewers that do not calculate; undefined where they are not
 * known here, so that nothing wrong is drawn.
 * @param cache the element as the template has it, `numCache` or `strCache`
 */
export function chartCache(
  cache: XmlElement,
  source: string,
  area: OutputArea,
  cells: OutputCells,
): string | undefined {
  const points = valuesOf(area, cells)?.map((value) => pointText(value, cache.local));
  if (!points || points.includes(undefined)) return undefined;
  const prefix = prefixOf(cache);
  const format = childOf(cache, 'formatCode');
  const written = points.map((text, index) =>
    text === ''
      ? ''
      : `<${prefix}pt idx="${index}"><${prefix}v>${escapeXml(text ?? '')}</${prefix}v></${prefix}pt>`,
  );
  const count = `<${prefix}ptCount val="${points.length}"/>`;
  const head = format ? source.slice(format.start, format.end) : '';
  return `<${cache.name}>${head}${count}${written.join('')}</${cache.name}>`;
}

function valuesOf(
  { sheet, top, bottom, left, right }: OutputArea,
  cells: OutputCells,
): CellResult[] | undefined {
  if ((bottom - top + 1) * (right - left + 1) > MOST_POINTS) return undefined;
  const values: CellResult[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) values.push(cells.valueOf(sheet, row, column));
  }
  return values;
}

/** '' for a gap; undefined for what only Excel can tell: results it calculates, and numbers in their formats. */
function pointText(value: CellResult, cache: string): string | undefined {
  if (value === null) return '';
  if (cache === 'numCache') return typeof value === 'number' ? String(value) : undefined;
  return typeof value === 'string' ? value : undefined;
}
