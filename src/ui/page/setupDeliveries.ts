/* Deliveries: the mail server, where files go, and a trial to oneself. */
import { post } from './client.js';
import {
  ChoiceField,
  CommandLine,
  FailureBox,
  Field,
  isReadOnly,
  Loading,
  Several,
  typed,
  useAttempt,
  useData,
  Waiting,
} from './parts.js';
import { html, useState, type View } from './preact.js';
import { SaveChange } from './setupChange.js';
import type { DeliveriesAnswer, DeliveryLine, MailServerAnswer } from './setupShapes.js';
import { t } from './texts.js';

/** Deliveries through a payroll's API. */
const APIS = ['datev', 'xero'];

const listOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

export function DeliveriesPart({ employer }: { employer: string }): View {
  const { answer, failure, reload } = useData<DeliveriesAnswer>(
    `/api/setup/${encodeURIComponent(employer)}/deliveries`,
  );
  const [added, setAdded] = useState<string | undefined>(undefined);
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const { mail, deliveries, templates } = answer;
  const props = { employer, templates, onSaved: reload };
  const saved = () => {
    setAdded(undefined);
    reload();
  };
  const kinds = ['mail', 'folder', 'sftp', ...APIS];
  return html`<p>${t('setup.deliveriesText')}</p>
    ${deliveries.map((line) => html`<${DeliveryForm} key=${line.name} ...${props} line=${line} owner=${mail?.owner[0] ?? ''} />`)}
    ${added !== undefined && html`<${DeliveryForm} key=${`new ${added}`} ...${props} line=${newDelivery(added)} isNew=${true} onSaved=${saved} />`}
    <p class="tools" role="group" aria-label=${t('setup.addDelivery')}>${t('setup.addDelivery')}
      ${kinds.map((kind) => html`<button type="button" aria-pressed=${added === kind} onClick=${() => setAdded(kind)}>${t(`setup.to.${kind}`)}</button> `)}</p>
    <${MailForm} employer=${employer} mail=${mail} onSaved=${reload} />`;
}

function newDelivery(to: string): DeliveryLine {
  const recipients = to === 'mail' ? [] : null;
  return {
    name: '',
    to,
    when: 'final',
    templates: null,
    recipients,
    attach: false,
    path: '',
    host: '',
    user: '',
    key: '',
    ...{ client: '', tenant: '', clientId: '', system: '', mail: '' },
  };
}

interface DeliveryFormProps {
  readonly employer: string;
  readonly line: DeliveryLine;
  readonly templates: readonly string[];
  readonly isNew?: boolean;
  /** Where a trial goes unless another address is typed. */
  readonly owner?: string;
  readonly onSaved: () => void;
}

/** What the fields of a kind say, in the words of the configuration. */
function settingsOf(line: DeliveryLine) {
  const { to, when, templates, recipients, attach, path, host, user, key } = line;
  const shared = { to, when, templates: templates === null || templates.length === 0 ? null : templates };
  if (to === 'datev') {
    const { client, clientId, system, mail } = line;
    return { ...shared, client, clientId, system: system || null, mail: mail || null };
  }
  if (to === 'xero') return { ...shared, tenant: line.tenant, clientId: line.clientId };
  if (to === 'folder') return { ...shared, path };
  if (to === 'sftp') return { ...shared, path, host, user, ...(key === '' ? {} : { key }) };
  return { ...shared, attach, ...(recipients === null ? {} : { recipients }) };
}

