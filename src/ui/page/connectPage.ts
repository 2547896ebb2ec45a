/* Connect: the questions of `init` on a page. Nothing is saved before the user confirms the summary. */
import { post } from './client.js';
import { DataTable } from './dataTable.js';
import {
  CommandLine,
  FailureBox,
  Field,
  type FieldProps,
  isReadOnly,
  Loading,
  typed,
  useAttempt,
  useData,
  Waiting,
} from './parts.js';
import { html, useState, type View } from './preact.js';
import { linkTo } from './router.js';
import { DifferenceView } from './setupChange.js';
import type {
  CheckAnswer,
  ConnectAnswer,
  ConnectChoices,
  FailureAnswer,
  SandboxAnswer,
  SavedAnswer,
} from './shapes.js';
import { LANGUAGE_NAMES, t } from './texts.js';

interface Form {
  readonly baseUrl: string;
  readonly name: string;
  readonly key: string;
  readonly employerId: string;
  readonly clientId: string;
  readonly secret: string;
  readonly country: string;
  readonly language: string;
  readonly preset: string | null;
  readonly templates: readonly string[];
  readonly isSandbox: boolean;
}

export function ConnectPage(): View {
  const { answer: choices, failure } = useData<ConnectChoices>('/api/connect');
  return html`<h1>${t('connect.title')}</h1>
    ${choices ? html`<${Connecting} choices=${choices} />` : html`<${Loading} failure=${failure} />`}`;
}

function emptyForm({ baseUrl, language }: ConnectChoices): Form {
  return {
    ...{ baseUrl: baseUrl ?? '', name: '', key: '', employerId: '', clientId: '', secret: '' },
    ...{ country: 'other', language, preset: null, templates: ['monthly-hours'], isSandbox: false },
  };
}

function Connecting({ choices }: { choices: ConnectChoices }): View {
  const [form, setForm] = useState(() => emptyForm(choices));
  const [preview, setPreview] = useState<ConnectAnswer | undefined>(undefined);
  const [saved, setSaved] = useState<SavedAnswer | undefined>(undefined);
  const { failure, isBusy, attempt } = useAttempt();
  const show = (asked: Form) =>
    attempt(async () => {
      setPreview(undefined);
      setPreview(await post<ConnectAnswer>('/api/connect/preview', asked));
    });
  const trySandbox = () =>
    attempt(async () => {
      const sandbox = await post<SandboxAnswer>('/api/connect/sandbox');
      const belgium = { country: 'BE', templates: ['monthly-hours', 'employee-days'], isSandbox: true };
      const filled = { ...form, ...sandbox, ...belgium, key: 'bakery', secret: '' };
      setForm(filled);
      setPreview(await post<ConnectAnswer>('/api/connect/preview', filled));
    });
  const save = () =>
    attempt(async () => {
      setSaved(await post<SavedAnswer>('/api/connect/save', { form, digest: preview?.digest ?? '' }));
      setForm({ ...form, secret: '' });
    });
  if (saved !== undefined) return html`<${Saved} saved=${saved} />`;
  if (preview !== undefined)
    return html`<${Summary} ...${{ form, preview, failure, isBusy, save, back: () => setPreview(undefined) }} />`;
  return html`<${SandboxOffer} choices=${choices} start=${trySandbox} isBusy=${isBusy} />
    <${Questions} ...${{ form, choices, isBusy, setForm, show: () => show(form) }} />
    <${FailureBox} failure=${failure} />${isBusy && html`<${Waiting} text=${t('connect.checking')} />`}`;
}

interface OfferProps {
  readonly choices: ConnectChoices;
  readonly start: () => Promise<void>;
  readonly isBusy: boolean;
}

/** The sample service: to try paytally, or to continue with a configuration that uses it. */
function SandboxOffer({ choices, start, isBusy }: OfferProps): View {
  const [isRunning, setRunning] = useState(false);
  const { failure, attempt } = useAttempt();
  const restart = () => attempt(() => post('/api/connect/sandbox').then(() => setRunning(true)));
  if (choices.sandbox === 'none') return null;
  if (choices.sandbox === 'offered')
    return html`<section class="panel"><h2>${t('connect.try')}</h2><p>${t('connect.tryText')}</p>
      <button type="button" disabled=${isBusy || isReadOnly()} onClick=${start}>${t('connect.trySandbox')}</button></section>`;
  const isThere = isRunning || choices.sandbox === 'running';
  return html`<section class="panel"><h2>${t('connect.sandbox')}</h2><p role="status">${t(isThere ? 'connect.sandboxRuns' : 'connect.sandboxStopped')}</p>
    <${FailureBox} failure=${failure} />
    ${!isThere && html`<button type="button" disabled=${isReadOnly()} onClick=${restart}>${t('connect.startSandbox')}</button>`}</section>`;
}

interface QuestionsProps {
  readonly form: Form;
  readonly choices: ConnectChoices;
  readonly isBusy: boolean;
  readonly setForm: (form: Form) => void;
  readonly show: () => void;
}

