/* When runs start, with the next ten times of each schedule. */
import { ChoiceField, Field, Loading, Prose, Several, useData } from './parts.js';
import { html, useState, type View } from './preact.js';
import { NextTimes, SaveChange } from './setupChange.js';
import type { ScheduleLine, SchedulesAnswer } from './setupShapes.js';
import { t } from './texts.js';

export function SchedulesPart({ employer }: { employer: string }): View {
  const { answer, failure, reload } = useData<SchedulesAnswer>(
    `/api/setup/${encodeURIComponent(employer)}/schedule`,
  );
  const [isAdding, setAdding] = useState(false);
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const { schedules, deliveries } = answer;
  const saved = () => {
    setAdding(false);
    reload();
  };
  return html`<p><${Prose} text=${t('setup.scheduleText')} /></p>
    ${schedules.length === 0 && html`<p>${t('setup.noSchedule')}</p>`}
    ${schedules.map((line) => html`<${ScheduleForm} key=${line.name} ...${{ employer, line, deliveries }} onSaved=${reload} />`)}
    ${isAdding ? html`<${ScheduleForm} ...${{ employer, deliveries }} line=${NEW_SCHEDULE} isNew=${true} onSaved=${saved} />` : html`<p><button type="button" onClick=${() => setAdding(true)}>${t('setup.addSchedule')}</button></p>`}`;
}

const NEW_SCHEDULE: ScheduleLine = {
  ...{ name: '', cron: '0 6 3 * *', workday: null, at: null },
  ...{ period: 'last-month', isFinal: false, deliver: [], times: [] },
};

type When = 'day' | 'workday' | 'cron';
const DAY_OF_MONTH = /^(\d{1,2}) (\d{1,2}) (\d{1,2}|L) \* \*$/;

/** How the page shows a time: a day of the month where the line is one. */
interface Timing {
  readonly when: When;
  readonly day: string;
  readonly time: string;
  readonly cron: string;
}

function timingOf({ cron, workday, at }: ScheduleLine): Timing {
  if (cron === null) return { when: 'workday', day: String(workday ?? 1), time: at ?? '06:00', cron: '' };
  const [, minute = '0', hour = '6', day] = DAY_OF_MONTH.exec(cron) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return { when: day === undefined ? 'cron' : 'day', day: day ?? '3', time, cron };
}

function settingsOf({ when, day, time, cron }: Timing) {
  const [hour = '6', minute = '0'] = time.split(':').map((part) => String(Number(part)));
  if (when === 'workday') return { cron: null, workday: Number(day), at: time };
  return { cron: when === 'day' ? `${minute} ${hour} ${day} * *` : cron, workday: null, at: null };
}

interface ScheduleFormProps {
  readonly employer: string;
  readonly line: ScheduleLine;
  readonly deliveries: readonly string[];
  readonly isNew?: boolean;
  readonly onSaved: () => void;
}

function ScheduleForm({ employer, line, deliveries, isNew = false, onSaved }: ScheduleFormProps): View {
  const [form, setForm] = useState(line);
  const [timing, setTiming] = useState(() => timingOf(line));
  const set = (change: Partial<ScheduleLine>) => setForm({ ...form, ...change });
  const time = (change: Partial<Timing>) => setTiming({ ...timing, ...change });
  const { period: about, isFinal, deliver } = form;
  const settings = { ...settingsOf(timing), period: about, final: isFinal, deliver };
  const isSame =
    JSON.stringify([{ ...form, times: [] }, timing]) ===
    JSON.stringify([{ ...line, times: [] }, timingOf(line)]);
  const whens = Object.fromEntries(['day', 'workday', 'cron'].map((each) => [each, t(`setup.at.${each}`)]));
  return html`<section class="panel form" aria-label=${form.name || t('setup.newSchedule')}><h2><bdi>${isNew ? t('setup.newSchedule') : form.name}</bdi></h2>
    <fieldset><legend class="unseen">${t('setup.schedule')}</legend>
      ${isNew && html`<${Field} label=${t('setup.name')} hint=${t('setup.name.hint')} value=${form.name} set=${(name: string) => set({ name: name.trim() })} />`}
      <${ChoiceField} label=${t('setup.starts')} value=${timing.when} options=${whens} set=${(when: string) => time({ when: when as When })} />
      ${
        timing.when === 'cron'
          ? html`<${Field} label=${t('setup.cron')} hint=${t('setup.cron.hint')} value=${timing.cron} set=${(cron: string) => time({ cron })} />`
          : html`<${Field} label=${t(timing.when === 'day' ? 'setup.day' : 'setup.workday')} hint=${t(timing.when === 'day' ? 'setup.day.hint' : 'setup.workday.hint')} value=${timing.day} set=${(day: string) => time({ day })} />
      <${Field} label=${t('setup.time')} type="time" value=${timing.time} set=${(value: string) => time({ time: value })} />`
      }
      <${Field} label=${t('setup.period')} hint=${t('setup.period.hint')} value=${form.period} set=${(value: string) => set({ period: value })} />
      <${ChoiceField} label=${t('setup.makes')} value=${form.isFinal ? 'final' : 'draft'} options=${{ draft: t('setup.makes.draft'), final: t('setup.makes.final') }} set=${(kind: string) => set({ isFinal: kind === 'final' })} />
      ${deliveries.length > 0 && html`<${Several} legend=${t('setup.sends')} options=${deliveries} chosen=${form.deliver} set=${(chosen: readonly string[]) => set({ deliver: chosen })} />`}</fieldset>
    <${SaveChange} employer=${employer} change=${{ kind: 'schedule', name: form.name, settings }} isEmpty=${form.name === '' || (isSame && !isNew)} onSaved=${onSaved} />
    ${
      !isNew &&
      html`<${SaveChange} employer=${employer} change=${{ kind: 'schedule', name: line.name, settings: null }} isEmpty=${false} isQuiet=${true} label=${t('setup.remove')} onSaved=${onSaved} />
      <details><summary>${t('setup.nextTen')}</summary><${NextTimes} times=${line.times} /></details>`
    }</section>`;
}