function DeliveryForm({
  employer,
  line,
  templates,
  isNew = false,
  owner = '',
  onSaved,
}: DeliveryFormProps): View {
  const [form, setForm] = useState(line);
  const [secret, setSecret] = useState('');
  const set = (change: Partial<DeliveryLine>) => setForm({ ...form, ...change });
  const isSame = !isNew && secret === '' && JSON.stringify(form) === JSON.stringify(line);
  const isEmpty = form.name === '' || isSame;
  const saved = () => {
    setSecret('');
    onSaved();
  };
  const field = (name: 'path' | 'host' | 'user' | 'key', isOptional = false) =>
    html`<${Field} label=${t(`setup.${name}`)} hint=${name === 'path' && form.to === 'folder' ? t('setup.path.hint') : undefined} value=${form[name]} isOptional=${isOptional} set=${(value: string) => set({ [name]: value })} />`;
  const change = {
    kind: 'delivery',
    name: form.name,
    settings: settingsOf(form),
    hasNewSecret: secret !== '',
  };
  return html`<section class="panel form" aria-label=${form.name || t('setup.newDelivery')}><h2><bdi>${isNew ? t('setup.newDelivery') : form.name}</bdi> <span class="state">${t(`setup.to.${form.to}`)}</span></h2>
    <fieldset><legend class="unseen">${t('setup.deliveries')}</legend>
      ${isNew && html`<${Field} label=${t('setup.name')} hint=${t('setup.name.hint')} value=${form.name} set=${(name: string) => set({ name: name.trim() })} />`}
      ${form.to === 'sftp' && html`${field('host')}${field('user')}${field('key', true)}`}
      ${(form.to === 'folder' || form.to === 'sftp') && field('path')}
      ${APIS.includes(form.to) && html`<${ApiFields} form=${form} set=${set} secret=${secret} setSecret=${setSecret} />`}
      ${form.to === 'mail' && html`<${RecipientFields} form=${form} set=${set} />`}
      <${ChoiceField} label=${t('setup.when')} value=${form.when} options=${whenTexts()} set=${(when: string) => set({ when })} />
      <${Several} legend=${t('setup.files')} options=${[...new Set([...templates, ...(form.templates ?? [])])]} chosen=${form.templates ?? templates} set=${(chosen: readonly string[]) => set({ templates: chosen })} /></fieldset>
    <${SaveChange} employer=${employer} change=${change} more=${secret === '' ? {} : { password: secret }} isEmpty=${isEmpty} onSaved=${saved} />
    ${!isNew && APIS.includes(line.to) && html`<p>${t('setup.connect')}</p><${CommandLine} command=${`paytally connect ${line.name} --employer ${employer}`} />`}
    ${
      !isNew &&
      html`<${SaveChange} employer=${employer} change=${{ kind: 'delivery', name: line.name, settings: null }} isEmpty=${false} isQuiet=${true} label=${t('setup.remove')} onSaved=${onSaved} />
      <${Trial} employer=${employer} line=${line} owner=${owner} />`
    }</section>`;
}

function whenTexts(): Readonly<Record<string, string>> {
  return Object.fromEntries(['final', 'draft', 'both'].map((when) => [when, t(`setup.when.${when}`)]));
}

/** The client's data at the payroll, and the application that is registered there. */
function ApiFields({
  form,
  set,
  secret,
  setSecret,
}: {
  form: DeliveryLine;
  set: (change: Partial<DeliveryLine>) => void;
  secret: string;
  setSecret: (secret: string) => void;
}): View {
  const systems = { '': t('setup.system.auto'), lodas: 'LODAS', lug: 'Lohn und Gehalt' };
  const isDatev = form.to === 'datev';
  const account = isDatev ? 'client' : 'tenant';
  return html`<${Field} label=${t(`setup.${account}`)} hint=${t(`setup.${account}.hint`)} value=${form[account]} set=${(value: string) => set({ [account]: value.trim() })} />
    ${isDatev && html`<${ChoiceField} label=${t('setup.system')} value=${form.system} options=${systems} set=${(system: string) => set({ system })} />`}
    <${Field} label=${t('setup.clientId')} hint=${t(`setup.clientId.${form.to}`)} value=${form.clientId} set=${(clientId: string) => set({ clientId: clientId.trim() })} />
    <${Field} label=${t('setup.clientSecret')} hint=${t('setup.clientSecret.hint')} type="password" isOptional=${true} value=${secret} set=${setSecret} />
    ${isDatev && html`<${Field} label=${t('setup.apiMail')} hint=${t('setup.apiMail.hint')} type="email" isOptional=${true} value=${form.mail} set=${(mail: string) => set({ mail: mail.trim() })} />`}`;
}

