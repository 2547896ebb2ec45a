/* The origin of a number: the days, entries, offsets, breaks, rules and rounding that lead to it. */

import type { ExplanationParts } from '../../app/explain/explanationParts.js';
import { commandLine } from '../../app/session/commandLine.js';
import type { DayLine, PersonLine } from '../../documents/review/reviewShapes.js';
import type { MonthAnswer } from '../months.js';
import { DataTable, numberHead } from './dataTable.js';
import { CommandLine, Dialog, Loading, useData } from './parts.js';
import { html, type View } from './preact.js';
import { hours, ownMoment, t } from './texts.js';
import { ClockLegend, type Span, TimeBar } from './timeBar.js';

/** The numbers of a day or period that can be clicked, with their headings. */
export const FIGURES = {
  worked: 'worked',
  planned: 'planned',
  difference: 'review.difference',
  paid: 'paid',
} as const;
export type Figure = keyof typeof FIGURES;

/** The number that was clicked. */
export interface Opened {
  readonly person: PersonLine;
  /** The whole period if undefined. */
  readonly day: DayLine | undefined;
  readonly figure: Figure | undefined;
}

interface ExplainProps {
  readonly month: MonthAnswer;
  readonly period: string;
  readonly opened: Opened;
  readonly name: string;
  readonly close: () => void;
}

export function ExplainDialog({ month, period, opened, name, close }: ExplainProps): View {
  const { person, day } = opened;
  const { employer, viewedRun } = month;
  const run = viewedRun === null ? {} : { run: viewedRun };
  const asked = { employer, employee: person.id, ...(day && { date: day.date }), ...run };
  const { answer, failure } = useData<ExplanationParts>('/api/explain', { period, ...asked });
  const options = Object.entries(asked).flatMap(([option, value]) => [`--${option}`, value]);
  return html`<${Dialog} title=${html`<bdi>${name}</bdi>${day && ` · ${day.weekday} ${day.dateText}`}`} close=${close}>
    ${answer === undefined ? html`<${Loading} failure=${failure} />` : html`<${Explanation} parts=${answer} figure=${opened.figure} />`}
    <${CommandLine} command=${commandLine(['explain', period, ...options])} /><//>`;
}

interface PartsProps {
  readonly parts: ExplanationParts;
  readonly figure: Figure | undefined;
}

function Explanation({ parts, figure }: PartsProps): View {
  const { sums, corrected, findings, days, entries, weeks, about } = parts;
  const [heading, ...lines] = sums;
  const isDay = parts.date !== undefined;
  return html`<div class="explanation">
    ${isDay ? days.map((part) => html`<${DayClock} part=${part} entries=${entries} /><${Facts} part=${part} figure=${figure} />`) : html`<${DayTable} parts=${parts} figure=${figure} />`}
    ${entries.length > 0 && html`<${EntryTable} parts=${parts} figure=${figure} />`}
    <h3>${heading}</h3><ul>${lines.map((text) => html`<li>${text}</li>`)}</ul>
    ${[...(isDay ? [] : days), ...entries].map((part) => html`<${Part} part=${part} isOpen=${isDay} />`)}
    ${[...findings.map(({ message }) => message), ...corrected, ...weeks].map((text) => html`<p>${text}</p>`)}
    <p class="quiet">${about.map((text) => html`${text}<br />`)}</p></div>`;
}

interface DayClockProps {
  readonly part: ExplanationParts['days'][number];
  readonly entries: ExplanationParts['entries'];
}

/** The shifts and entries of a day on the clock. */
function DayClock({ part: { day: shown }, entries }: DayClockProps): View {
  const planned = shown.shifts.map(({ start, end }): Span => ({ from: start, to: end, kind: 'planned' }));
  const worked = entries.flatMap(({ entry: { start, end } }): Span[] =>
    end === undefined ? [] : [{ from: start.text, to: end.text, kind: 'worked' }],
  );
  if (planned.length + worked.length === 0) return null;
  return html`<${TimeBar} spans=${[...planned, ...worked]} day=${shown.date} /><${ClockLegend} hasPlan=${planned.length > 0} />`;
}

