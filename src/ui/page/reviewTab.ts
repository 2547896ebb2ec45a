/*
 * The recorded work: changes, codes, calendar, employees by day. Uses components of the review page, and a grid for
 * many employees.
 */
import type { MonthReview } from '../../app/export/monthView.js';
import type { DayLine, PersonLine } from '../../documents/review/reviewShapes.js';
import type { MonthAnswer } from '../months.js';
import { DataTable, LongTable, numberHead } from './dataTable.js';
import { ExplainDialog, FIGURES, type Figure, type Opened } from './explainDialog.js';
import { ChoiceField, Search } from './parts.js';
import { html, useMemo, useState, type View } from './preact.js';
import { type ReviewComponents, reviewComponents } from './reviewComponents.js';
import { hours, t } from './texts.js';

export function ReviewTab({ month, period }: { month: MonthAnswer; period: string }): View {
  const { review } = month;
  const parts = useMemo(() => (review === null ? undefined : reviewComponents(review)), [review]);
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  if (review === null || parts === undefined) return null;
  const { Changes, Codes, ClockChange, Control } = parts;
  return html`<${PeopleByDay} review=${review} parts=${parts} open=${setOpened} />
    <${Changes} /><${Codes} /><${PlaceTable} review=${review} /><${MonthCalendar} days=${review.days} /><${ClockChange} /><${Control} />
    ${opened && html`<${ExplainDialog} month=${month} period=${period} opened=${opened} name=${opened.person.name} close=${() => setOpened(undefined)} />`}`;
}

const ROW_HEIGHT = 30;
/** Minutes by day, or totals next to those of the plan and of the previous period. */
const SHOWN = ['worked', 'planned', 'difference', 'totals'] as const;
type Shown = (typeof SHOWN)[number];

interface PeopleProps {
  readonly review: MonthReview;
  readonly parts: ReviewComponents;
  readonly open: (opened: Opened) => void;
}

function PeopleByDay({ review, parts, open }: PeopleProps): View {
  const { PersonRow, placesOf, searchable, heat, signed, time, accountCells } = parts;
  const { HAS_ESTIMATES, HAS_ACCOUNTS } = parts;
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('worked');
  const people = useMemo(() => {
    const wanted = searchable(search);
    return review.people.filter((person) =>
      searchable(`${person.name} ${person.number ?? ''} ${placesOf(person)}`).includes(wanted),
    );
  }, [review, search]);
  const hasPlan = (review.totals.plannedMinutes ?? 0) > 0;
  const sums = useMemo(() => sumsOf(review, parts), [review]);
  const daysOf = (person: PersonLine): readonly number[] => {
    const planned = review.plannedDays[person.id] ?? [];
    if (shown === 'planned') return planned;
    if (shown === 'worked') return person.days;
    return review.days.map((_, index) => (person.days[index] ?? 0) - (planned[index] ?? 0));
  };
  const tone = (minutes: number) => (shown !== 'difference' ? heat(minutes) : minutes < 0 ? 'less' : 'more');
  const write = shown === 'difference' ? signed : time;
  const whole = (person: PersonLine, text: string, figure?: Figure) =>
    html`<button type="button" class="plain" tabindex=${shown === 'totals' ? 0 : -1} onClick=${() => open({ person, day: undefined, figure })}>${text}</button>`;
  const byDay = (person: PersonLine) => {
    const days = daysOf(person);
    const total = shown === 'worked' ? person.workedMinutes : sumOf(days);
    const estimated = HAS_ESTIMATES ? [time(person.estimatedMinutes ?? 0)] : [];
    const figure = shown === 'totals' ? undefined : shown;
    const openDay = (day: Pick<Opened, 'person' | 'day'>) => open({ ...day, figure });
    return html`<${PersonRow} key=${person.id} ...${{ person, days, write, tone }} open=${openDay} sums=${[whole(person, write(total), figure), ...estimated, ...accountCells(person)]} />`;
  };
  const inAll = (person: PersonLine) =>
    html`<tr key=${person.id}><th scope="row"><bdi>${person.name}</bdi></th>${sums.map(({ of, figure }) => html`<td class="number">${whole(person, of(person), figure)}</td>`)}${accountCells(person).map((balance) => html`<td class="number">${balance}</td>`)}</tr>`;
  const dayHeads = review.days.map(({ date, weekday, free, holiday }) => ({
    text: html`${weekday}<br />${Number(date.slice(8))}`,
    class: `number ${free ? 'free' : ''}`,
    title: holiday ?? '',
  }));
  const accountHeads = HAS_ACCOUNTS ? [t('review.accountBefore'), t('review.accountAfter')] : [];
  const estimatedHead = HAS_ESTIMATES ? [t('review.estimated')] : [];
  const sumHeads = [t('review.total'), ...estimatedHead, ...accountHeads].map((text) => ({
    text,
    class: 'number sum',
  }));
  const table =
    shown === 'totals'
      ? {
          heads: [
            t('review.name'),
            ...sums.map(({ title }) => numberHead(title)),
            ...accountHeads.map(numberHead),
          ],
          row: inAll,
        }
      : { heads: [t('review.name'), ...dayHeads, ...sumHeads], row: byDay, tableClass: 'heat' };
  if (review.people.length === 0) return null;
  return html`<section class="days" aria-labelledby="by-day"><h2 id="by-day">${t('review.byDay')}</h2>
    <p class="quiet screen">${t('review.clickToExplain')}</p>
    <p class="tools"><${ChoiceField} label=${t('review.show')} value=${shown} options=${Object.fromEntries(SHOWN.filter((name) => hasPlan || !['planned', 'difference'].includes(name)).map((name) => [name, t(`review.show.${name}`)]))} set=${setShown} />
      <${Search} label=${t('review.find')} value=${search} set=${setSearch} count=${t('board.shown', { shown: people.length, all: review.people.length })} /></p>
    ${(shown === 'worked' || shown === 'planned') && html`<${HeatLegend} heat=${heat} />`}
    <${LongTable} key=${shown === 'totals'} label=${t('review.byDay')} ...${table} boxClass="days-box" rows=${people} rowHeight=${ROW_HEIGHT} /></section>`;
}

