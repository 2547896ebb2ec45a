/* Rows of a long table: only those in sight are drawn. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useRef, useState } from './preact.js';

interface VirtualRows {
  /** For the element that scrolls. */
  readonly scroller: { current: HTMLDivElement | null };
  readonly rows: readonly number[];
  /** Height of what is not drawn above and below, in pixels. */
  readonly above: number;
  readonly below: number;
}

/** @param rowHeight in pixels, before a row was measured. On paper all rows are drawn. */
export function useVirtualRows(count: number, rowHeight: number): VirtualRows {
  const scroller = useRef<HTMLDivElement | null>(null);
  const [, redraw] = useState(0);
  const isOnPaper = usePaper();
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw((before) => before + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, Element>(options));
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  if (isOnPaper)
    return { scroller, rows: Array.from({ length: count }, (_, index) => index), above: 0, below: 0 };
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const below = last === undefined ? 0 : Math.max(0, virtualizer.getTotalSize() - last.end);
  return { scroller, rows: items.map(({ index }) => index), above: first?.start ?? 0, below };
}

/** Whether the page is being printed: paper does not scroll. */
function usePaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    const begin = () => setOnPaper(true);
    const end = () => setOnPaper(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isOnPaper;
}
