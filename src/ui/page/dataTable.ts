/* Tables: on narrow screens headings label the cells; in long tables only visible rows are rendered. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { html, useEffect, useLayoutEffect, useRef, useState, type View } from './preact.js';
import { usePaper } from './reviewComponents.js';

export interface Heading {
  readonly text: View;
  readonly class?: string;
  readonly title?: string;
}

interface TableProps {
  /** The accessible name of the table. */
  readonly label: string;
  readonly heads: readonly (string | Heading)[];
  /** The CSS class of the scrolling container. */
  readonly boxClass?: string;
  readonly tableClass?: string;
  readonly children?: View;
  readonly box?: { current: HTMLDivElement | null };
  /** The number of all rows, if only some are rendered. */
  readonly rowCount?: number;
}

const headingOf = (head: string | Heading): Heading => (typeof head === 'string' ? { text: head } : head);

/** The heading of a numeric column. */
export function numberHead(text: View): Heading {
  return { text, class: 'number' };
}

export function DataTable({
  label,
  heads,
  boxClass = '',
  tableClass = 'wide cards',
  children,
  box,
  rowCount,
}: TableProps): View {
  const table = useRef<HTMLTableElement | null>(null);
  useLayoutEffect(() => {
    if (table.current !== null && tableClass.includes('cards')) labelCells(table.current, heads);
  });
  return html`<div class=${`scroll ${boxClass}`} ref=${box} role="group" tabindex="0" aria-label=${label}>
    <table class=${tableClass} ref=${table} aria-rowcount=${rowCount}><caption class="unseen">${label}</caption>
      <thead><tr>${heads.map(headingOf).map((head) => html`<th scope="col" class=${head.class} title=${head.title}>${head.text}</th>`)}</tr></thead>
      <tbody>${children}</tbody></table></div>`;
}

/** On a narrow screen the style sheet shows a row as a card. */
function labelCells(table: HTMLTableElement, heads: TableProps['heads']): void {
  const texts = heads.map((head) => String(headingOf(head).text));
  for (const row of table.tBodies[0]?.rows ?? [])
    [...row.cells].forEach((cell, index) => {
      if (cell.dataset.label !== texts[index]) cell.dataset.label = texts[index] ?? '';
    });
}

interface LongTableProps<Row> extends Omit<TableProps, 'children' | 'box' | 'rowCount'> {
  readonly rows: readonly Row[];
  /** In pixels, until a row has been measured. */
  readonly rowHeight: number;
  readonly row: (row: Row) => View;
}

/** Rendering a whole page of rows at once would cause a noticeable delay. */
const ROWS_AT_ONCE = 3;

/** Renders only visible rows, but all rows for printing. */
export function LongTable<Row>({ rows, rowHeight, row, ...table }: LongTableProps<Row>): View {
  const box = useRef<HTMLDivElement | null>(null);
  const [, redraw] = useState(0);
  const isOnPaper = usePaper();
  const options = {
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw((before) => before + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLTableRowElement>(options));
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  // Existing rows are reused; only some of the new ones are rendered in each frame.
  const before = useRef({ row, views: new Map<Row, View>() });
  const known = before.current.row === row ? before.current.views : new Map<Row, View>();
  const views = new Map<Row, View>();
  const drawn: number[] = [];
  let [missing, isPartial] = [0, false];
  const gap = (name: string) => {
    const height = missing;
    missing = 0;
    return (
      height > 0 &&
      html`<tr class="gap" key=${name} aria-hidden="true"><td colspan=${table.heads.length} style=${{ height: `${height}px` }}></td></tr>`
    );
  };
  const items = virtualizer.getVirtualItems();
  missing = items[0]?.start ?? 0;
  let budget = ROWS_AT_ONCE;
  const body = items.flatMap(({ index, size }) => {
    const one = rows[index];
    if (one === undefined) return [];
    const view = known.get(one) ?? (budget > 0 ? row(one) : undefined);
    if (view === undefined) {
      missing += size;
      isPartial = true;
      return [];
    }
    if (!known.has(one)) budget -= 1;
    views.set(one, view);
    drawn.push(index);
    return [gap(`before ${index}`), view];
  });
  missing += Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0));
  const end = gap('end');
  useLayoutEffect(() => {
    before.current = { row, views };
    const elements = box.current?.querySelectorAll<HTMLTableRowElement>('tbody > tr:not(.gap)') ?? [];
    if (!isOnPaper)
      drawn.forEach((index, at) => {
        const element = elements[at];
        if (element === undefined) return;
        element.dataset.index = String(index);
        element.ariaRowIndex = String(index + 2);
        virtualizer.measureElement(element);
      });
    if (!isPartial) return undefined;
    const frame = requestAnimationFrame(() => redraw((count) => count + 1));
    return () => cancelAnimationFrame(frame);
  });
  if (isOnPaper) return html`<${DataTable} ...${table} box=${box}>${rows.map(row)}<//>`;
  return html`<${DataTable} ...${table} box=${box} rowCount=${rows.length + 1}>${body}${end}<//>`;
}
