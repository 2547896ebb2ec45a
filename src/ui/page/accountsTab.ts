/* Hours accounts: the people who are near a limit or over it, a curve for each, payouts and corrections. */

import type { AccountLine } from '../../app/export/accountLines.js';
import { commandLine, orderWords } from '../../app/session/commandLine.js';
import type { MonthAnswer } from '../months.js';
import { BalanceCurve, SmallCurve } from './balanceCurve.js';
import { LongTable, numberHead } from './dataTable.js';
import type { MonthProps } from './monthState.js';
import { ChoiceField, CommandLine, Dialog, Search } from './parts.js';
import { PayoutForm } from './payoutForm.js';
import { html, useMemo, useState, type View } from './preact.js';
import { hours, signedHours, t } from './texts.js';

const ROW_HEIGHT = 40;
/** The order in which people need attention. */
const STATES = ['over', 'below', 'surplus', 'near-max', 'near-min', 'within'] as const;
const TONES: Readonly<Record<string, string>> = { over: 'less', below: 'less', surplus: 'look' };

export function AccountsTab({ month, period, changed }: MonthProps & { changed: () => void }): View {
  const accounts = month.review?.accounts ?? [];
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<'all' | 'near'>('all');
  const [openedId, setOpened] = useState<string | undefined>(undefined);
  const rows = useMemo(() => {
    const wanted = search.toLowerCase();
    const isShown = ({ name, number, state }: AccountLine) =>
      `${name} ${number ?? ''}`.toLowerCase().includes(wanted) && (shown === 'all' || state !== 'within');
    const rank = ({ state }: AccountLine) => STATES.indexOf(state);
    return accounts.filter(isShown).sort((a, b) => rank(a) - rank(b));
  }, [accounts, search, shown]);
  const opened = accounts.find(({ id }) => id === openedId);
  if (accounts.length === 0)
    return html`<section aria-labelledby="accounts"><h2 id="accounts">${t('accounts.title')}</h2><p>${t('accounts.none')}</p></section>`;
  const near = accounts.filter(({ state }) => state !== 'within').length;
  const figures = FIGURES.filter(
    ({ name, of }) => ALWAYS.includes(name) || accounts.some((line) => of(line) !== 0),
  );
  const heads = [
    t('accounts.who'),
    ...figures.map(({ name }) => numberHead(t(`accounts.${name}`))),
    t('accounts.state'),
    { text: t('accounts.curveTitle'), class: 'screen' },
  ];
  return html`<section aria-labelledby="accounts"><h2 id="accounts">${t('accounts.title')}</h2>
    <p>${t('accounts.near', { count: near })}</p>
    <p class="tools"><${ChoiceField} label=${t('accounts.show')} value=${shown} options=${{ all: t('all'), near: t('accounts.onlyNear') }} set=${setShown} />
      <${Search} label=${t('accounts.find')} value=${search} set=${setSearch} count=${t('board.shown', { shown: rows.length, all: accounts.length })} /></p>
    <${LongTable} label=${t('accounts.title')} heads=${heads} rows=${rows} rowHeight=${ROW_HEIGHT} row=${(line: AccountLine) => html`<${AccountRow} key=${line.id} line=${line} figures=${figures} open=${() => setOpened(line.id)} />`} />
    ${opened && html`<${AccountDialog} ...${{ month, period, changed }} line=${opened} close=${() => setOpened(undefined)} />`}</section>`;
}

interface ShownFigure {
  readonly name: string;
  readonly of: (line: AccountLine) => number;
  readonly text: (minutes: number) => string;
}

/** The figures of a row; those that are 0 for everyone are left out. */
const FIGURES: readonly ShownFigure[] = [
  { name: 'before', of: ({ before }) => before, text: signedHours },
  { name: 'worked', of: ({ worked }) => worked, text: hours },
  { name: 'credits', of: ({ credits }) => credits, text: hours },
  { name: 'target', of: ({ target }) => target, text: hours },
  { name: 'adjustments', of: ({ adjustments }) => adjustments, text: signedHours },
  { name: 'out', of: ({ paidOut, lapsed }) => paidOut + lapsed, text: hours },
  { name: 'after', of: ({ after }) => after, text: signedHours },
];
const ALWAYS: readonly string[] = ['before', 'worked', 'target', 'after'];

interface RowProps {
  readonly line: AccountLine;
  readonly figures: readonly ShownFigure[];
  readonly open: () => void;
}

function AccountRow({ line, figures, open }: RowProps): View {
  const { name, state } = line;
  const cell = ({ name: figure, of, text }: ShownFigure) => {
    const minutes = of(line);
    const shown = minutes === 0 && !ALWAYS.includes(figure) ? '' : text(minutes);
    return html`<td class="number">${figure === 'after' ? html`<strong>${shown}</strong>` : shown}</td>`;
  };
  return html`<tr><th scope="row"><button type="button" class="plain" onClick=${open}><bdi>${name}</bdi></button></th>
    ${figures.map(cell)}<td>${state !== 'within' && html`<span class=${`state ${TONES[state] ?? 'quiet'}`}>${t(`accounts.state.${state}`)}</span>`}</td>
    <td class="screen"><${SmallCurve} ...${line} /></td></tr>`;
}

interface AccountDialogProps extends MonthProps {
  readonly line: AccountLine;
  readonly close: () => void;
  readonly changed: () => void;
}

/** A person's account: the curve, the limits, and what to do about the balance. */
function AccountDialog({ month, period, line, close, changed }: AccountDialogProps): View {
  const { id, name, before, after, max, min } = line;
  const { from, to } = month.period;
  const words = [
    ...orderWords(['explain'], { employer: month.employer, period }),
    '--employee',
    id,
    '--account',
  ];
  return html`<${Dialog} title=${html`<bdi>${name}</bdi>`} close=${close}>
    <p>${t('accounts.fromTo', { before: signedHours(before), after: signedHours(after) })} ${limitsText({ max, min })}</p>
    <${BalanceCurve} ...${line} from=${from} to=${to} />
    <${CommandLine} command=${commandLine(words)} />
    <${PayoutForm} month=${month} line=${line} onSaved=${changed} /><//>`;
}

function limitsText({ max, min }: Pick<AccountLine, 'max' | 'min'>): string {
  return [
    max === null ? '' : t('accounts.most', { limit: signedHours(max) }),
    min === null ? '' : t('accounts.least', { limit: signedHours(min) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whether a month shows hours accounts. */
export function hasAccounts({ account, review }: MonthAnswer): boolean {
  return account !== null && (review?.accounts.length ?? 0) > 0;
}