function Questions({ form, choices, isBusy, setForm, show }: QuestionsProps): View {
  const set = (change: Partial<Form>) => setForm({ ...form, ...change, isSandbox: false });
  const country = choices.countries.find(({ code }) => code === form.country);
  const chooseCountry = (code: string) => {
    const chosen = choices.countries.find((each) => each.code === code);
    const speaks = chosen?.languages.includes(form.language) ?? true;
    set({
      country: code,
      language: speaks ? form.language : (chosen?.languages[0] ?? 'en'),
      preset: choices.baseUrl === null ? (chosen?.preset ?? null) : null,
      templates: ['monthly-hours'],
    });
  };
  const payroll = form.templates[1] ?? '';
  const isFirst = choices.baseUrl === null;
  return html`<form class="form" onSubmit=${(event: Event) => {
    event.preventDefault();
    show();
  }}>
    <p>${t(isFirst ? 'connect.first' : 'connect.further', { folder: choices.folder, employers: choices.employers.join(', ') })}</p>
    <fieldset><legend>${t('connect.service')}</legend>
      <${AddressField} value=${form.baseUrl} isFixed=${!isFirst} set=${(baseUrl: string) => set({ baseUrl })} /></fieldset>
    <fieldset><legend>${t('connect.employer')}</legend>
      <${Field} label=${t('connect.name')} hint=${t('connect.name.hint')} value=${form.name} set=${(name: string) => set({ name, key: keyOf(name) })} />
      <${Field} label=${t('connect.key')} hint=${t('connect.key.hint')} value=${form.key} set=${(key: string) => set({ key })} />
      <${Field} label=${t('connect.employerId')} hint=${t('connect.employerId.hint')} value=${form.employerId} set=${(employerId: string) => set({ employerId })} />
      <${Field} label=${t('connect.clientId')} value=${form.clientId} set=${(clientId: string) => set({ clientId })} />
      <${Field} label=${t('connect.secret')} hint=${t('connect.secret.hint')} type="password" value=${form.secret} set=${(secret: string) => set({ secret })} /></fieldset>
    <fieldset><legend>${t('connect.payroll')}</legend>
      <label>${t('connect.country')} <select value=${form.country} onChange=${typed(chooseCountry)}>
        ${choices.countries.map(({ code, name }) => html`<option value=${code}>${name}</option>`)}</select></label>
      <label>${t('connect.language')} <select value=${form.language} onChange=${typed((language) => set({ language }))}>
        ${(country?.languages ?? ['en']).map((code) => html`<option value=${code}>${LANGUAGE_NAMES[code] ?? code}</option>`)}</select></label>
      <label>${t('connect.system')} <select value=${payroll} onChange=${typed((name) => set({ templates: ['monthly-hours', ...[name].filter(Boolean)] }))}>
        <option value="">${t('connect.noSystem')}</option>
        ${(country?.payroll ?? []).map(({ name, isWeak }) => html`<option value=${name}>${isWeak ? t('connect.weak', { template: name }) : name}</option>`)}</select></label>
      ${isFirst && country?.preset && html`<label class="check"><input type="checkbox" checked=${form.preset !== null} onChange=${(event: { currentTarget: HTMLInputElement }) => set({ preset: event.currentTarget.checked ? country.preset : null })} /> ${t('connect.preset', { country: country.name })}</label>`}</fieldset>
    <p><button class="main" type="submit" disabled=${isBusy}>${t('connect.check')}</button></p></form>`;
}

/** `Bakery Van den Broeck` → `bakery-van-den-broeck`. */
function keyOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
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

interface SummaryProps {
  readonly form: Form;
  readonly preview: ConnectAnswer;
  readonly failure: FailureAnswer | undefined;
  readonly isBusy: boolean;
  readonly save: () => void;
  readonly back: () => void;
}

function Summary({ form, preview, failure, isBusy, save, back }: SummaryProps): View {
  return html`<h2>${t('connect.summary')}</h2>
    <dl class="facts"><dt>${t('connect.name')}</dt><dd><bdi>${form.name}</bdi> (<code>${form.key}</code>)</dd>
      <dt>${t('connect.address')}</dt><dd><bdi>${form.baseUrl}</bdi></dd>
      <dt>${t('connect.files')}</dt><dd>${preview.files.map((file) => html`<code>${file}</code> `)}</dd></dl>
    <${Found} preview=${preview} />
    <h3>${t('connect.change')}</h3><${DifferenceView} lines=${preview.difference} />
    <${FailureBox} failure=${failure} />
    <p class="tools"><button class="main" type="button" disabled=${isBusy || isReadOnly()} onClick=${save}>${t('connect.save')}</button>
      <button type="button" disabled=${isBusy} onClick=${back}>${t('connect.back')}</button></p>
    ${isBusy && html`<${Waiting} text=${t('connect.saving')} />`}
    <${CommandLine} command=${form.isSandbox ? 'paytally init --sandbox' : `paytally init --employer-id ${form.employerId} --client-id ${form.clientId}`} />`;
}

function Saved({ saved }: { saved: SavedAnswer }): View {
  return html`<section role="status"><h2>${t('connect.saved', { employer: saved.employer })}</h2>
    <ul>${saved.files.map((file) => html`<li><code>${file}</code></li>`)}</ul>
    ${saved.people && html`<p>${saved.people}</p>`}</section>
    <p class="tools"><a class="button main" href=${linkTo('board')} onClick=${() => setTimeout(() => location.reload(), 0)}>${t('connect.toBoard')}</a>
      <a class="button" href=${linkTo('setup', saved.employer, 'deliveries')} onClick=${() => setTimeout(() => location.reload(), 0)}>${t('connect.toDeliveries')}</a>
      <a class="button" href=${linkTo('setup', saved.employer)} onClick=${() => setTimeout(() => location.reload(), 0)}>${t('connect.toSetup')}</a></p>`;
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
    <${Checks} findings=${findings.filter(({ status }) => status !== 'ok')} />
    <details><summary>${t('connect.allChecks', { count: findings.length })}</summary><${Checks} findings=${findings} /></details>`;
}

function Checks({ findings }: { findings: readonly CheckAnswer[] }): View {
  return html`<ul class="checks">${findings.map(
    ({ check, status, text, remedy }) =>
      html`<li class=${`check-${status}`}><span class="unseen">${t(`connect.status.${status}`)}: </span><strong>${check}</strong>: ${text}${remedy && html`<br /><span class="quiet">${remedy}</span>`}</li>`,
  )}</ul>`;
}
