/* Connect: the questions of `init` on a page. Nothing is saved before the user confirms the summary. */
import { commandLine } from '../../app/session/commandLine.js';
import type { SandboxHost } from '../../app/setup/sandboxHost.js';
import type { ConnectAnswer, ConnectChoices, ConnectOrder, SavedAnswer } from '../connectRoutes.js';
import type { FailureAnswer } from '../jobs.js';
import { post } from './client.js';
import { DataTable } from './dataTable.js';
import { keepDraft } from './draft.js';
import { NextOfEmployer } from './nextBar.js';
import {
  Arrival,
  CheckField,
  ChoiceField,
  CommandLine,
  FailureBox,
  Field,
  type FieldProps,
  isReadOnly,
  Loading,
  useAttempt,
  useData,
  useForm,
  Waiting,
} from './parts.js';
import { html, useState, type View } from './preact.js';
import { goTo, linkTo } from './router.js';
import { DifferenceView, ForAdministrators } from './setupChange.js';
import { asShortName, shortName } from './shortName.js';
import { LANGUAGE_NAMES, t } from './texts.js';

export function ConnectPage({ renew }: { renew: () => void }): View {
  const { answer: choices, failure, isLoading, reload } = useData<ConnectChoices>('/api/connect');
  const [saved, setSaved] = useState<SavedAnswer | undefined>(undefined);
  const show = (answer: SavedAnswer) => {
    setSaved(answer);
    reload();
    // The board is the first page of a configuration.
    goTo('connect');
    renew();
  };
  if (saved !== undefined)
    return html`<h1>${t('connect.title')}</h1><${Saved} saved=${saved} again=${() => setSaved(undefined)} />`;
  return html`<h1>${t('connect.title')}</h1>
    ${choices && !isLoading ? html`<${Connecting} key=${choices.employers.length} choices=${choices} saved=${show} />` : html`<${Loading} failure=${failure} />`}`;
}

function emptyForm({ baseUrl, language }: ConnectChoices): ConnectOrder {
  return {
    source: 'workforce',
    csv: '',
    format: '',
    kimai: '',
    baseUrl: baseUrl ?? '',
    name: '',
    key: '',
    employerId: '',
    clientId: '',
    secret: '',
    country: 'other',
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language,
    preset: null,
    templates: ['monthly-hours'],
    isSandbox: false,
  };
}

interface ConnectingProps {
  readonly choices: ConnectChoices;
  readonly saved: (answer: SavedAnswer) => void;
}

function Connecting({ choices, saved }: ConnectingProps): View {
  const filling = useForm('connect', emptyForm(choices), 'connect');
  const { form, set } = filling;
  const [preview, setPreview] = useState<ConnectAnswer | undefined>(undefined);
  const { failure, isBusy, attempt } = useAttempt();
  const show = (asked: ConnectOrder) =>
    attempt(async () => setPreview(await post<ConnectAnswer>('/api/connect/preview', asked)));
  const trySandbox = () =>
    attempt(async () => {
      const sandbox = await post<Awaited<ReturnType<SandboxHost['start']>>>('/api/connect/sandbox');
      const filled = { ...form, ...sandbox, secret: '', isSandbox: true };
      set(filled);
      setPreview(await post<ConnectAnswer>('/api/connect/preview', filled));
    });
  const save = () =>
    attempt(async () => {
      const answer = await post<SavedAnswer>('/api/connect/save', { form, digest: preview?.digest ?? '' });
      keepDraft('connect', {});
      saved(answer);
    });
  if (preview !== undefined)
    return html`<${Summary} ...${{ form, preview, isFirst: choices.employers.length === 0, failure, isBusy, save, back: () => setPreview(undefined) }} />`;
  return html`<${SandboxOffer} choices=${choices} start=${trySandbox} isBusy=${isBusy} />
    <${Questions} ...${{ filling, choices, isBusy, show: () => show(form) }} />
    <${FailureBox} failure=${failure} />${isBusy && html`<${Waiting} text=${t('connect.checking')} />`}`;
}

interface OfferProps {
  readonly choices: ConnectChoices;
  readonly start: () => Promise<void>;
  readonly isBusy: boolean;
}

