// @ts-check
/* A table that sorts by its headings and shows a page of its rows at a time; all of them on paper. */

const PAGE_ROWS = 50;

/**
 * @param {{ id: string, caption: string, columns: Column[], rows: Row[], start?: { column: number, down: boolean } }} props
 */
function SortedTable({ id, caption, columns, rows, start }) {
  const [order, setOrder] = useState(start ?? { column: -1, down: false });
  const [count, setShown] = useState(PAGE_ROWS);
  const shown = usePaper() ? rows.length : count;
  const sorted = order.column < 0 ? rows : [...rows].sort(byColumn(columns[order.column], order.down));
  const toggle = (/** @type {number} */ column) =>
    setOrder({ column, down: order.column === column ? !order.down : columns[column].number === true });
  return html`<div class="scroll" role="group" aria-label=${caption} tabindex="0">
      <table id=${id}>
        <caption class="unseen">${caption}</caption>
        <thead><tr>${columns.map(
          (column, index) => html`<th scope="col" class=${column.number ? 'number' : ''}
            aria-sort=${order.column === index ? (order.down ? 'descending' : 'ascending') : 'none'}>
            <button type="button" onClick=${() => toggle(index)}>${column.title}<span aria-hidden="true"
              class="arrow">${order.column === index ? (order.down ? ' ▾' : ' ▴') : ''}</span></button></th>`,
        )}</tr></thead>
        <tbody>${sorted
          .slice(0, shown)
          .map(
            (row) =>
              html`<tr key=${row.key}>${columns.map((column, index) => cellOf(column, row, index))}</tr>`,
          )}</tbody>
      </table>
    </div>
    ${
      sorted.length > shown &&
      html`<p class="more"><button type="button" onClick=${() => setShown(shown + PAGE_ROWS * 4)}>${t(
        'showMore',
        {
          shown,
          all: sorted.length,
        },
      )}</button></p>`
    }`;
}

/** @param {Column} column @param {Row} row @param {number} index */
function cellOf(column, row, index) {
  const content = column.show(row);
  const classes = [column.number ? 'number' : '', column.tone?.(row) ?? ''].filter(Boolean).join(' ');
  return index === 0
    ? html`<th scope="row" class=${classes}><bdi>${content}</bdi></th>`
    : html`<td class=${classes}>${column.number ? content : html`<bdi>${content}</bdi>`}</td>`;
}

/** @param {Column} column @param {boolean} down @returns {(a: Row, b: Row) => number} */
function byColumn(column, down) {
  const turn = down ? -1 : 1;
  return (a, b) => {
    const [x, y] = [column.value(a), column.value(b)];
    if (typeof x === 'number' && typeof y === 'number') return turn * (x - y);
    return turn * COLLATOR.compare(String(x ?? ''), String(y ?? ''));
  };
}