/** The most minutes of each colour; longer days have the last one. */
const HEAT_LIMITS = [240, 420, 510, 600];

/** What the colours of the days mean. */
function HeatLegend({ heat }: Pick<ReviewComponents, 'heat'>): View {
  const parts = [
    ...HEAT_LIMITS.map((limit) => [limit, `≤ ${hours(limit)}`] as const),
    [601, '> 10:00'] as const,
  ];
  return html`<p class="clock-legend screen">${parts.map(([minutes, text]) => html`<span class=${`heat-key ${heat(minutes)}`}>${text}</span>`)}</p>`;
}

const sumOf = (minutes: readonly number[]) => minutes.reduce((sum, each) => sum + each, 0);

interface Sum {
  readonly title: string;
  /** undefined for a number of another period. */
  readonly figure?: Figure;
  readonly of: (person: PersonLine) => string;
}

/** For each employee: worked and planned minutes, and this period and the compared one. */
function sumsOf({ plannedDays, previous, totals }: MonthReview, { time, signed }: ReviewComponents): Sum[] {
  const plannedOf = ({ id }: PersonLine) => sumOf(plannedDays[id] ?? []);
  const sum = (figure: Figure, of: Sum['of']): Sum => ({ title: t(FIGURES[figure]), figure, of });
  const sums = [sum('worked', (person) => time(person.workedMinutes))];
  if (totals.plannedMinutes)
    sums.push(
      sum('planned', (person) => time(plannedOf(person))),
      sum('difference', (person) => signed(person.workedMinutes - plannedOf(person))),
    );
  sums.push(sum('paid', (person) => time(person.paidMinutes)));
  if (previous !== null)
    sums.push(
      { title: t('review.paidIn', { period: previous.label }), of: ({ before }) => time(before ?? null) },
      { title: t('review.change'), of: ({ paidMinutes, before = 0 }) => signed(paidMinutes - before) },
    );
  return sums;
}

/** Hours by establishment, if there are several. */
function PlaceTable({ review: { hoursByPlace } }: { review: MonthReview }): View {
  if (hoursByPlace.length < 2) return null;
  const heads = [t('review.place'), numberHead(t('people')), numberHead(t('finalise.hours'))];
  return html`<section aria-labelledby="by-place"><h2 id="by-place">${t('review.byPlace')}</h2>
    <${DataTable} label=${t('review.byPlace')} heads=${heads} tableClass="">${hoursByPlace.map(
      ({ place, people, minutes }) =>
        html`<tr key=${place}><th scope="row"><bdi>${place || t('work.noPlace')}</bdi></th><td class="number">${people}</td><td class="number">${hours(minutes)}</td></tr>`,
    )}<//></section>`;
}

/** Worked and planned hours, one line for each week. */
function MonthCalendar({ days }: { days: readonly DayLine[] }): View {
  const [first] = days;
  if (first === undefined || days.length > 62) return null;
  const before = (new Date(`${first.date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const cells: (DayLine | undefined)[] = [...Array<undefined>(before).fill(undefined), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => cells[week * 7 + index]),
  );
  const weekdays = days
    .slice(0, 7)
    .map((_, index) => cells.find((day, at) => day !== undefined && at % 7 === index)?.weekday ?? '');
  return html`<section aria-labelledby="calendar"><h2 id="calendar">${t('review.calendar')}</h2>
    <${DataTable} label=${t('review.calendar')} heads=${weekdays} tableClass="calendar">${weeks.map(
      (week) =>
        html`<tr>${week.map(
          (day) =>
            html`<td class=${day?.free ? 'free' : ''}>${
              day &&
              html`<strong>${Number(day.date.slice(8))}</strong>${day.holiday && html` <span class="quiet">${day.holiday}</span>`}
      <br /><strong>${hours(day.workedMinutes)}</strong><br /><span class="quiet">${t('review.plannedOf', { minutes: day.plannedMinutes })}</span>`
            }</td>`,
        )}</tr>`,
    )}<//></section>`;
}