/** The days of a period, and their sums. */
function DayTable({ parts: { days, totals }, figure }: PartsProps): View {
  const names = Object.keys(FIGURES) as Figure[];
  const { plannedMinutes: planned, workedMinutes: worked } = totals;
  const all = { ...totals, differenceMinutes: planned === null ? null : worked - planned };
  const cells = (of: Readonly<Record<`${Figure}Minutes`, number | null>>, isTotal = false) =>
    names.map(
      (name) =>
        html`<td class="number">${marked(hours(of[`${name}Minutes`]), isTotal && name === figure)}</td>`,
    );
  return html`<${DataTable} label=${t('review.byDay')} heads=${[t('late.date'), ...names.map((name) => numberHead(t(FIGURES[name])))]}>
    ${days.map(({ title, day }) => html`<tr><th scope="row">${title}</th>${cells(day)}</tr>`)}
    <tr class="total"><th scope="row">${t('review.total')}</th>${cells(all, true)}</tr><//>`;
}

/** The recorded times of each entry, down to its minutes of the day or the period. */
function EntryTable({ parts: { entries, days, totals, date }, figure }: PartsProps): View {
  const isDay = date !== undefined;
  const shares = new Map(
    days.flatMap(({ day }) => day.shares).map(({ entryId, minutes }) => [entryId, minutes]),
  );
  const names = ['elapsed', 'break', 'worked', isDay ? 'onDay' : 'inPeriod'];
  const heads = ['entry', 'start', 'end'].map((name) => t(`explain.${name}`));
  const stamp = (at: { readonly text: string; readonly offset: string } | undefined) =>
    at && html`${ownMoment(at.text)} <span class="quiet">${at.offset}</span>`;
  return html`<${DataTable} label=${t('explain.entries')} heads=${[...heads, ...names.map((name) => numberHead(t(name === 'worked' ? name : `explain.${name}`)))]}>
    ${entries.map(({ title, entry: { id, start, end, elapsedSeconds, ...entry } }) => {
      const worked = entry.status === 'Completed' ? entry.workedMinutes : null;
      const elapsed = elapsedSeconds === undefined ? null : Math.trunc(elapsedSeconds / 60);
      const pause = worked === null || elapsed === null ? null : Math.max(0, elapsed - worked);
      const counted = isDay ? shares.get(id) : entry.insideMinutes;
      return html`<tr><th scope="row">${title}</th><td>${stamp(start)}</td><td>${stamp(end) ?? '–'}</td>${[elapsed, pause, worked, counted].map((minutes) => html`<td class="number">${hours(minutes)}</td>`)}</tr>`;
    })}
    <tr class="total"><th scope="row">${t('review.total')}</th>${Array.from({ length: 5 }, () => html`<td></td>`)}<td class="number">${marked(hours(totals.workedMinutes), figure === 'worked')}</td></tr><//>`;
}

const marked = (text: View, isMarked: boolean) => (isMarked ? html`<mark>${text}</mark>` : text);

type AnyPart = ExplanationParts['days' | 'entries'][number];

/** A day or an entry. */
function Part({ part, isOpen }: { part: AnyPart; isOpen: boolean }): View {
  return html`<details open=${isOpen}><summary><strong>${part.title}</strong></summary><${Facts} part=${part} /></details>`;
}

/** How each number of a day or an entry came about. */
function Facts({ part: { facts, findings, ...part }, figure }: { part: AnyPart; figure?: Figure }): View {
  // The table of the entries has them, unless the recorded offset contradicts the zone.
  const isInTable = (name: string) =>
    (name === 'start' || name === 'end') && 'entry' in part && part.entry[name]?.tableOffset === undefined;
  const clicked = figure === 'difference' ? 'differs' : figure;
  return html`<dl class="facts">${facts
    .filter(({ name }) => !isInTable(name))
    .map(
      ({ name, label, texts }) =>
        html`<dt>${label}</dt>${texts.map((text, index) => html`<dd>${marked(linked(text), index === 0 && name === clicked)}</dd>`)}`,
    )}</dl>
    ${findings.map(({ message }) => html`<p class="look">${message}</p>`)}`;
}

/** An address of the portal becomes a link. */
function linked(text: string): View {
  if (!/^https?:\/\/\S+$/.test(text)) return text;
  return html`<a href=${text} target="_blank" rel="noreferrer noopener">${t('work.portal')}</a>`;
}
