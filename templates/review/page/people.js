// @ts-check
/* The heat map of people by day: searched, a page at a time, every number opens where it comes from. */

const PEOPLE_SHOWN = 40;

function People() {
  const [search, setSearch] = useState('');
  const [first, setFirst] = useState(0);
  const [opened, setOpened] = useState(/** @type {Opened | null} */ (null));
  const wanted = searchable(search);
  const found = DATA.people.filter((person) =>
    searchable(`${person.name} ${person.number ?? ''} ${placesOf(person)}`).includes(wanted),
  );
  const isOnPaper = usePaper();
  const begin = isOnPaper ? 0 : first;
  const shown = isOnPaper ? found : found.slice(first, first + PEOPLE_SHOWN);
  const find = (/** @type {{ target: HTMLInputElement }} */ event) => {
    setSearch(event.target.value);
    setFirst(0);
  };
  if (DATA.people.length === 0) return '';
  return html`<section class="days" aria-labelledby="people"><h2 id="people">${t('peopleByDay')}</h2>
    <p class="tools"><label>${t('search')} <input type="search" value=${search} onInput=${find} /></label>
      <span aria-live="polite" class="quiet">${t('shownOf', { first: found.length === 0 ? 0 : begin + 1, last: begin + shown.length, all: found.length })}</span>
      <button type="button" disabled=${first === 0} onClick=${() => setFirst(first - PEOPLE_SHOWN)}>${t('back')}</button>
      <button type="button" disabled=${first + PEOPLE_SHOWN >= found.length} onClick=${() => setFirst(first + PEOPLE_SHOWN)}>${t('next')}</button></p>
    <div class="scroll days-box" role="group" aria-label=${t('peopleByDay')} tabindex="0"><table class="heat">
      <caption class="unseen">${t('peopleByDay')}</caption>
      <thead><tr><th scope="col">${t('name')}</th>${DATA.days.map(
        (day) =>
          html`<th scope="col" class=${`number ${day.free ? 'free' : ''}`} title=${day.holiday ?? ''}>${day.weekday}<br />${Number(day.date.slice(8))}</th>`,
      )}<th scope="col" class="number sum">${t('total')}</th>${HAS_ESTIMATES && html`<th scope="col" class="number sum">${t('estimated')}</th>`}${HAS_ACCOUNTS && html`<th scope="col" class="number sum">${t('accountBefore')}</th><th scope="col" class="number sum">${t('accountAfter')}</th>`}</tr></thead>
      <tbody>${shown.map((person) => html`<${PersonRow} key=${person.id} person=${person} open=${setOpened} />`)}</tbody>
    </table></div>
    ${opened && html`<${Explanation} opened=${opened} close=${() => setOpened(null)} />`}</section>`;
}

/** Whether the page is being printed: nobody can turn to the next people on paper. */
function usePaper() {
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

/** Shifts stand in for entries: a column of their own, never among the worked time. */
const HAS_ESTIMATES = DATA.people.some(
  (/** @type {Person} */ { estimatedMinutes }) => estimatedMinutes !== undefined,
);

const HAS_ACCOUNTS = DATA.people.some((/** @type {Person} */ { account }) => account !== undefined);

/** The balance of the hours account before and after the period. @param {Person} person */
function accountCells({ account }) {
  if (!HAS_ACCOUNTS) return [];
  return account === undefined ? ['', ''] : account.map(signed);
}

/**
 * @param {{ person: Person, open: (opened: Opened) => void, days?: readonly number[], sums?: any[],
 *   write?: (minutes: number) => string, tone?: (minutes: number) => string }} props
 */
function PersonRow({ person, open, days = person.days, sums = sumsOf(person), write = time, tone = heat }) {
  const first = days.findIndex((minutes) => minutes !== 0);
  return html`<tr onKeyDown=${moveByArrow}><th scope="row"><bdi>${person.name}</bdi></th>${DATA.days.map(
    (day, index) => {
      const minutes = days[index] ?? 0;
      return html`<td class=${`number ${tone(minutes)} ${day.free ? 'free' : ''}`}>${
        minutes === 0
          ? ''
          : html`<button type="button" tabindex=${index === first ? 0 : -1} onClick=${() => open({ person, day })}>${write(minutes)}</button>`
      }</td>`;
    },
  )}${sums.map((sum) => html`<td class="number">${sum}</td>`)}</tr>`;
}

/** @type {Readonly<Record<string, readonly [across: number, row: 'previousElementSibling' | 'nextElementSibling' | null]>>} */
const ARROWS = {
  ArrowLeft: [-1, null],
  ArrowRight: [1, null],
  ArrowUp: [0, 'previousElementSibling'],
  ArrowDown: [0, 'nextElementSibling'],
};

/** The Tab key stops once a person; arrow keys lead to the next number. @param {KeyboardEvent} event */
function moveByArrow(event) {
  const cell = /** @type {Element} */ (event.target).closest('td');
  const [across, sibling] = ARROWS[event.key] ?? [];
  if (cell === null || across === undefined) return;
  event.preventDefault();
  let row = /** @type {HTMLTableRowElement | null} */ (cell.parentElement);
  let column = cell.cellIndex;
  while (row !== null) {
    column += across;
    if (sibling) row = /** @type {HTMLTableRowElement | null} */ (row[sibling]);
    const next = row?.cells[column];
    if (next === undefined) return;
    const button = next.querySelector('button');
    if (button !== null) return button.focus();
  }
}

/** @param {Person} person */
function sumsOf(person) {
  const worked = html`<strong>${time(person.workedMinutes)}</strong>`;
  const estimated = HAS_ESTIMATES ? [time(person.estimatedMinutes ?? 0)] : [];
  return [worked, ...estimated, ...accountCells(person)];
}

/** From 0 (nothing) to 5 (over ten hours). @param {number} worked */
function heat(worked) {
  if (worked === 0) return 'heat-0';
  return `heat-${[240, 420, 510, 600].filter((limit) => worked > limit).length + 1}`;
}

/** @param {{ opened: Opened, close: () => void }} props */
function Explanation({ opened: { person, day }, close }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // Opened before the browser draws it: a key pressed at once finds it open.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const entries = DATA.entries?.[person.id]?.[day.date] ?? [];
  return html`<dialog ref=${dialog} onClose=${close} aria-labelledby="explained">
    <h3 id="explained"><bdi>${person.name}</bdi> · ${day.weekday} ${day.dateText}</h3>
    ${
      entries.length > 0 &&
      html`<table><thead><tr><th scope="col">${t('start')}</th><th scope="col">${t('end')}</th><th scope="col" class="number">${t('worked')}</th><th scope="col">${t('establishment')}</th></tr></thead>
      <tbody>${entries.map(
        (entry) =>
          html`<tr><td>${
            DATA.entryAddress
              ? portalLink(
                  DATA.entryAddress.replaceAll('{id}', () => encodeURIComponent(entry[4])),
                  entry[0],
                )
              : entry[0]
          }</td><td>${entry[1]}</td><td class="number">${time(entry[2])}</td><td><bdi>${entry[3]}</bdi></td></tr>`,
      )}</tbody></table>`
    }
    <p>${t('explainWith')}</p><pre><code>${`paytally explain ${DATA.period} --employer ${DATA.employerKey} --employee ${person.id} --date ${day.date}`}</code></pre>
    <p><button type="button" onClick=${() => dialog.current?.close()}>${t('close')}</button></p></dialog>`;
}

/** @param {Row} person */
function placesOf(person) {
  return (person.places ?? []).map((/** @type {number} */ index) => DATA.places[index]).join('; ');
}
