/* Deliveries: the mail server, the destinations of files, and a test delivery. */
import { commandLine } from '../../app/session/commandLine.js';
import type { DeliveriesAnswer, DeliveryLine } from '../setupRoutes.js';
import { hasDraft, keepDraft } from './draft.js';
import {
  CheckField,
  ChoiceField,
  CommandLine,
  choices,
  FailureBox,
  Field,
  fromInput,
  isReadOnly,
  Several,
  useAttempt,
  useForm,
  Waiting,
} from './parts.js';
import { html, useState, type View } from './preact.js';
import { changedFields, type PartProps, postSettings, SettingsPanel } from './setupChange.js';
import { asShortName } from './shortName.js';
import { t } from './texts.js';

interface Kind {
  /** The names of its text fields. */
  readonly texts: readonly (keyof DeliveryLine)[];
  /** The only built-in templates whose files fit; it is then a payroll system's API, whose application has a secret. */
  readonly fits?: readonly string[];
}

const KINDS: Readonly<Record<DeliveryLine['to'], Kind>> = {
  mail: { texts: [] },
  folder: { texts: ['path'] },
  sftp: { texts: ['host', 'port', 'user', 'key', 'path'] },
  command: { texts: [] },
  datev: { texts: ['client', 'clientId', 'mail'], fits: ['datev-lodas', 'datev-lug'] },
  loket: { texts: ['employerId', 'clientId'], fits: ['loket-api'] },
  xero: { texts: ['tenant', 'clientId'], fits: ['xero'] },
};
const OPTIONAL: readonly string[] = ['port', 'key', 'mail'];

/** An own template is a path, and may fit as well. */
function isFitting({ to }: DeliveryLine, template: string): boolean {
  const { fits } = KINDS[to];
  return fits === undefined || fits.includes(template) || /[/\\]/.test(template);
}

export function DeliveriesPart({ employer, answer, reload }: PartProps<DeliveriesAnswer>): View {
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const [added, setAdded] = useState<DeliveryLine['to'] | undefined>(() =>
    kinds.find((kind) => hasDraft(`setup ${employer} deliveries new ${kind}`)),
  );
  const [isSaved, setSaved] = useState(false);
  const { mail, deliveries, templates } = answer;
  const props = { employer, templates, onSaved: reload };
  const saved = () => {
    setAdded(undefined);
    setSaved(true);
    reload();
  };
  return html`<p>${t('setup.deliveriesText')}</p>
    ${deliveries.map((line) => html`<${DeliveryForm} key=${line.name} ...${props} line=${line} owner=${mail?.owner[0] ?? ''} />`)}
    ${added !== undefined && html`<${DeliveryForm} key=${`new ${added}`} ...${props} line=${newDelivery(added, templates)} onSaved=${saved} />`}
    ${isSaved && added === undefined && html`<p role="status" class="good">${t('setup.saved')}</p>`}
    <p class="tools" role="group" aria-label=${t('setup.addDelivery')}>${t('setup.addDelivery')}
      ${kinds.map((kind) => html`<button type="button" aria-pressed=${added === kind} onClick=${() => setAdded(added === kind ? undefined : kind)}>${t(`setup.to.${kind}`)}</button> `)}</p>
    <${MailForm} employer=${employer} mail=${mail} onSaved=${reload} />`;
}

