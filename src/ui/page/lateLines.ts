/* Each change since the finals once, with all payroll systems in columns. */
import type { CorrectionsAnswer } from '../correctionsAnswer.js';
import { DataTable, numberHead } from './dataTable.js';
import { isByHand, type LateChange, type LateLine, lateChanges, type Reasons } from './lateGroups.js';
import { fromInput, toggled } from './parts.js';
import { html, useMemo, useState, type View } from './preact.js';
import { day, t } from './texts.js';

interface LateLinesProps {
  readonly found: CorrectionsAnswer;
  /** Line -> reason, of all lines that are left out or entered. */
  readonly settled: Reasons;
  /** Of those that are left out. */
  readonly ownReasons: Reasons;
  readonly set: (settled: Reasons) => void;
  /** The name of a payroll system, by its template. */
  readonly titleOf: (template: string) => string;
}

/** The changes, to correct or to leave out with a reason. */
export function LateLines({ found, settled, ownReasons, set, titleOf }: LateLinesProps): View {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const changes = useMemo(() => lateChanges(found.lines), [found]);
  const systems = [...new Set(found.lines.map(({ template }) => template ?? ''))];
  const linesOf = (keys: readonly string[]) =>
    changes.filter(({ key }) => keys.includes(key)).flatMap(({ lines }) => lines.map(({ line }) => line));
  const settle = () => {
    set({ ...ownReasons, ...Object.fromEntries(linesOf(chosen).map((line) => [line, reason.trim()])) });
    setChosen([]);
    setReason('');
  };
  const undo = (key: string) => {
    const own = linesOf([key]);
    set(Object.fromEntries(Object.entries(ownReasons).filter(([line]) => !own.includes(line))));
  };
  const cellOf = (line: LateLine | undefined) => {
    if (line === undefined) return '';
    const why = settled[line.line];
    if (why !== undefined) return html`<span class="good"><bdi>${why}</bdi></span>`;
    return isByHand(line) ? t('late.toEnter') : line.handling;
  };
  const row = ({ key, first, lines }: LateChange) => {
    const { who, date, payCode, before, after, difference, cause } = first;
    const isLeft = lines.every(({ line }) => ownReasons[line] !== undefined);
    const choice = isLeft
      ? html`<button type="button" class="small" onClick=${() => undo(key)}>${t('work.undo')}</button>`
      : html`<input type="checkbox" aria-label=${t('late.choose', { who, date: date ?? '' })} checked=${chosen.includes(key)} onChange=${() => setChosen(toggled(chosen, key))} />`;
    return html`<tr key=${key}><td class="screen">${choice}</td>
        <th scope="row"><bdi>${who}</bdi></th><td>${date && day(date)}</td><td><bdi>${payCode}</bdi></td><td>${before} → ${after}</td><td class="number">${difference}</td><td>${cause}</td>
        ${systems.map((system) => html`<td>${cellOf(lines.find(({ template }) => (template ?? '') === system))}</td>`)}</tr>`;
  };
  const heads = [
    { text: t('late.settle'), class: 'screen' },
    ...['who', 'date', 'code', 'fromTo'].map((name) => t(`late.${name}`)),
    numberHead(t('late.difference')),
    t('late.why'),
    ...systems.map((name) => (name === '' ? t('late.payLines') : titleOf(name))),
  ];
  return html`<p>${t('late.changes', { count: changes.length })}</p>
    <${DataTable} label=${t('late.title')} heads=${heads}>${changes.map(row)}<//>
    ${
      chosen.length > 0 &&
      html`<p class="tools"><label>${t('late.settleReason')} <input type="text" value=${reason} onInput=${fromInput(setReason)} /></label>
      <button type="button" disabled=${reason.trim() === ''} onClick=${settle}>${t('late.settleNow', { count: chosen.length })}</button></p>`
    }`;
}