function RecipientFields({
  form: { recipients, attach },
  set,
}: {
  form: DeliveryLine;
  set: (change: Partial<DeliveryLine>) => void;
}): View {
  const [text, setText] = useState(Array.isArray(recipients) ? recipients.join(', ') : '');
  const column = recipients !== null && 'column' in recipients ? recipients.column : undefined;
  const isColumn = column !== undefined;
  const choose = (kind: string) => set({ recipients: kind === 'column' ? { column: '' } : listOf(text) });
  const typed = (value: string) => {
    setText(value);
    set({ recipients: listOf(value) });
  };
  return html`${recipients === null && html`<p class="quiet">${t('setup.recipientsKept')}</p>`}
    ${recipients !== null && html`<${ChoiceField} label=${t('setup.recipients')} value=${isColumn ? 'column' : 'addresses'} options=${{ addresses: t('setup.recipients.addresses'), column: t('setup.recipients.column') }} set=${choose} />`}
    ${recipients !== null && !isColumn && html`<${Field} label=${t('setup.addresses')} hint=${t('setup.addresses.hint')} value=${text} set=${typed} />`}
    ${isColumn && html`<${Field} label=${t('setup.column')} hint=${t('setup.column.hint')} value=${column} set=${(name: string) => set({ recipients: { column: name } })} />`}
    <label class="check"><input type="checkbox" checked=${attach} onChange=${() => set({ attach: !attach })} /> ${t('setup.attach')}</label>`;
}

/** A mail to oneself without data of employees; a folder or a server is only reached. */
function Trial({ employer, line, owner }: { employer: string; line: DeliveryLine; owner: string }): View {
  const [address, setAddress] = useState(owner);
  const [text, setText] = useState('');
  const { failure, isBusy, attempt } = useAttempt();
  const start = (event: Event) => {
    event.preventDefault();
    setText('');
    void attempt(async () => {
      const path = `/api/setup/${encodeURIComponent(employer)}/trial`;
      setText((await post<{ text: string }>(path, { name: line.name, address })).text);
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

function MailForm({
  employer,
  mail,
  onSaved,
}: {
  employer: string;
  mail: MailServerAnswer | null;
  onSaved: () => void;
}): View {
  const before = mail ?? NO_MAIL;
  const [form, setForm] = useState(before);
  const [owner, setOwner] = useState(before.owner.join(', '));
  const [password, setPassword] = useState('');
  const set = (change: Partial<MailServerAnswer>) => setForm({ ...form, ...change });
  const change = { kind: 'mail', ...form, owner: listOf(owner), hasNewPassword: password !== '' };
  const isSame =
    password === '' && JSON.stringify({ ...form, owner: listOf(owner) }) === JSON.stringify(before);
  const saved = () => {
    setPassword('');
    onSaved();
  };
  const tls = Object.fromEntries(
    ['starttls', 'implicit', 'none'].map((each) => [each, t(`setup.tls.${each}`)]),
  );
  return html`<section class="panel form" aria-label=${t('setup.mail')}><h2>${t('setup.mail')}</h2>
    ${mail === null && html`<p>${t('setup.noMail')}</p>`}
    <fieldset><legend class="unseen">${t('setup.mail')}</legend>
      <${Field} label=${t('setup.from')} hint=${t('setup.from.hint')} value=${form.from} set=${(from: string) => set({ from })} />
      <${Field} label=${t('setup.owner')} hint=${t('setup.owner.hint')} value=${owner} set=${setOwner} />
      <${Field} label=${t('setup.smtpHost')} value=${form.host} set=${(host: string) => set({ host })} />
      <${Field} label=${t('setup.port')} hint=${t('setup.port.hint')} type="number" isOptional=${true} value=${form.port === null ? '' : String(form.port)} set=${(port: string) => set({ port: port === '' ? null : Number(port) })} />
      <${ChoiceField} label=${t('setup.tls')} value=${form.tls} options=${tls} set=${(chosen: string) => set({ tls: chosen })} />
      <${Field} label=${t('setup.user')} hint=${t('setup.user.hint')} isOptional=${true} value=${form.user} set=${(user: string) => set({ user })} />
      ${form.user !== '' && html`<${Field} label=${t('setup.password')} hint=${t('setup.password.hint')} type="password" isOptional=${true} value=${password} set=${setPassword} />`}</fieldset>
    <${SaveChange} employer=${employer} change=${change} more=${password === '' ? {} : { password }} isEmpty=${isSame} onSaved=${saved} /></section>`;
}
