/* Deliveries: the mail server, the destinations of files, and a test delivery. */
import {
  ChoiceField,
  CommandLine,
  choices,
  FailureBox,
  Field,
  isReadOnly,
  Loading,
  Several,
  typed,
  useAttempt,
  useForm,
  Waiting,
} from './parts.js';
import { html, useState, type View } from './preact.js';
import { postSettings, SaveChange, useSettings } from './setupChange.js';
import type { DeliveriesAnswer, DeliveryLine, DeliveryText, MailServerAnswer } from './shapes.js';
import { t } from './texts.js';

/** Kinds of deliveries with their text fields, in order; deliveries to a payroll system's API also have a secret. */
const KINDS: Readonly<Record<string, readonly DeliveryText[]>> = {
  mail: [],
  folder: ['path'],
  sftp: ['host', 'user', 'key', 'path'],
  datev: ['client', 'clientId', 'mail'],
  loket: ['employerId', 'clientId'],
  xero: ['tenant', 'clientId'],
};
const APIS = ['datev', 'loket', 'xero'];
const OPTIONAL = ['key', 'mail'];

const listOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

export function DeliveriesPart({ employer }: { employer: string }): View {
  const { answer, failure, reload } = useSettings<DeliveriesAnswer>(employer, 'deliveries');
  const [added, setAdded] = useState<string | undefined>(undefined);
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const { mail, deliveries, templates } = answer;
  const props = { employer, templates, onSaved: reload };
  const saved = () => {
    setAdded(undefined);
    reload();
  };
  return html`<p>${t('setup.deliveriesText')}</p>
    ${deliveries.map((line) => html`<${DeliveryForm} key=${line.name} ...${props} line=${line} owner=${mail?.owner[0] ?? ''} />`)}
    ${added !== undefined && html`<${DeliveryForm} key=${`new ${added}`} ...${props} line=${newDelivery(added)} onSaved=${saved} />`}
    <p class="tools" role="group" aria-label=${t('setup.addDelivery')}>${t('setup.addDelivery')}
      ${Object.keys(KINDS).map((kind) => html`<button type="button" aria-pressed=${added === kind} onClick=${() => setAdded(added === kind ? undefined : kind)}>${t(`setup.to.${kind}`)}</button> `)}</p>
    <${MailForm} employer=${employer} mail=${mail} onSaved=${reload} />`;
}

function newDelivery(to: string): DeliveryLine {
  return { name: '', to, when: 'final', ...(to === 'mail' ? { recipients: [], attach: false } : {}) };
}

interface DeliveryFormProps {
  readonly employer: string;
  /** A line without a name is a new one. */
  readonly line: DeliveryLine;
  readonly templates: readonly string[];
  /** The default address for a test delivery. */
  readonly owner?: string;
  readonly onSaved: () => void;
}

function DeliveryForm({ employer, line, templates, owner = '', onSaved }: DeliveryFormProps): View {
  const { form, set, field, changed } = useForm('setup', line);
  const [secret, setSecret] = useState('');
  const isNew = line.name === '';
  const isApi = APIS.includes(form.to);
  const secretText = isNew ? 'connect.secret' : 'setup.clientSecret';
  const { name: _, ...settings } = isNew ? form : changed;
  const isEmpty = form.name === '' || (Object.keys(settings).length === 0 && secret === '');
  const saved = () => {
    setSecret('');
    onSaved();
  };
  const change = { kind: 'delivery', name: form.name, settings };
  const props = { employer, onSaved: saved };
  const textField = (name: DeliveryText) =>
    field(name, {
      ...(name === 'path' && form.to !== 'folder' ? { hint: undefined } : {}),
      ...(name === 'user' ? { hint: undefined } : {}),
      ...(name === 'clientId' ? { hint: t(`setup.clientId.${form.to}`) } : {}),
      ...(name === 'mail' ? { label: t('setup.apiMail'), hint: t('setup.apiMail.hint'), type: 'email' } : {}),
      isOptional: OPTIONAL.includes(name),
      set: (value) => set({ [name]: value || null }),
    });
  const systems = { '': t('setup.system.auto'), lodas: 'LODAS', lug: 'Lohn und Gehalt' };
  return html`<section class="panel form" aria-label=${form.name || t('setup.newDelivery')}><h2><bdi>${isNew ? t('setup.newDelivery') : form.name}</bdi> <span class="state">${t(`setup.to.${form.to}`)}</span></h2>
    <fieldset><legend class="unseen">${t('setup.deliveries')}</legend>
      ${isNew && field('name', { set: (name) => set({ name: name.trim() }) })}${KINDS[form.to]?.map(textField)}
      ${form.to === 'datev' && html`<${ChoiceField} label=${t('setup.system')} value=${form.system ?? ''} options=${systems} set=${(system: string) => set({ system: system || null })} />`}
      ${isApi && html`<${Field} label=${t(secretText)} hint=${t(`${secretText}.hint`)} type="password" isOptional=${true} value=${secret} set=${setSecret} />`}
      ${form.to === 'mail' && html`<${RecipientFields} form=${form} set=${set} />`}
      <${ChoiceField} label=${t('setup.when')} value=${form.when} options=${choices('setup.when', form.to === 'loket' ? ['final'] : ['final', 'draft', 'both'])} set=${(when: string) => set({ when })} />
      <${Several} legend=${t('setup.files')} options=${[...new Set([...templates, ...(form.templates ?? [])])]} chosen=${form.templates ?? templates} set=${(chosen: readonly string[]) => set({ templates: chosen.length === 0 ? null : chosen })} /></fieldset>
    <${SaveChange} ...${props} change=${change} secret=${secret} isEmpty=${isEmpty} />
    ${!isNew && isApi && html`<p>${t('setup.connect')}</p><${CommandLine} command=${`paytally connect ${line.name} --employer ${employer}`} />`}
    ${
      !isNew &&
      html`<${SaveChange} ...${props} change=${{ ...change, settings: null }} isEmpty=${false} isQuiet=${true} label=${t('setup.remove')} />
      <${Trial} employer=${employer} line=${line} owner=${owner} />`
    }</section>`;
}

