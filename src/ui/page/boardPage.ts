/* All employers: the state of each period, what blocks it, and the next step. What blocks comes first. */
import type { BoardAnswer, BoardLineAnswer } from '../boardRoutes.js';
import { post } from './client.js';
import { LongTable } from './dataTable.js';
import { HoursBars } from './hoursBars.js';
import { NextBar, StepButton, stepText } from './nextBar.js';
import {
  Badge,
  ChoiceField,
  Deliveries,
  FailureBox,
  fromInput,
  Search,
  useAttempt,
  useData,
  Waiting,
} from './parts.js';
import { html, useEffect, useMemo, useState, type View } from './preact.js';
import { linkTo } from './router.js';
import { hours, moment, monthText, ownMoment, period, periodText, t } from './texts.js';
import { useJob } from './work.js';

const ROW_HEIGHT = 44;

/** How many earlier months can be shown. */
const EARLIER = ['0', '2', '5', '11'];

/** The states whose periods can be read anew before their final. */
const OPEN_STATES = ['blocked', 'unread', 'ready'];

/** Reads the periods that are not final, one after the other; the lines are loaded again once it has ended. */
function ReadAll({ lines, reload }: { lines: readonly BoardLineAnswer[]; reload: () => void }): View {
  const { failure, isBusy, attempt } = useAttempt();
  const job = useJob('read-all', '', '');
  const open = lines.filter(({ state }) => OPEN_STATES.includes(state));
  const orders = open.map((line) => ({ employer: line.employer, period: periodText(line.period) }));
  const isRunning = job?.state === 'running';
  useEffect(() => {
    if (job !== undefined && !isRunning) reload();
  }, [job?.id, isRunning]);
  return html`<button type="button" disabled=${isBusy || isRunning || open.length === 0} onClick=${() => attempt(() => post('/api/read-all', { orders }))}>${t('board.readAll', { count: open.length })}</button><${FailureBox} failure=${failure ?? job?.failure ?? undefined} />`;
}

export function BoardPage(): View {
  const [asked, setAsked] = useState('');
  const [search, setSearch] = useState('');
  const [state, setState] = useState('');
  const [count, setCount] = useState('2');
  const { answer, failure, isLoading, reload } = useData<BoardAnswer>('/api/board', {
    period: asked || undefined,
    earlier: count,
  });
  const lines = answer?.lines ?? [];
  const shown = useMemo(() => {
    const wanted = search.toLowerCase();
    return lines.filter(
      (line) =>
        (state === '' || line.state === state) &&
        (`${line.employer} ${line.name}`.toLowerCase().includes(wanted) ||
          line.exceptions.some(({ code, title }) => `${code} ${title}`.toLowerCase().includes(wanted))),
    );
  }, [lines, search, state]);
  const countOf = (each: string) => lines.filter((line) => line.state === each).length;
  const [first] = shown;
  const states = (answer?.states ?? []).map((each) => [
    each,
    `${t(`terminal.state.${each}`)} (${countOf(each)})`,
  ]);
  return html`<h1>${t('board.title')}</h1>
    <${FailureBox} failure=${failure} />
    <p class="tools">
      <label>${t('board.period')} <input type="month" value=${asked} onChange=${fromInput(setAsked)} /></label>
      <${Search} label=${t('board.filter')} value=${search} set=${setSearch} />
      <${ChoiceField} label=${t('board.state')} value=${state} options=${{ '': t('all'), ...Object.fromEntries(states) }} set=${setState} />
      <${ChoiceField} label=${t('board.earlier')} value=${count} options=${Object.fromEntries(EARLIER.map((each) => [each, each]))} set=${setCount} />
      <button type="button" onClick=${reload}>${t('board.reload')}</button>
      <${ReadAll} lines=${shown} reload=${reload} />
      <span class="quiet" aria-live="polite">${isLoading ? t('loading') : t('board.shown', { shown: shown.length, all: lines.length })}</span></p>
    ${answer === undefined && failure === undefined ? html`<${Waiting} />` : html`<${BoardTable} lines=${shown} />${first && html`<${NextBar} place=${first} isNamed=${true} />`}`}`;
}

const COLUMNS = [
  'employer',
  'days',
  'state',
  'step',
  'blocks',
  'waiting',
  'deliveries',
  'hours',
  'next',
] as const;

function BoardTable({ lines }: { lines: readonly BoardLineAnswer[] }): View {
  const [first] = lines;
  if (first === undefined) return html`<p>${t('board.none')}</p>`;
  const months = first.earlier.map(({ month }) => monthText(month, 'short'));
  // A button is no use on paper, and a year of months needs the width of the bars.
  const heads = COLUMNS.map((name) => {
    const text = t(`board.${name}`);
    return name === 'step' || name === 'hours' ? { text, class: 'screen' } : text;
  });
  return html`<${LongTable} key=${months.length} label=${t('board.title')} heads=${[...heads, ...months]} boxClass="board"
    rows=${lines} rowHeight=${ROW_HEIGHT} row=${(line: BoardLineAnswer) => html`<${BoardRow} key=${line.employer} line=${line} />`} />`;
}

function BoardRow({ line }: { line: BoardLineAnswer }): View {
  const { employer, name, state, since, exceptions, counts, deliveries, waitingFor, problem, next, earlier } =
    line;
  const [owing, ...owingToo] = waitingFor;
  const owed = waitingFor.map(({ who, items, since: from }) =>
    t('board.owes', { who, count: items, at: moment(from) }),
  );
  const now = line.hours.at(-1) ?? null;
  const [most, ...others] = [...exceptions].sort((a, b) => b.count - a.count);
  return html`<tr><th scope="row"><a href=${linkTo('month', employer, periodText(line.period))}><bdi>${name}</bdi></a></th>
    <td>${period(line.period)}</td>
    <td title=${problem ? `${problem.message} ${problem.remedy}` : ''}><${Badge} state=${state} />${counts !== null && counts.blocking > 0 && state === 'blocked' && html` <span class="held">${t('step.resolve.open', { count: counts.blocking })}</span>`}${problem && html` <span class="less">${problem.code}</span>`}${since && html` <span class="quiet held">${t('board.since', { at: moment(since) })}</span>`}</td>
    <td class="screen" title=${stepText(line.step)}><${StepButton} place=${line} /></td>
    <td title=${exceptions.map(({ title, count }) => `${count} × ${title}`).join('\n')}>${most && html`${most.count} × ${most.title}`}${others.length > 0 && html` <span class="quiet">${t('board.more', { count: others.length })}</span>`}</td>
    <td title=${owed.join('\n')}>${owing && html`<bdi>${owing.who}</bdi> <span class="quiet">${t('board.since', { at: moment(owing.since) })}</span>`}${owingToo.length > 0 && html` <span class="quiet">+${owingToo.length}</span>`}</td>
    <td><${Deliveries} deliveries=${deliveries} /></td>
    <td class="number screen">${now !== null && html`${hours(now)} <${HoursBars} months=${line.hours} />`}</td>
    <td class="quiet">${next && ownMoment(next.at)}</td>
    ${earlier.map(
      ({ month, state: before }) =>
        html`<td><a href=${linkTo('month', employer, month)}><span class="unseen">${name} ${monthText(month)} </span>${before === 'unread' ? html`<span class="unseen">${t('terminal.state.unread')}</span><span aria-hidden="true">–</span>` : html`<${Badge} state=${before} />`}</a></td>`,
    )}</tr>`;
}