function newDelivery(to: DeliveryLine['to'], templates: readonly string[]): DeliveryLine {
  const line = { name: '', to, when: 'final' } as const;
  if (to === 'mail') return { ...line, recipients: [], attach: false };
  return KINDS[to].fits ? { ...line, templates: templates.filter((each) => isFitting(line, each)) } : line;
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
  const key = `setup ${employer} deliveries ${line.name || `new ${line.to}`}`;
  const { form, set, field, choice, changed, discard } = useForm('setup', line, key);
  const [secret, setSecret] = useState('');
  const isNew = line.name === '';
  const { texts, fits } = KINDS[form.to];
  const { name: _, ...edited } = isNew ? form : changed;
  // In the configuration, a command may be written inside `to`.
  const settings = 'command' in edited ? { ...edited, to: form.to } : edited;
  const chosen = form.templates ?? templates;
  const missing = [
    ...(['name', ...texts] as const).filter((name) => !OPTIONAL.includes(name) && !form[name]),
    ...(Array.isArray(form.recipients) && form.recipients.length === 0 ? ['addresses'] : []),
    ...(form.to === 'command' && !form.command?.length ? ['command'] : []),
    ...(fits && chosen.length === 0 ? ['files'] : []),
  ].map((name) => t(`setup.${name}`));
  const lacks = missing.length > 0 ? t('setup.lacks', { fields: missing.join(', ') }) : '';
  const isEmpty = missing.length > 0 || (Object.keys(settings).length === 0 && secret === '');
  const saved = () => {
    setSecret('');
    keepDraft(key, {});
    onSaved();
  };
  const change = {
    settings: { deliveries: { [form.name]: settings } },
    ...(secret === '' ? {} : { secretOf: form.name }),
  };
  const textField = (name: keyof DeliveryLine) =>
    field(name, {
      ...((name === 'path' && form.to !== 'folder') || name === 'user' ? { hint: undefined } : {}),
      ...(name === 'clientId' ? { hint: t(`setup.clientId.${form.to}`) } : {}),
      ...(name === 'mail' ? { label: t('setup.apiMail'), hint: t('setup.apiMail.hint'), type: 'email' } : {}),
      isOptional: OPTIONAL.includes(name),
      ...(name === 'port' ? portField(form.port, set) : { set: (value) => set({ [name]: value || null }) }),
    });
  const secretText = isNew ? 'connect.secret' : 'setup.clientSecret';
  const systems = { '': t('setup.system.auto'), lodas: 'LODAS', lug: 'Lohn und Gehalt' };
  const offered = [...new Set([...templates.filter((each) => isFitting(form, each)), ...chosen])];
  const fields = html`${isNew && field('name', { leave: () => set({ name: asShortName(form.name) }) })}${texts.map(textField)}
    ${form.to === 'datev' && html`<${ChoiceField} label=${t('setup.system')} value=${form.system ?? ''} options=${systems} set=${(system: 'lodas' | 'lug' | '') => set({ system: system || null })} />`}
    ${fits && html`<${Field} label=${t(secretText)} hint=${t(`${secretText}.hint`)} type="password" isOptional=${true} value=${secret} set=${setSecret} />`}
    ${form.to === 'command' && html`<${CommandField} words=${form.command ?? []} set=${(command: string[]) => set({ command })} />`}
    ${form.to === 'mail' && html`<${RecipientFields} form=${form} set=${set} />`}
    ${choice('when', form.to === 'loket' ? ['final'] : ['final', 'draft', 'both'])}
    ${offered.length === 0 && html`<p class="look">${t('setup.needsTemplate', { templates: fits?.join(', ') ?? '' })}</p>`}
    <${Several} legend=${t('setup.files')} options=${offered} chosen=${chosen} set=${(some: string[]) => set({ templates: some.length === 0 ? null : some })} />`;
  const badge = html`<span class="state quiet">${t(`setup.to.${form.to}`)}</span>`;
  return html`<${SettingsPanel} title=${form.name || t('setup.newDelivery')} badge=${badge} legend=${t('setup.deliveries')} fields=${fields}
    removal=${!isNew && { settings: { deliveries: { [line.name]: null } } }} summary=${changedFields('setup', line, changed)} ...${{ employer, change, secret, isEmpty, lacks, discard }} onSaved=${saved}>
    ${!isNew && fits && html`<p>${t('setup.connect')}</p><${CommandLine} command=${commandLine(['connect', line.name, '--employer', employer])} />`}
    ${!isNew && html`<${Trial} key=${owner} employer=${employer} line=${line} owner=${owner} />`}<//>`;
}

/** Empty for the usual port. */
function portField(port: number | null | undefined, set: (change: { port: number | null }) => void) {
  return {
    type: 'number',
    isOptional: true,
    value: String(port ?? ''),
    set: (value: string) => set({ port: value === '' ? null : Number(value) }),
  };
}

interface RecipientProps {
  readonly form: DeliveryLine;
  readonly set: (change: Partial<DeliveryLine>) => void;
}

