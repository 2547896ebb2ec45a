/* Payroll IDs in a table: typed or pasted from a spreadsheet. Each step can be undone. */
import type { ShownWork } from '../../app/session/shownMonth.js';
import type { PayrollIds } from '../../app/setup/payrollIds.js';
import type { PayrollIdRow } from '../../domain/people/payrollIdTable.js';
import { LongTable } from './dataTable.js';
import { keepDraft, readDraft, useKeptDraft } from './draft.js';
import { fromInput, Prose, Search } from './parts.js';
import { html, useState, type View } from './preact.js';
import { changeText, type PartProps, SaveChange } from './setupChange.js';
import { hours, t } from './texts.js';

/** A new payroll ID and its first day; without one, the row itself changes. */
interface NewNumber {
  readonly number: string;
  readonly from?: string;
}

/** By employee ID. A payroll ID is kept together with its day: without it, it would change closed months. */
type NewNumbers = Readonly<Record<string, NewNumber>>;

/** Of dated rows, only the newest of each person can change here: earlier ones are what closed months were paid by. */
function newestRows(rows: readonly PayrollIdRow[]): ReadonlySet<PayrollIdRow> {
  const newest = new Map<string, PayrollIdRow>();
  for (const row of rows) {
    const known = newest.get(row.employeeId);
    if (known === undefined || (row.from ?? '') >= (known.from ?? '')) newest.set(row.employeeId, row);
  }
  return new Set(newest.values());
}

const ROW_HEIGHT = 44;

/** Employee ID -> what the person did in the months that were read. */
interface IdsAnswer extends PayrollIds {
  readonly work: Readonly<Record<string, ShownWork>>;
}

/** The name of a person: of the list, or else of the month that was read. One without a name is known by number and place. */
function personName({ name, employeeId, number }: PayrollIdRow, work: ShownWork | undefined): string {
  if (name !== employeeId) return name;
  if (work !== undefined && work.name !== employeeId) return work.name;
  const known = [number && t('setup.numberOnly', { number }), work?.places[0]].filter(Boolean);
  return known.length === 0 ? t('setup.unknownPerson') : known.join(' · ');
}

function workText(work: ShownWork | undefined): string {
  if (work === undefined) return '';
  const { places, days, minutes } = work;
  return [places.join(', '), t('setup.worked', { days, hours: hours(minutes) })].filter(Boolean).join(' · ');
}

export function PayrollIdsPart({ employer, answer, reload }: PartProps<IdsAnswer>): View {
  const draft = `setup ${employer} ids`;
  const [steps, setSteps] = useState<readonly NewNumbers[]>(() => [{}, readDraft<NewNumbers>(draft) ?? {}]);
  const [unmatched, setUnmatched] = useState<readonly string[]>([]);
  // The IDs of the employees whose payroll ID was refused.
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const [search, setSearch] = useState('');
  const edited = steps.at(-1) ?? {};
  const { rows } = answer;
  const newest = newestRows(rows);
  const canChange = (line: PayrollIdRow) => newest.has(line);
  const saved = Object.fromEntries([...newest].map(({ employeeId, number }) => [employeeId, number]));
  const ids = Object.fromEntries(Object.entries(edited).filter(([id, { number }]) => saved[id] !== number));
  const change = (more: NewNumbers) => setSteps([...steps.slice(-200), { ...ids, ...more }]);
  const numbered = (id: string, number: string): NewNumbers => ({ [id]: { ...ids[id], number } });
  const wanted = search.toLowerCase();
  const shown = rows.filter(({ name, number, employeeId }) =>
    `${name} ${number} ${employeeId}`.toLowerCase().includes(wanted),
  );
  const paste = (text: string, row: PayrollIdRow): boolean => {
    const lines = pastedLines(text);
    if (lines.length < 2 && (lines[0]?.length ?? 0) < 2) return false;
    const { found, unknown } = matchPasted(lines, shown.filter(canChange), row, rows.filter(canChange));
    setUnmatched(unknown);
    change(Object.assign({}, ...Object.entries(found).map(([id, number]) => numbered(id, number))));
    return true;
  };
  const undo = () => setSteps(steps.length > 1 ? steps.slice(0, -1) : steps);
  useKeptDraft(draft, ids);
  const row = (line: PayrollIdRow) => {
    const { employeeId, number, status, from, to } = line;
    const name = personName(line, answer.work[employeeId]);
    const days = from === null && to === null ? '' : t('setup.rowDays', { from: from ?? '', to: to ?? '' });
    const isRefused = refused?.split(' ').includes(employeeId) ?? false;
    const attributes = {
      class: employeeId in ids ? 'is-changed' : '',
      'aria-label': t('setup.numberOf', { name }),
      ...(isRefused ? { 'aria-invalid': true, 'aria-describedby': 'ids-problem' } : {}),
      onPaste: (event: ClipboardEvent) => {
        if (paste(event.clipboardData?.getData('text') ?? '', line)) event.preventDefault();
      },
    };
    const changed = ids[employeeId];
    const commit = (value: string) => change(numbered(employeeId, value));
    const keep = (value: string) => keepDraft(draft, { ...ids, ...numbered(employeeId, value) });
    const begin = (day: string) =>
      change({ [employeeId]: { number: changed?.number ?? number, ...(day === '' ? {} : { from: day }) } });
    const beginning = html`<label class="quiet">${t('setup.fromDate')} <input type="date" value=${changed?.from ?? ''} aria-label=${t('setup.fromDateOf', { name })} onChange=${fromInput(begin)} /></label>`;
    const cell = canChange(line)
      ? html`<${IdField} value=${changed?.number ?? number} ...${{ keep, commit, attributes }} /> ${changed && beginning}`
      : html`<span class="quiet">${number}</span>`;
    return html`<tr key=${`${employeeId} ${from ?? ''}`}><th scope="row" title=${employeeId}><bdi>${name}</bdi>${status === 'gone' && html` <span class="state quiet">${t('setup.gone')}</span>`}${days !== '' && html` <span class="quiet">${days}</span>`}</th>
      <td>${cell}</td><td class="quiet">${workText(answer.work[employeeId])}</td></tr>`;
  };
  const count = Object.keys(ids).length;
  const summary = rows
    .filter((line) => canChange(line) && line.employeeId in ids)
    .map((line) => {
      const name = personName(line, answer.work[line.employeeId]);
      return changeText(name, line.number, ids[line.employeeId]?.number ?? '');
    });
  if (answer.path === null) return html`<p><${Prose} text=${t('setup.noFile')} /></p>`;
  return html`<p>${t('setup.idsText')}</p>
    <p class="tools"><${Search} label=${t('setup.find')} value=${search} set=${setSearch} />
      <button type="button" disabled=${steps.length < 2} onClick=${undo}>${t('setup.undo')}</button>
      <span class="quiet" role="status">${t('setup.changed', { count, missing: rows.filter(({ employeeId, number, status }) => (ids[employeeId]?.number ?? number) === '' && status !== 'gone').length })}</span></p>
    ${unmatched.length > 0 && html`<div class="problem" role="alert"><p><strong class="less">${t('setup.unmatched', { count: unmatched.length })}</strong></p><p>${unmatched.slice(0, 20).join('\n')}</p></div>`}
    <div id="ids-problem"><${SaveChange} employer=${employer} change=${{ ids }} isEmpty=${count === 0} summary=${summary} onSaved=${reload} onRefused=${setRefused} discard=${() => setSteps([...steps, {}])} /></div>
    <${LongTable} label=${t('setup.ids')} heads=${['person', 'number', 'work'].map((name) => t(`setup.${name}`))} boxClass="board" rows=${shown} rowHeight=${ROW_HEIGHT} row=${row} />`;
}