/** The sample service: to try paytally, or to continue with a configuration that uses it. */
function SandboxOffer({ choices, start, isBusy }: OfferProps): View {
  const [isRunning, setRunning] = useState(choices.sandbox === 'running');
  const { failure, attempt } = useAttempt();
  const restart = () => attempt(() => post('/api/connect/sandbox').then(() => setRunning(true)));
  if (choices.sandbox === 'none') return null;
  if (choices.sandbox === 'offered')
    return html`<section class="panel"><h2>${t('connect.try')}</h2><p>${t('connect.tryText')}</p>
      <button type="button" disabled=${isBusy || isReadOnly()} onClick=${start}>${t('connect.trySandbox')}</button></section>`;
  return html`<section class="panel"><h2>${t('connect.sandbox')}</h2><p role="status">${t(isRunning ? 'connect.sandboxRuns' : 'connect.sandboxStopped')}</p>
    <${FailureBox} failure=${failure} />
    ${!isRunning && html`<button type="button" disabled=${isReadOnly()} onClick=${restart}>${t('connect.startSandbox')}</button>`}</section>`;
}

/** Where time is recorded: the questions depend on it. */
const SOURCES = ['workforce', 'csv', 'kimai'] as const;
const FORMATS = {
  'clockify-detailed': 'Clockify',
  'toggl-detailed': 'Toggl Track',
  'deputy-timesheets': 'Deputy',
  'kimai-csv': 'Kimai (CSV)',
};

interface QuestionsProps {
  readonly filling: ReturnType<typeof useForm<ConnectOrder>>;
  readonly choices: ConnectChoices;
  readonly isBusy: boolean;
  readonly show: () => void;
}

function Questions({ filling: { form, set, field }, choices, isBusy, show }: QuestionsProps): View {
  const isFirst = choices.employers.length === 0;
  const isWorkforce = form.source === 'workforce';
  const countryOf = (code: string) => choices.countries.find((each) => each.code === code);
  const country = countryOf(form.country);
  const service = (name: keyof ConnectOrder, more: Partial<FieldProps> = {}) =>
    field(name, { ...more, set: (value) => set({ [name]: value, isSandbox: false }) });
  const chooseCountry = (code: string) => {
    const chosen = countryOf(code);
    const speaks: readonly string[] = chosen?.languages ?? ['en'];
    const language = speaks.includes(form.language) ? form.language : (speaks[0] ?? 'en');
    const preset = isFirst ? (chosen?.preset ?? null) : null;
    set({ country: code, language, preset, templates: ['monthly-hours'] });
  };
  const chooseSystem = (name: string) => set({ templates: ['monthly-hours', name].filter(Boolean) });
  // The languages of the country first.
  const languages = [...new Set<string>([...(country?.languages ?? []), ...Object.keys(LANGUAGE_NAMES)])];
  const systems = country?.payroll.map(({ name, title, note }) => [
    ...[name, note === null ? title : t(`connect.${note}`, { template: title })],
  ]);
  const submit = (event: Event) => {
    event.preventDefault();
    show();
  };
  return html`<form class="form" onSubmit=${submit}>
    <p>${t(isFirst ? 'connect.first' : 'connect.further', { folder: choices.folder, employers: shortList(choices.employers) })}</p>
    <fieldset><legend>${t('connect.source')}</legend>
      ${SOURCES.map((source) => html`<label class="check"><input type="radio" name="source" checked=${form.source === source} onChange=${() => set({ source, isSandbox: false })} /> ${t(`connect.source.${source}`)}</label>`)}
      <p class="quiet">${t('connect.source.other')}</p></fieldset>
    ${form.source === 'csv' && html`<fieldset><legend>${t('connect.source.csv')}</legend>${field('csv')}<${ChoiceField} label=${t('connect.format')} value=${form.format} options=${{ '': t('connect.format.own'), ...FORMATS, punches: t('connect.format.punches') }} set=${(format: string) => set({ format })} /></fieldset>`}
    ${form.source === 'kimai' && html`<fieldset><legend>${t('connect.source.kimai')}</legend>${field('kimai')}${field('secret', { type: 'password', label: t('connect.token'), hint: t('connect.token.hint') })}</fieldset>`}
    ${
      isWorkforce &&
      html`<fieldset><legend>${t('connect.service')}</legend>
      <${AddressField} value=${form.baseUrl} isFixed=${!isFirst} set=${(baseUrl: string) => set({ baseUrl, isSandbox: false })} /></fieldset>`
    }
    <fieldset><legend>${t('connect.employer')}</legend>${isWorkforce && html`<p class="quiet">${t('connect.permissions')}</p>`}
      ${field('name', { set: (name) => set({ name, key: shortName(name) }) })}
      ${field('key', { leave: () => set({ key: asShortName(form.key) }) })}
      ${choices.employers.includes(form.key) && html`<p class="less" role="alert">${t('connect.key.taken', { key: form.key })}</p>`}
      ${isWorkforce && html`${service('employerId')}${service('clientId')}${service('secret', { type: 'password', isOptional: form.isSandbox })}`}</fieldset>
    <fieldset><legend>${t('connect.payroll')}</legend>
      <${ChoiceField} label=${t('connect.country')} value=${form.country} options=${Object.fromEntries(choices.countries.map(({ code, name }) => [code, name]))} set=${chooseCountry} />
      <${ChoiceField} label=${t('connect.language')} value=${form.language} options=${Object.fromEntries(languages.map((code) => [code, LANGUAGE_NAMES[code] ?? code]))} set=${(language: string) => set({ language })} />
      ${form.source === 'csv' && country?.hasZone === false && field('zone')}
      <${ChoiceField} label=${t('connect.system')} value=${form.templates[1] ?? ''} options=${{ '': t('connect.noSystem'), ...Object.fromEntries(systems ?? []) }} set=${chooseSystem} />
      ${isFirst && country?.preset && html`<${CheckField} label=${t('connect.preset', { country: country.name })} isChecked=${form.preset !== null} set=${(isWanted: boolean) => set({ preset: isWanted ? country.preset : null })} />`}</fieldset>
    <p><button class="main" type="submit" disabled=${isBusy}>${t('connect.check')}</button></p></form>`;
}