/** Recipients of any other kind in the configuration are kept. */
function RecipientFields({ form: { recipients = [], attach = false }, set }: RecipientProps): View {
  const addresses = Array.isArray(recipients) ? recipients : undefined;
  const column = 'column' in recipients ? String(recipients.column) : undefined;
  const choose = (kind: string) => set({ recipients: kind === 'column' ? { column: '' } : [] });
  const isKnown = addresses !== undefined || column !== undefined;
  return html`${isKnown ? html`<${ChoiceField} label=${t('setup.recipients')} value=${addresses ? 'addresses' : 'column'} options=${choices('setup.recipients', ['addresses', 'column'])} set=${choose} />` : html`<p class="quiet">${t('setup.recipientsKept')}</p>`}
    ${addresses && html`<${AddressesField} name="addresses" value=${addresses} set=${(some: string[]) => set({ recipients: some })} />`}
    ${column !== undefined && html`<${Field} label=${t('setup.column')} hint=${t('setup.column.hint')} value=${column} set=${(name: string) => set({ recipients: { column: name.trim() } })} />`}
    <${CheckField} label=${t('setup.attach')} isChecked=${attach} set=${(isAttached: boolean) => set({ attach: isAttached })} />`;
}

interface CommandProps {
  readonly words: readonly string[];
  readonly set: (words: string[]) => void;
}

/** A program and its arguments in one field; arguments with spaces are changed in the file. */
function CommandField({ words, set }: CommandProps): View {
  const [text, setText] = useState(words.join(' '));
  if (words.some((word) => /\s/.test(word))) return html`<p class="quiet">${t('setup.commandKept')}</p>`;
  const type = (given: string) => {
    setText(given);
    set(given.split(/\s+/).filter(Boolean));
  };
  return html`<${Field} label=${t('setup.command')} hint=${t('setup.command.hint')} value=${text} set=${type} />`;
}

interface AddressesProps {
  readonly name: string;
  readonly value: readonly string[];
  readonly set: (addresses: string[]) => void;
}

/** Several addresses in one field. */
function AddressesField({ name, value, set }: AddressesProps): View {
  const [text, setText] = useState(value.join(', '));
  const type = (given: string) => {
    setText(given);
    set(given.split(/[\s,;]+/).filter(Boolean));
  };
  return html`<${Field} label=${t(`setup.${name}`)} hint=${t(`setup.${name}.hint`)} value=${text} set=${type} />`;
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
      ${isMail && html`<label>${t('setup.trialAddress')} <input type="email" required value=${address} onInput=${fromInput(setAddress)} /></label>`}
      <button type="submit" disabled=${isBusy || isReadOnly()}>${t(isMail ? 'setup.trialMail' : 'setup.trial')}</button>
      <span class="good" role="status">${text && `✓ ${text}`}</span></form>
    ${isBusy && html`<${Waiting} />`}<${FailureBox} failure=${failure} />
    ${!isMail && html`<${CommandLine} command="paytally doctor" />`}`;
}

interface MailProps {
  readonly employer: string;
  readonly mail: Mail | null;
  readonly onSaved: () => void;
}

type Mail = NonNullable<DeliveriesAnswer['mail']>;
const NO_MAIL: Mail = { from: '', owner: [], host: '', port: null, tls: 'starttls', user: '' };

function MailForm({ employer, mail, onSaved }: MailProps): View {
  const { form, set, field, choice, changed, discard } = useForm(
    'setup',
    mail ?? NO_MAIL,
    `setup ${employer} deliveries-mail`,
  );
  const [secret, setSecret] = useState('');
  const saved = () => {
    setSecret('');
    onSaved();
  };
  const fields = html`${field('from')}<${AddressesField} name="owner" value=${form.owner} set=${(owner: string[]) => set({ owner })} />
    ${field('host', { label: t('setup.smtpHost') })}${field('port', portField(form.port, set))}${choice('tls', ['starttls', 'implicit', 'none'])}
    ${field('user', { isOptional: true })}
    ${form.user !== '' && html`<${Field} label=${t('setup.password')} hint=${t('setup.password.hint')} type="password" isOptional=${true} value=${secret} set=${setSecret} />`}`;
  const { from, owner, host, user, tls } = form;
  const smtp = {
    host,
    port: form.port,
    user: user || null,
    tls: tls === 'starttls' ? null : tls,
    ...(user === '' ? { password: null } : {}),
  };
  const change = {
    settings: { mail: { from, owner: owner.length === 1 ? owner[0] : owner, smtp } },
    ...(secret === '' ? {} : { secretOf: null }),
  };
  const isEmpty = secret === '' && Object.keys(changed).length === 0;
  return html`${mail === null && html`<p>${t('setup.noMail')}</p>`}
    <${SettingsPanel} title=${t('setup.mail')} legend=${t('setup.mail')} fields=${fields} change=${change} summary=${changedFields('setup', mail ?? NO_MAIL, changed)} ...${{ employer, secret, isEmpty, discard }} onSaved=${saved} />`;
}
