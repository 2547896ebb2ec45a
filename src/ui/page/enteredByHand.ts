/* What to enter by hand in payroll systems that cannot import corrections: a sheet to print, and to tick off. */
import type { MonthAnswer } from '../months.js';
import { DataTable, numberHead } from './dataTable.js';
import { type HandRow, handRows, type Reasons, type TypedAmount } from './lateGroups.js';
import { CheckField, Dialog, fromInput, toggled } from './parts.js';
import { html, useEffect, useState, type View } from './preact.js';
import { day, moment, period as periodName, periodOf, t } from './texts.js';

interface HandEntriesProps {
  readonly month: MonthAnswer;
  readonly amounts: readonly TypedAmount[];
  /** The lines that the chosen rows settle. */
  readonly entered: Reasons;
  readonly set: (entered: Reasons) => void;
  readonly titleOf: (template: string) => string;
}

export function HandEntries({ month, amounts, entered, set, titleOf }: HandEntriesProps): View {
  const rows = handRows(amounts);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState(() =>
    t('late.enteredReason', { day: moment(new Date().toISOString()).slice(0, 10) }),
  );
  const [isPrinting, setPrinting] = useState(false);
  const isAll = chosen.length === rows.length;
  useEffect(() => {
    const lines = rows.filter(({ key }) => chosen.includes(key)).flatMap(linesOf);
    const why = reason.trim();
    set(why === '' ? {} : Object.fromEntries(lines.map((line) => [line, why])));
  }, [chosen, reason]);
  // After a correction, nothing is chosen.
  useEffect(() => {
    if (Object.keys(entered).length === 0 && chosen.length > 0 && reason.trim() !== '') setChosen([]);
  }, [amounts]);
  const box = ({ key, first }: HandRow) =>
    html`<input type="checkbox" aria-label=${t('late.enteredOf', { who: first.who, code: first.code })} checked=${chosen.includes(key)} onChange=${() => setChosen(toggled(chosen, key))} />`;
  return html`<section aria-labelledby="by-hand"><h3 id="by-hand">${t('late.byHand')}</h3>
    <p class="tools"><button type="button" onClick=${() => setPrinting(true)}>${t('late.sheet')}</button>
      <${CheckField} label=${t('late.enteredAll')} isChecked=${isAll} set=${() => setChosen(isAll ? [] : rows.map(({ key }) => key))} /></p>
    <${HandTable} rows=${rows} titleOf=${titleOf} box=${box} />
    ${chosen.length > 0 && html`<p><label>${t('late.enteredWhy', { count: chosen.length })}<br /><input type="text" size="50" value=${reason} onInput=${fromInput(setReason)} /></label></p>`}
    ${isPrinting && html`<${Sheet} ...${{ month, rows, titleOf }} close=${() => setPrinting(false)} />`}</section>`;
}

const linesOf = ({ amounts }: HandRow) => amounts.flatMap(({ lines }) => lines);

interface HandTableProps {
  readonly rows: readonly HandRow[];
  readonly titleOf: (template: string) => string;
  /** What the last cell of a row has. */
  readonly box: (row: HandRow) => View;
}

/** A row for each person and code, with the amount of each payroll system. */
function HandTable({ rows, titleOf, box }: HandTableProps): View {
  const systems = [...new Set(rows.flatMap(({ amounts }) => amounts.map(({ template }) => template)))];
  const hasCenters = rows.some(({ first }) => first.costCenter !== null);
  const names = ['number', 'who', 'code', ...(hasCenters ? ['costCenter'] : []), 'period'];
  const heads = [
    ...names.map((name) => t(`hand.${name}`)),
    ...systems.map((name) => numberHead(titleOf(name))),
    t('late.isEntered'),
  ];
  return html`<${DataTable} label=${t('late.byHand')} heads=${heads}>${rows.map((row) => {
    const { number, who, code, costCenter, date, period, note } = row.first;
    return html`<tr key=${row.key}><td>${number}</td><th scope="row"><bdi>${who}</bdi>${note !== null && html`<br /><span class="quiet"><bdi>${note}</bdi></span>`}</th><td><bdi>${code}</bdi></td>${hasCenters && html`<td><bdi>${costCenter ?? ''}</bdi></td>`}<td>${date === null ? periodOf(period) : day(date)}</td>
      ${systems.map((system) => html`<td class="number"><strong>${amountsIn(row, system)}</strong></td>`)}
      <td>${box(row)}</td></tr>`;
  })}<//>`;
}

function amountsIn({ amounts }: HandRow, system: string): string {
  const own = amounts.filter(({ template }) => template === system);
  return own.map(({ type }) => type).join('; ');
}

interface SheetProps extends Pick<HandTableProps, 'rows' | 'titleOf'> {
  readonly month: MonthAnswer;
  readonly close: () => void;
}

/** The sheet on paper, with a box to tick and a place to sign. */
function Sheet({ month, rows, titleOf, close }: SheetProps): View {
  return html`<${Dialog} title=${html`<bdi>${month.name}</bdi> · ${periodName(month.period)} · ${t('late.byHand')}`} close=${close}>
    <${HandTable} rows=${rows} titleOf=${titleOf} box=${() => html`<span aria-hidden="true">☐</span>`} />
    <div class="signature row"><div>${t('cover.name')}</div><div>${t('cover.date')}</div><div>${t('cover.signature')}</div></div>
    <p class="screen"><button type="button" class="main" onClick=${() => print()}>${t('cover.print')}</button></p><//>`;
}
