// @ts-check
/* The work list: by cause, with filters; then clock change and control. */

/** Of a cause, before the rest opens. */
const LINES_FIRST = 10;

/** Of a cause at a time, the rest included: a page of thousands stays quick. */
const LINES_SHOWN = 500;

function WorkList() {
  const [severity, setSeverity] = useState('');
  const [place, setPlace] = useState('');
  const groups = DATA.work
    .filter((group) => severity === '' || group.severity === severity)
    .map((group) => ({ ...group, lines: group.lines.filter((line) => place === '' || line.place === place) }))
    .filter((group) => group.lines.length > 0);
  const places = [...new Set(DATA.work.flatMap(({ lines }) => lines.map((line) => line.place)))]
    .filter(Boolean)
    .sort(COLLATOR.compare);
  const severities = [...new Set(DATA.work.map((group) => group.severity))];
  return html`<section aria-labelledby="work"><h2 id="work">${t('workList')}</h2>
    ${
      DATA.work.length === 0
        ? html`<p class="good">${t('nothingToDo')}</p>`
        : html`<p class="tools">
      ${Choice(
        t('severity'),
        severity,
        setSeverity,
        severities.map((name) => [name, DATA.severities[name] ?? name]),
      )}
      ${Choice(
        t('establishment'),
        place,
        setPlace,
        places.map((name) => [name, name]),
      )}</p>
    ${groups.map((group) => html`<${WorkGroup} key=${`${group.code} ${group.reason}`} group=${group} open=${groups.length < 4} />`)}`
    }</section>`;
}

/** @param {string} label @param {string} value @param {(value: string) => void} set @param {string[][]} options */
function Choice(label, value, set, options) {
  return html`<label>${label} <select value=${value} onChange=${(/** @type {{ target: HTMLSelectElement }} */ event) => set(event.target.value)}>
    <option value="">${t('all')}</option>${options.map(([key, text]) => html`<option value=${key}>${text}</option>`)}</select></label>`;
}

/** The first lines stand open, so that the next cause is near; the rest opens, and is printed whole. @param {{ group: WorkGroup, open: boolean }} props */
function WorkGroup({ group, open }) {
  const [shown, setShown] = useState(LINES_SHOWN);
  const { lines } = group;
  // Nobody can ask paper for more.
  useEffect(() => {
    const showAll = () => setShown(lines.length);
    window.addEventListener('beforeprint', showAll);
    return () => window.removeEventListener('beforeprint', showAll);
  }, [lines.length]);
  const first = lines.length > LINES_FIRST + 1 ? LINES_FIRST : lines.length;
  return html`<details open=${open} class=${`work ${group.reason ? 'settled' : group.severity}`}><summary><strong>${group.title}</strong>
      <span class="badge">${group.reason ? t('accepted') : DATA.severities[group.severity]}</span> <span class="quiet">${lines.length} · ${group.code}</span></summary>
    <p>${group.remedy}${group.actor && ` (${group.actor})`}</p>${group.reason && html`<p class="good">${t('acceptedBecause', { reason: group.reason })}</p>`}
    <${WorkLines} lines=${lines.slice(0, first)} />
    ${
      lines.length > first &&
      html`<details class="rest"><summary>${t('restOfLines', { count: lines.length - first })}</summary>
    <${WorkLines} lines=${lines.slice(first, shown)} />
    ${
      lines.length > shown &&
      html`<p class="more"><button type="button" onClick=${() => setShown(shown + LINES_SHOWN)}>${t('showMore', { shown, all: lines.length })}</button></p>`
    }</details>`
    }</details>`;
}

/** @param {{ lines: WorkGroup['lines'] }} props */
function WorkLines({ lines }) {
  return html`<ul>${lines.map(
    (line) =>
      html`<li>${line.date && html`<time datetime=${line.date}>${line.dateText}</time> `}${
        line.who && html`<strong><bdi>${line.who}</bdi></strong> `
      }${line.place && html`<span class="quiet"><bdi>${line.place}</bdi>${t('afterPlace')}</span> `}<bdi>${line.message}</bdi>${line.url && html` ${portalLink(line.url, t('openRecord'))}`}</li>`,
  )}</ul>`;
}

/** Day, clock and offset: each stays on one line. @param {string} text */
function stamp(text) {
  return text.split(' ').map((part) => html`<span class="held">${part}</span>${' '}`);
}

function ClockChange() {
  if (DATA.clock.length === 0) return '';
  const show = (/** @type {string} */ name) => (/** @type {Row} */ row) => row[name];
  return html`<section aria-labelledby="clock"><h2 id="clock">${t('clockChange')}</h2>
    <${SortedTable} id="clock-table" caption=${t('clockChange')} rows=${DATA.clock} columns=${[
      { title: t('name'), show: show('name'), value: show('name') },
      { title: t('start'), show: (/** @type {Row} */ row) => stamp(row.start), value: show('startsAt') },
      { title: t('end'), show: (/** @type {Row} */ row) => stamp(row.end), value: show('endsAt') },
      minutes(t('realTime'), (row) => row.elapsedMinutes),
      minutes(t('clockTime'), (row) => row.clockMinutes),
      minutes(t('worked'), (row) => row.workedMinutes),
      minutes(t('paid'), (row) => row.paidMinutes),
    ]} /></section>`;
}

function Control() {
  return html`<section aria-labelledby="control"><h2 id="control">${t('control')}</h2>
    <table><thead><tr><th scope="col">${t('category')}</th><th scope="col" class="number">${t('entries')}</th><th scope="col" class="number">${t('hours')}</th></tr></thead>
    <tbody>${DATA.control.map(
      (line) =>
        html`<tr class=${line.strong ? 'strong' : ''}><th scope="row">${line.title}</th><td class="number">${line.entries}</td><td class="number">${time(line.minutes)}</td></tr>`,
    )}</tbody></table>
    <p class="quiet">${t('proof')}</p><p class="quiet">${DATA.facts}</p></section>`;
}