/** A bureau may have thousands. */
function shortList(names: readonly string[]): string {
  return `${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}`;
}

/** Checked when the field loses focus. */
function AddressField({ value, set, isFixed }: Pick<FieldProps, 'value' | 'set' | 'isFixed'>): View {
  const { failure, attempt } = useAttempt();
  const [answered, setAnswered] = useState('');
  const check = () => {
    setAnswered('');
    if (value.trim() !== '' && !isFixed)
      void attempt(() => post('/api/connect/address', { baseUrl: value }).then(() => setAnswered(value)));
  };
  return html`<${Field} label=${t('connect.address')} hint=${t(isFixed ? 'connect.address.shared' : 'connect.address.hint')} value=${value} set=${set} leave=${check} isFixed=${isFixed} />
    <p role="status" class="good">${answered !== '' && answered === value ? t('connect.addressAnswers') : ''}</p>
    <${FailureBox} failure=${failure} />`;
}

type Finding = ConnectAnswer['findings'][number];

interface SummaryProps {
  readonly form: ConnectOrder;
  readonly preview: ConnectAnswer;
  readonly isFirst: boolean;
  readonly failure: FailureAnswer | undefined;
  readonly isBusy: boolean;
  readonly save: () => void;
  readonly back: () => void;
}

function Summary({ form, preview, isFirst, failure, isBusy, save, back }: SummaryProps): View {
  return html`<${Arrival} text=${t('connect.summary')} />
    <dl class="facts"><dt>${t('connect.name')}</dt><dd><bdi>${form.name}</bdi> (<code>${form.key}</code>)</dd>
      <dt>${t('connect.source')}</dt><dd><bdi>${{ workforce: form.baseUrl, csv: form.csv, kimai: form.kimai }[form.source]}</bdi></dd>
      ${form.preset && html`<dt>${t('connect.rules')}</dt><dd>${t('connect.rulesAdded')}</dd>`}</dl>
    <${Found} preview=${preview} />
    <${FailureBox} failure=${failure} />
    <p class="tools"><button class="main" type="button" disabled=${isBusy || isReadOnly()} onClick=${save}>${t('connect.save')}</button>
      <button type="button" disabled=${isBusy} onClick=${back}>${t('connect.back')}</button></p>
    ${isBusy && html`<${Waiting} text=${t('connect.saving')} />`}
    <${ForAdministrators}><p>${t('connect.files')}</p><ul>${preview.files.map((file) => html`<li><code>${file}</code></li>`)}</ul>
      <${DifferenceView} file=${preview.files[0] ?? ''} lines=${preview.difference} />
      <${CommandLine} command=${form.isSandbox ? 'paytally init --sandbox' : initCommand(form, isFirst)} /><//>`;
}