interface RecipientProps {
  readonly form: DeliveryLine;
  readonly set: (change: Partial<DeliveryLine>) => void;
}

function RecipientFields({ form: { recipients = [], attach = false }, set }: RecipientProps): View {
  const [text, setText] = useState(Array.isArray(recipients) ? recipients.join(', ') : '');
  const column = 'column' in recipients ? String(recipients.column) : undefined;
  const isKept = !Array.isArray(recipients) && column === undefined;
  const choose = (kind: string) => set({ recipients: kind === 'column' ? { column: '' } : listOf(text) });
  const type = (value: string) => {
    setText(value);
    set({ recipients: listOf(value) });
  };
  return html`${isKept && html`<p class="quiet">${t('setup.recipientsKept')}</p>`}
    ${!isKept && html`<${ChoiceField} label=${t('setup.recipients')} value=${column === undefined ? 'addresses' : 'column'} options=${choices('setup.recipients', ['addresses', 'column'])} set=${choose} />`}
    ${!isKept && column === undefined && html`<${Field} label=${t('setup.addresses')} hint=${t('setup.addresses.hint')} value=${text} set=${type} />`}
    ${column !== undefined && html`<${Field} label=${t('setup.column')} hint=${t('setup.column.hint')} value=${column} set=${(name: string) => set({ recipients: { column: name.trim() } })} />`}
    <label class="check"><input type="checkbox" checked=${attach} onChange=${() => set({ attach: !attach })} /> ${t('setup.attach')}</label>`;
}

/** Sends the user a mail without employee data; for a folder or server, only tests the connection. */
function Trial({ employer, line, owner }: { employer: string; line: DeliveryLine; owner: string }): View {
  const [address, setAddress] = useState(owner);
  const [text, setText] = useState('');
  const { failure, isBusy, attempt } = useAttempt();
  const start = (event: Event) => {
    event.preventDefault();
    setText('');
    void attempt(async () => {
      setText((await postSettings<{ text: string }>(employer, 'trial', { name: line.name, address })).text);
    });
  };
  const isMail = line.to === 'mail';
  return html`<form class="tools" onSubmit=${start}>
      ${isMail && html`<label>${t('setup.trialAddress')} <input type="email" required value=${address} onInput=${typed(setAddress)} /></label>`}
      <button type="submit" disabled=${isBusy || isReadOnly()}>${t(isMail ? 'setup.trialMail' : 'setup.trial')}</button>
      <span class="good" role="status">${text && `✓ ${text}`}</span></form>
    ${isBusy && html`<${Waiting} />`}<${FailureBox} failure=${failure} />
    ${!isMail && html`<${CommandLine} command="paytally doctor" />`}`;
}

const NO_MAIL: MailServerAnswer = { from: '', owner: [], host: '', port: null, tls: 'starttls', user: '' };

interface MailProps {
  readonly employer: string;
  readonly mail: MailServerAnswer | null;
  readonly onSaved: () => void;
}

function MailForm({ employer, mail, onSaved }: MailProps): View {
  const { form, set, field, changed } = useForm('setup', mail ?? NO_MAIL);
  const [owner, setOwner] = useState(form.owner.join(', '));
  const [secret, setSecret] = useState('');
  const typeOwner = (text: string) => {
    setOwner(text);
    set({ owner: listOf(text) });
  };
  const saved = () => {
    setSecret('');
    onSaved();
  };
  const port = form.port === null ? '' : String(form.port);
  return html`<section class="panel form" aria-label=${t('setup.mail')}><h2>${t('setup.mail')}</h2>
    ${mail === null && html`<p>${t('setup.noMail')}</p>`}
    <fieldset><legend class="unseen">${t('setup.mail')}</legend>
      ${field('from')}<${Field} label=${t('setup.owner')} hint=${t('setup.owner.hint')} value=${owner} set=${typeOwner} />
      ${field('host', { label: t('setup.smtpHost') })}
      ${field('port', { type: 'number', isOptional: true, value: port, set: (value) => set({ port: value === '' ? null : Number(value) }) })}
      <${ChoiceField} label=${t('setup.tls')} value=${form.tls} options=${choices('setup.tls', ['starttls', 'implicit', 'none'])} set=${(tls: string) => set({ tls })} />
      ${field('user', { isOptional: true })}
      ${form.user !== '' && html`<${Field} label=${t('setup.password')} hint=${t('setup.password.hint')} type="password" isOptional=${true} value=${secret} set=${setSecret} />`}</fieldset>
    <${SaveChange} employer=${employer} change=${{ kind: 'mail', ...form }} secret=${secret} isEmpty=${secret === '' && Object.keys(changed).length === 0} onSaved=${saved} /></section>`;
}
