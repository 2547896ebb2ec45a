/* What was worked: changes, codes, calendar, people by day. Components of the review page, around a grid for many people. */
import { Dialog, FailureBox, useData, Waiting } from './parts.js';
import { html, useMemo, useState, type View } from './preact.js';
import { type ReviewComponents, reviewComponents } from './reviewComponents.js';
import type { MonthAnswer, ReviewAnswer, ReviewDay, ReviewPerson } from './shapes.js';
import { hours, t } from './texts.js';
import { useVirtualRows } from './virtualRows.js';

interface Opened {
  readonly person: ReviewPerson;
  readonly day: ReviewDay | undefined;
}

export function ReviewTab({ month, period }: { month: MonthAnswer; period: string }): View {
  const { review } = month;
  const parts = useMemo(() => (review === null ? undefined : reviewComponents(review)), [review]);
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  if (review === null || parts === undefined) return null;
  const { Changes, Codes, ClockChange, Control } = parts;
  return html`<${PeopleByDay} review=${review} parts=${parts} open=${setOpened} />
    <${Changes} /><${Codes} /><${MonthCalendar} days=${review.days} /><${ClockChange} /><${Control} />
    ${opened && html`<${ExplainDialog} month=${month} period=${period} opened=${opened} parts=${parts} close=${() => setOpened(undefined)} />`}`;
}

const ROW_HEIGHT = 30;

function PeopleByDay({
  review,
  parts,
  open,
}: {
  review: ReviewAnswer;
  parts: ReviewComponents;
  open: (opened: Opened) => void;
}): View {
  const { PersonRow, personName, placesOf, searchable, HAS_ESTIMATES } = parts;
  const [search, setSearch] = useState('');
  const people = useMemo(() => {
    const wanted = searchable(search);
    return review.people.filter((person) =>
      searchable(`${personName(person)} ${person.number ?? ''} ${placesOf(person)}`).includes(wanted),
    );
  }, [review, search]);
  const { scroller, rows, above, below } = useVirtualRows(people.length, ROW_HEIGHT);
  const columns = review.days.length + (HAS_ESTIMATES ? 3 : 2);
  const gap = (height: number) =>
    height > 0 &&
    html`<tr class="gap" aria-hidden="true"><td colspan=${columns} style=${{ height: `${height}px` }}></td></tr>`;
  return html`<section class="days" aria-labelledby="by-day"><h2 id="by-day">${t('review.byDay')}</h2>
    <p class="quiet">${t('review.clickToExplain')}</p>
    <p class="tools"><label>${t('review.find')} <input type="search" value=${search} onInput=${(event: { currentTarget: HTMLInputElement }) => setSearch(event.currentTarget.value)} /></label>
      <span class="quiet" aria-live="polite">${t('board.shown', { shown: people.length, all: review.people.length })}</span></p>
    <div class="scroll days-box" ref=${scroller} role="group" tabindex="0" aria-label=${t('review.byDay')}><table class="heat" aria-rowcount=${people.length + 1}>
      <caption class="unseen">${t('review.byDay')}</caption>
      <thead><tr><th scope="col">${t('review.name')}</th>${review.days.map(
        (day) =>
          html`<th scope="col" class=${`number ${day.free ? 'free' : ''}`} title=${day.holiday ?? ''}>${day.weekday}<br />${Number(day.date.slice(8))}</th>`,
      )}<th scope="col" class="number">${t('review.total')}</th>${HAS_ESTIMATES && html`<th scope="col" class="number">${t('review.estimated')}</th>`}</tr></thead>
      <tbody>${gap(above)}${rows.map((index) => {
        const person = people[index];
        return person && html`<${PersonRow} key=${person.id} person=${person} open=${open} />`;
      })}${gap(below)}</tbody></table></div></section>`;
}

/** Worked and planned hours, a week a line. */
function MonthCalendar({ days }: { days: readonly ReviewDay[] }): View {
  const [first] = days;
  if (first === undefined || days.length > 62) return null;
  const before = (new Date(`${first.date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const cells: (ReviewDay | undefined)[] = [...Array<undefined>(before).fill(undefined), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => cells[week * 7 + index]),
  );
  const weekdays = days
    .slice(0, 7)
    .map((_, index) => cells.find((day, at) => day !== undefined && at % 7 === index)?.weekday ?? '');
  return html`<section aria-labelledby="calendar"><h2 id="calendar">${t('review.calendar')}</h2><div class="scroll" role="group" tabindex="0" aria-label=${t('review.calendar')}><table class="calendar">
    <caption class="unseen">${t('review.calendar')}</caption>
    <thead><tr>${weekdays.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${weeks.map(
      (week) =>
        html`<tr>${week.map(
          (day) =>
            html`<td class=${day?.free ? 'free' : ''}>${
              day &&
              html`<span class="date">${Number(day.date.slice(8))}</span>${day.holiday && html` <span class="quiet">${day.holiday}</span>`}
      <br /><strong>${hours(day.workedMinutes)}</strong><br /><span class="quiet">${t('review.plannedOf', { minutes: day.plannedMinutes })}</span>`
            }</td>`,
        )}</tr>`,
    )}</tbody></table></div></section>`;
}

/** From a number back to its entries: offsets, breaks, rules, rounding. */
function ExplainDialog({
  month,
  period,
  opened,
  parts,
  close,
}: {
  month: MonthAnswer;
  period: string;
  opened: Opened;
  parts: ReviewComponents;
  close: () => void;
}): View {
  const { person, day } = opened;
  const { employer, viewedRun } = month;
  const { answer, failure } = useData<{ text: string }>('/api/explain', {
    ...{ employer, period, employee: person.id, date: day?.date },
    ...(viewedRun === null ? {} : { run: viewedRun }),
  });
  const command = `paytally explain ${period} --employer ${employer} --employee ${person.id}${day ? ` --date ${day.date}` : ''}`;
  return html`<${Dialog} title=${html`<bdi>${parts.personName(person)}</bdi>${day && ` · ${day.weekday} ${day.dateText}`}`} close=${close}>
    <${FailureBox} failure=${failure} />${answer === undefined ? failure === undefined && html`<${Waiting} />` : html`<pre class="explanation" tabindex="0">${answer.text}</pre>`}
    <p class="command"><code>${command}</code></p><//>`;
}