function sourceFlags(form: Omit<ConnectOrder, 'templates'>, isFirst: boolean): Record<string, string> {
  if (form.source === 'csv') return { csv: form.csv, ...(form.format === '' ? {} : { format: form.format }) };
  if (form.source === 'kimai') return { kimai: form.kimai };
  const address = isFirst ? { 'base-url': form.baseUrl } : {};
  return { ...address, 'employer-id': form.employerId, 'client-id': form.clientId };
}

/** Asks only for the secret. */
function initCommand({ templates, ...form }: ConnectOrder, isFirst: boolean): string {
  const values = {
    ...(isFirst ? { preset: form.preset ?? 'none' } : {}),
    key: form.key,
    name: form.name,
    ...sourceFlags(form, isFirst),
    country: form.country,
    language: form.language,
  };
  const flags = [...Object.entries(values), ...templates.map((name) => ['template', name] as const)];
  return commandLine(['init', ...flags.flatMap(([flag, value]) => [`--${flag}`, value])]);
}

function Saved({ saved, again }: { saved: SavedAnswer; again: () => void }): View {
  const { employer, files, people, lacking } = saved;
  return html`<section><${Arrival} text=${t('connect.saved', { employer })} />
    <ul>${files.map((file) => html`<li><code>${file}</code></li>`)}</ul>
    ${people && html`<p>${people}</p>`}
    ${lacking.map(({ template }) => html`<p class="look">${t('setup.lacking', { template })} <a href=${linkTo('setup', employer, 'templates')}>${t('setup.fillIn')}</a></p>`)}</section>
    <p class="tools"><a class="button" href=${linkTo('board')}>${t('connect.toBoard')}</a>
      <a class="button" href=${linkTo('setup', employer, 'deliveries')}>${t('connect.toDeliveries')}</a>
      <a class="button" href=${linkTo('setup', employer)}>${t('connect.toSetup')}</a>
      <button type="button" onClick=${again}>${t('connect.another')}</button></p>
    <${NextOfEmployer} employer=${employer} />`;
}

/** A list that cannot be read is not told again after the permission that is missing for it. */
function isReported({ check, status }: Finding, _: number, all: readonly Finding[]): boolean {
  const isExplained =
    status === 'warning' &&
    check === 'lists' &&
    all.some((each) => each.check === 'scopes' && each.status !== 'ok');
  return status !== 'ok' && !isExplained;
}

/** Establishments with zones, employees, permissions and all results of the check. */
function Found({ preview }: { preview: ConnectAnswer }): View {
  const { establishments, people, findings, warnings } = preview;
  return html`<h3>${t('connect.found')}</h3>
    <p>${people === null ? t('connect.peopleUnknown') : t('connect.people', { count: people })}</p>
    ${
      establishments.length > 0 &&
      html`<${DataTable} label=${t('connect.establishments')} heads=${[t('connect.establishments'), t('connect.zone')]} tableClass="">${establishments.map(({ name, zone }) => html`<tr><th scope="row"><bdi>${name}</bdi></th><td>${zone ?? t('connect.noZone')}</td></tr>`)}<//>`
    }
    ${warnings.map((text) => html`<p class="look">${text}</p>`)}
    <${Checks} findings=${findings.filter(isReported)} />
    <details><summary>${t('connect.allChecks', { count: findings.length })}</summary><${Checks} findings=${findings} /></details>`;
}

function Checks({ findings }: { findings: ConnectAnswer['findings'] }): View {
  return html`<ul class="checks">${findings.map(
    ({ check, status, text, remedy }) =>
      html`<li class=${`check-${status}`}><span class="unseen">${t(`connect.status.${status}`)}: </span><strong>${t(`terminal.check.${check}`)}</strong>: ${text}${remedy && html`<br /><span class="quiet">${remedy}</span>`}</li>`,
  )}</ul>`;
}
