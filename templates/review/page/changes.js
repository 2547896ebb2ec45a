// @ts-check
/* Whose hours changed against the period before, and hours per code then and now. */

function Changes() {
  if (!DATA.previous && DATA.changes.length === 0) return '';
  const moved = (/** @type {Row} */ row) => row.afterMinutes - row.beforeMinutes;
  const isLess = (/** @type {Row} */ row) =>
    moved(row) < 0 || row.quantity?.difference.startsWith('−') === true;
  return html`<section aria-labelledby="changes"><h2 id="changes">${t('changes')}</h2>
    ${
      DATA.changes.length === 0
        ? html`<p class="good">${t('nothingUnusual')}</p>`
        : html`<${SortedTable} id="changes-table" caption=${t('changes')} rows=${DATA.changes} columns=${[
            words(t('name'), (row) => row.name),
            words(t('what'), (row) => row.what),
            words(t('payCode'), (row) => row.code),
            {
              ...minutes(t('beforeHeading'), (row) => row.beforeMinutes),
              show: (/** @type {Row} */ row) => row.quantity?.before ?? time(row.beforeMinutes),
            },
            {
              ...minutes(t('now'), (row) => row.afterMinutes),
              show: (/** @type {Row} */ row) => row.quantity?.after ?? time(row.afterMinutes),
            },
            {
              title: t('difference'),
              number: true,
              show: (/** @type {Row} */ row) => row.quantity?.difference ?? signed(moved(row)),
              value: (/** @type {Row} */ row) => Math.abs(moved(row)),
              tone: (/** @type {Row} */ row) => (isLess(row) ? 'less' : 'more'),
            },
            words(t('against'), (row) => row.against),
          ]} />`
    }</section>`;
}

/** A column of text. @param {string} title @param {(row: Row) => string} of @returns {Column} */
function words(title, of) {
  return { title, show: of, value: of };
}

function Codes() {
  if (DATA.codes.length === 0 && DATA.people.length === 0) return html`<p>${t('nothingWorked')}</p>`;
  const known = new Map((DATA.previous?.codes ?? []).map((code) => [`${code.unit} ${code.code}`, code]));
  const rows = DATA.codes.map((code) => {
    const key = `${code.unit} ${code.code}`;
    return { ...code, key, was: known.get(key) };
  });
  const columns = [
    { title: t('payCode'), show: labelOf, value: labelOf },
    {
      title: t('kind'),
      show: (/** @type {Row} */ row) => t(`kind-${row.kind}`),
      value: (/** @type {Row} */ row) => row.kind,
    },
    {
      title: t('people'),
      number: true,
      show: (/** @type {Row} */ row) => row.people,
      value: (/** @type {Row} */ row) => row.people,
    },
    { title: t('now'), number: true, show: amountText, value: (/** @type {Row} */ row) => row.amount },
    ...(DATA.previous
      ? [
          {
            title: t('beforeHeading'),
            number: true,
            show: (/** @type {Row} */ row) => (row.unit === 'minutes' ? time(row.was?.minutes ?? 0) : ''),
            value: (/** @type {Row} */ row) => row.was?.minutes ?? 0,
          },
          {
            title: '%',
            number: true,
            show: (/** @type {Row} */ row) =>
              row.unit === 'minutes' ? change(row.minutes, row.was?.minutes ?? 0) : '',
            value: (/** @type {Row} */ row) => row.minutes - (row.was?.minutes ?? 0),
          },
        ]
      : []),
  ];
  return html`<section aria-labelledby="codes"><h2 id="codes">${t('hoursPerCode')}</h2>
    <${SortedTable} id="codes-table" caption=${t('hoursPerCode')} rows=${rows} columns=${columns} />
    ${rows.some(({ kind }) => kind === 'loading') && html`<p class="quiet">${t('loadingsApart')}</p>`}
    <div class="chart"><h3 id="chart-title">${t('hoursPerDay')}</h3><${DayChart} /></div></section>`;
}

/** @param {Row} row */
function labelOf(row) {
  return row.label === row.code ? row.code : `${row.label} (${row.code})`;
}

/** Hours, times or days. @param {Row} row */
function amountText({ unit, amount }) {
  return unit === 'minutes'
    ? time(amount)
    : t(unit === 'days' ? 'amountDays' : 'amountTimes', { value: amount });
}

/** A column of minutes. @param {string} title @param {(row: Row) => number} of @returns {Column} */
function minutes(title, of) {
  return { title, number: true, show: (row) => time(of(row)), value: of };
}

/** Worked and planned hours of each day. */
function DayChart() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => drawDays(place.current), []);
  return html`<p class="key"><span class="key-bar"></span> ${t('worked')} <span class="key-line"></span> ${t('planned')}</p>
    <div ref=${place} role="img" aria-labelledby="chart-title"></div>`;
}

/** @param {HTMLElement | null} element */
function drawDays(element) {
  if (!element || DATA.days.length === 0) return undefined;
  const hours = (/** @type {number} */ value) => value / 60;
  const ink = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => ink.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--ink'),
    grid: { stroke: color('--line'), width: 1 },
    font: '12px sans-serif',
  };
  const series = (
    /** @type {string} */ label,
    /** @type {string} */ name,
    /** @type {boolean} */ filled,
  ) => ({
    label,
    stroke: color(name),
    width: 2,
    ...(filled ? { fill: color('--bar'), paths: uPlot.paths.bars({ size: [0.7, 24] }) } : {}),
    points: { show: false },
  });
  const chart = new uPlot(
    {
      width: Math.max(300, element.clientWidth),
      height: 220,
      legend: { show: false },
      cursor: { show: false },
      // Half a day at both ends, so that the first and the last bar are whole.
      // Bars stand on zero, or their heights could not be compared.
      scales: {
        x: { time: false, range: () => [-0.6, DATA.days.length - 0.4] },
        y: {
          range: (/** @type {unknown} */ _, /** @type {number} */ __, /** @type {number} */ most) => [
            0,
            most * 1.05 || 1,
          ],
        },
      },
      axes: [
        {
          ...axis,
          values: (/** @type {unknown} */ _, /** @type {number[]} */ at) =>
            at.map((index) => (DATA.days[index] ? dayHeading(DATA.days[index]) : '')),
        },
        { ...axis, size: 56, label: t('hours'), labelSize: 20, labelFont: axis.font },
      ],
      series: [{}, series(t('worked'), '--accent', true), series(t('planned'), '--look', false)],
    },
    [
      DATA.days.map((_, index) => index),
      DATA.days.map((day) => hours(day.workedMinutes)),
      DATA.days.map((day) => hours(day.plannedMinutes)),
    ],
    element,
  );
  const observer = new ResizeObserver(() =>
    chart.setSize({ width: Math.max(300, element.clientWidth), height: 220 }),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}
