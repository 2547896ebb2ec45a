import { MAX_COLUMNS } from '../cells/address.js';
import { outputRowSpans } from '../placement/movedAreas.js';
import { childOf, childrenOf, prefixOf, type XmlElement } from '../xml/xml.js';
import { replaceList, type SheetEdits } from './sheetEdits.js';

/** The element of one or more columns in the output. */
interface ColumnSpan {
  readonly from: number;
  readonly to: number;
  readonly element: XmlElement | undefined;
  /** A width in digits, if it is not the drawn one. */
  readonly width?: number;
}

/**
 * Widths and formats of columns: repeated columns have the drawn ones, others fit their content.
 * @param widths of columns that fit their content
 */
export function editColumns(root: XmlElement, edits: SheetEdits, widths: ReadonlyMap<number, number>): void {
  const list = childOf(root, 'cols');
  const { drawn, columns } = edits.sheet;
  if (widths.size === 0 && !(list && drawn.hasColumnBands)) return;
  const spans = childrenOf(list, 'col').flatMap((element): ColumnSpan[] => {
    const [min, max] = [Number(element.attributes.min), Number(element.attributes.max)];
    const moved = outputRowSpans(columns, min, max).filter(({ top }) => top <= MAX_COLUMNS);
    return moved.map(({ top, bottom }) => ({ from: top, to: Math.min(MAX_COLUMNS, bottom), element }));
  });
  const fitted = [...widths].map(([column, width]): ColumnSpan => {
    const element = spans.find(({ from, to }) => from <= column && column <= to)?.element;
    return { from: column, to: column, element, width };
  });
  const rest = spans.flatMap((span) => withoutColumns(span, widths));
  const written = [...rest, ...fitted]
    .sort((a, b) => a.from - b.from)
    .map((span) => spanXml(span, root, edits));
  if (list) replaceList(list, written, edits);
  else edits.insert(childOf(root, 'sheetData')?.start ?? root.closeStart, columnsXml(written, root));
}

function columnsXml(columns: readonly string[], root: XmlElement): string {
  const name = `${prefixOf(root)}cols`;
  return `<${name}>${columns.join('')}</${name}>`;
}

/** The parts of a span between columns with widths of their own. */
function withoutColumns(span: ColumnSpan, widths: ReadonlyMap<number, number>): ColumnSpan[] {
  const inside = [...widths.keys()].filter((column) => span.from <= column && column <= span.to);
  const borders = [span.from - 1, ...inside.sort((a, b) => a - b), span.to + 1];
  return borders.slice(1).flatMap((border, index) => {
    const [from, to] = [(borders[index] ?? 0) + 1, border - 1];
    return from <= to ? [{ ...span, from, to }] : [];
  });
}

function spanXml({ from, to, element, width }: ColumnSpan, root: XmlElement, edits: SheetEdits): string {
  const shown = width === undefined ? undefined : String(Math.round(width * 100) / 100);
  if (!element) return `<${prefixOf(root)}col min="${from}" max="${to}" width="${shown}" customWidth="1"/>`;
  return edits.copy(element, (copy) => {
    copy.setAttribute(element, 'min', String(from));
    copy.setAttribute(element, 'max', String(to));
    if (shown === undefined) return;
    copy.setAttribute(element, 'width', shown);
    copy.setAttribute(element, 'customWidth', '1');
  });
}
