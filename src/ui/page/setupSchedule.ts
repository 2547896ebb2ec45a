/* Start times of runs, with the next ten times of each schedule. */
import type { SchedulesAnswer } from '../setupRoutes.js';
import { hasDraft, keepDraft } from './draft.js';
import { ChoiceField, choices, Prose, Several, useForm } from './parts.js';
import { html, useState, type View } from './preact.js';
import { changedFields, NextTimes, type PartProps, SettingsPanel } from './setupChange.js';
import { asShortName } from './shortName.js';
import { t } from './texts.js';

export function SchedulesPart({ employer, answer, reload }: PartProps<SchedulesAnswer>): View {
  const [isAdding, setAdding] = useState(() => hasDraft(`setup ${employer} schedule new`));
  const [isSaved, setSaved] = useState(false);
  const { schedules, deliveries, calendars } = answer;
  const saved = () => {
    setAdding(false);
    setSaved(true);
    reload();
  };
  return html`<p><${Prose} text=${t('setup.scheduleText')} /></p>
    ${schedules.length === 0 && html`<p>${t('setup.noSchedule')}</p>`}
    ${schedules.map((line) => html`<${ScheduleForm} key=${line.name} ...${{ employer, line, deliveries, calendars }} onSaved=${reload} />`)}
    ${isSaved && !isAdding && html`<p role="status" class="good">${t('setup.saved')}</p>`}
    ${isAdding ? html`<${ScheduleForm} ...${{ employer, deliveries, calendars }} line=${NEW_SCHEDULE} onSaved=${saved} />` : html`<p><button type="button" onClick=${() => setAdding(true)}>${t('setup.addSchedule')}</button></p>`}`;
}

/** Settings that the page has fields for, as in the configuration. */
type ScheduleLine = SchedulesAnswer['schedules'][number];

const NEW_SCHEDULE: ScheduleLine = {
  name: '',
  cron: '0 6 3 * *',
  workday: null,
  at: null,
  period: 'last-month',
  final: false,
  deliver: [],
  times: [],
};

type When = 'day' | 'workday' | 'cron';
const DAY_OF_MONTH = /^(\d{1,2}) (\d{1,2}) (\d{1,2}|L) \* \*$/;

/** A time in the form that the page shows: a day of the month if the line is one. */
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
  /** A line without a name is a new one. */
  readonly line: ScheduleLine;
  readonly deliveries: readonly string[];
  readonly calendars: readonly string[];
  readonly onSaved: () => void;
}

function ScheduleForm({ employer, line, deliveries, calendars, onSaved }: ScheduleFormProps): View {
  const key = `setup ${employer} schedule ${line.name || 'new'}`;
  const { form, set, field, changed, ...filling } = useForm('setup', line, key);
  const timing = useForm('setup', timingOf(line), `${key} times`);
  const discard = () => {
    filling.discard();
    timing.discard();
  };
  const saved = () => {
    if (isNew) for (const each of [key, `${key} times`]) keepDraft(each, {});
    onSaved();
  };
  const { when } = timing.form;
  const isNew = line.name === '';
  const isTimed = isNew || Object.keys(timing.changed).length > 0;
  const { name: _, times: __, ...shown } = isNew ? form : changed;
  const settings = { ...shown, ...(isTimed ? settingsOf(timing.form) : {}) };
  const lacks = form.name === '' ? t('setup.lacks', { fields: t('setup.name') }) : '';
  const isEmpty = form.name === '' || Object.keys(settings).length === 0;
  // A period of the configuration, such as a pay calendar, keeps its own name.
  const named = [...calendars, line.period].map((name) => [name, name]);
  const periods = {
    ...Object.fromEntries(named),
    ...choices('setup.period', ['last-month', 'this-month', 'last-week']),
  };
  const change = { settings: { schedule: { [form.name]: settings } } };
  const summary = [
    ...changedFields('setup', line, changed),
    ...changedFields('setup', timingOf(line), timing.changed),
  ];
  const fields = html`${isNew && field('name', { leave: () => set({ name: asShortName(form.name) }) })}
      <${ChoiceField} label=${t('setup.starts')} value=${when} options=${choices('setup.at', ['day', 'workday', 'cron'])} set=${(chosen: When) => timing.set({ when: chosen })} />
      ${
        when === 'cron'
          ? timing.field('cron')
          : html`${timing.field('day', { label: t(`setup.${when}`), hint: t(`setup.${when}.hint`) })}${timing.field('time', { type: 'time' })}`
      }
      <${ChoiceField} label=${t('setup.period')} value=${form.period} options=${periods} set=${(period: string) => set({ period })} />
      <${ChoiceField} label=${t('setup.makes')} value=${form.final ? 'final' : 'draft'} options=${choices('setup.makes', ['draft', 'final'])} set=${(kind: string) => set({ final: kind === 'final' })} />
      ${deliveries.length > 0 && html`<${Several} legend=${t('setup.sends')} options=${deliveries} chosen=${form.deliver} set=${(deliver: string[]) => set({ deliver })} />`}`;
  return html`<${SettingsPanel} title=${form.name || t('setup.newSchedule')} legend=${t('setup.schedule')} fields=${fields} removal=${!isNew && { settings: { schedule: { [line.name]: null } } }} summary=${summary} ...${{ employer, change, isEmpty, lacks, discard }} onSaved=${saved}>
    ${!isNew && html`<details><summary>${t('setup.nextTen')}</summary><${NextTimes} times=${line.times} /></details>`}<//>`;
}