interface IdFieldProps {
  readonly value: string;
  /** Keeps what is typed in case the page is reloaded before the user leaves the field. */
  readonly keep: (text: string) => void;
  readonly commit: (value: string) => void;
  /** All other attributes of the field. */
  readonly attributes: object;
}

/**
 * Keeps what is typed until the user leaves the field, whatever else is rendered meanwhile. What is typed belongs to the
 * value that it began with: with another one (Undo), it is shown no longer.
 */
function IdField({ value, keep, commit, attributes }: IdFieldProps): View {
  const [typed, setTyped] = useState<{ readonly over: string; readonly text: string } | undefined>(undefined);
  const text = typed?.over === value ? typed.text : value;
  const leave = (enteredText: string) => {
    setTyped(undefined);
    commit(enteredText.trim());
  };
  const type = (newText: string) => {
    setTyped({ over: value, text: newText });
    keep(newText.trim());
  };
  return html`<input ...${attributes} value=${text} autocomplete="off" spellcheck="false"
    onInput=${fromInput(type)} onChange=${fromInput(leave)} />`;
}

/** The cells of a spreadsheet in the clipboard. */
function pastedLines(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  return lines.map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}

/**
 * A single column fills the fields below. With more columns, the first identifies the employee and the last with text is
 * the payroll ID; a first line without one is a heading.
 */
function matchPasted(
  lines: readonly (readonly string[])[],
  shown: readonly PayrollIdRow[],
  first: PayrollIdRow,
  all: readonly PayrollIdRow[],
): { readonly found: Readonly<Record<string, string>>; readonly unknown: readonly string[] } {
  const found: Record<string, string> = {};
  const unknown: string[] = [];
  const isColumn = lines.every((cells) => cells.length === 1);
  const hasNumber = (cells: readonly string[] = []) => /\d/.test(cells.at(-1) ?? '');
  const hasHeading = !isColumn && !hasNumber(lines[0]) && lines.slice(1).some(hasNumber);
  const start = shown.indexOf(first);
  lines.forEach((cells, index) => {
    const number = cells.filter((cell) => cell !== '').at(-1) ?? '';
    const row = isColumn ? shown[start + index] : findPerson(cells.slice(0, -1), all);
    if (row === undefined && index === 0 && hasHeading) return;
    if (row === undefined) unknown.push(cells.join(' · '));
    else found[row.employeeId] = isColumn ? (cells[0] ?? '') : number;
  });
  return { found, unknown };
}

/** Finds a person by employee ID or unique name: `Last, First`, or in two cells. */
function findPerson(cells: readonly string[], all: readonly PayrollIdRow[]): PayrollIdRow | undefined {
  const byId = all.find(({ employeeId }) => cells.includes(employeeId));
  if (byId !== undefined) return byId;
  const given = plainName(cells.join(' '));
  const named = all.filter(({ name }) => plainName(name) === given);
  return named.length === 1 ? named[0] : undefined;
}

/** The words of a name in any order, without accents. */
function plainName(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s,;]+/);
  return words.filter(Boolean).sort().join(' ');
}
