/* Components for every page: loading states, failures, buttons with their command, badges. */
import type { FailureAnswer } from '../jobs.js';
import type { DeliveryAnswer } from '../months.js';
import { Failure, get } from './client.js';
import { readDraft, useKeptDraft } from './draft.js';
import { html, useCallback, useEffect, useRef, useState, type View } from './preact.js';
import { pageLanguage, t, tIfKnown } from './texts.js';

let readOnly = false;

export function setReadOnly(isIt: boolean): void {
  readOnly = isIt;
}

/** Whether the window is read-only: buttons that write or send are disabled, and the page header explains why. */
export function isReadOnly(): boolean {
  return readOnly;
}

/**
 * Requests data again whenever the query or the language changes; shows the old data until the new data arrives.
 * @param path empty as long as nothing is requested
 */
export function useData<Answer>(path: string, query: Readonly<Record<string, string | undefined>> = {}) {
  const [answer, setAnswer] = useState<Answer | undefined>(undefined);
  const [failure, setFailure] = useState<FailureAnswer | undefined>(undefined);
  const [isLoading, setLoading] = useState(true);
  const [count, setCount] = useState(0);
  const language = pageLanguage();
  const spoken = useRef(language);
  useEffect(() => {
    if (path === '') return undefined;
    const abort = new AbortController();
    // In another language the data are the same.
    if (spoken.current === language) setLoading(true);
    spoken.current = language;
    const settle = (given: Answer | undefined, failed?: FailureAnswer) => {
      if (abort.signal.aborted) return;
      if (given !== undefined) setAnswer(given);
      setFailure(failed);
      setLoading(false);
    };
    get<Answer>(path, query, abort.signal).then(settle, (reason: unknown) =>
      settle(undefined, failureOf(reason)),
    );
    return () => abort.abort();
  }, [path, JSON.stringify(query), count, language]);
  const reload = useCallback(() => setCount((before) => before + 1), []);
  return { answer, failure, isLoading, reload };
}

export function failureOf(reason: unknown): FailureAnswer {
  if (reason instanceof Failure) {
    const { answer } = reason;
    if (answer.message !== '') return answer;
    const key = reason.status === 401 ? 'noSession' : 'noServer';
    return { ...answer, message: t(key), remedy: t(`${key}.remedy`) };
  }
  return { code: 'PAGE', message: String(reason), remedy: t('pageBug'), record: null };
}

/** A text with commands in backquotes. */
export function Prose({ text }: { text: string }): View {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** What happened and what to do, shown next to its cause. */
export function FailureBox({ failure }: { failure: FailureAnswer | undefined }): View {
  if (failure === undefined) return null;
  return html`<div class="problem" role="alert"><p><strong class="less"><${Prose} text=${failure.message} /></strong></p>
    <p><${Prose} text=${failure.remedy} /></p><p class="quiet"><code>${failure.code}</code>${failure.record && !failure.message.includes(failure.record) && html` · <bdi>${failure.record}</bdi>`}</p></div>`;
}

export function Waiting({ text }: { text?: string }): View {
  return html`<p class="waiting" role="status"><span class="spinner" aria-hidden="true"></span> ${text ?? t('loading')}</p>`;
}

/** Shown while content is loading or if it could not be loaded. */
export function Loading({ failure, title }: { failure: FailureAnswer | undefined; title?: string }): View {
  return html`${title && html`<h1><bdi>${title}</bdi></h1>`}
    ${failure === undefined ? html`<${Waiting} />` : html`<${FailureBox} failure=${failure} />`}`;
}

/** The heading of what an action brings. It takes the focus, so that the keyboard goes on from there. */
export function Arrival({ text }: { text: string }): View {
  const heading = useRef<HTMLHeadingElement | null>(null);
  useEffect(() => heading.current?.focus(), []);
  return html`<h2 ref=${heading} tabindex="-1">${text}</h2>`;
}

/** Runs the action of a button and shows a failure next to it. */
export function useAttempt() {
  const [failure, setFailure] = useState<FailureAnswer | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(undefined);
    await work().catch((reason: unknown) => setFailure(failureOf(reason)));
    setBusy(false);
  };
  return { failure, isBusy, attempt };
}

/** Passes on the value of a control whenever it changes. */
export function fromInput(set: (value: string) => void) {
  return (event: { currentTarget: { value: string } }) => set(event.currentTarget.value);
}

interface SearchProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  /** How many of all rows are shown. */
  readonly count?: string;
}

/** Filters a list. */
export function Search({ label, value, set, count }: SearchProps): View {
  return html`<label>${label} <input type="search" placeholder=" " value=${value} onInput=${fromInput(set)} /></label>
    ${count !== undefined && html`<span class="quiet" aria-live="polite">${count}</span>`}`;
}

/** The command equivalent to the button above it. */
export function CommandLine({ command }: { command: string }): View {
  const [copied, setCopied] = useState('');
  const copy = () => void navigator.clipboard?.writeText(command).then(() => setCopied(command));
  return html`<p class="command screen"><span class="unseen">${t('sameAs')} </span><code>${command}</code>
    <button type="button" class="plain" onClick=${copy} aria-label=${t('copyCommand')}>${t('copy')}</button>
    <span role="status">${copied === command && '✓'}</span></p>`;
}

/** The colour of a state, as a class of the style sheet. */
const TONES: Readonly<Record<string, string>> = {
  blocked: 'less',
  failed: 'less',
  changed: 'look',
  unknown: 'look',
  pending: 'look',
  ready: 'accent',
  final: 'accent',
  corrected: 'accent',
  sent: 'good',
};

export function Badge({ state, text }: { state: string; text?: string }): View {
  return html`<span class=${`state ${TONES[state] ?? 'quiet'}`}>${text ?? t(`terminal.state.${state}`)}</span>`;
}

/** Deliveries by state. */
export function Deliveries({ deliveries }: { deliveries: readonly DeliveryAnswer[] }): View {
  const states = [...new Set(deliveries.map(deliveryText))];
  return states.map((text) => {
    const alike = deliveries.filter((each) => deliveryText(each) === text);
    const title = alike.map(({ name, recipient }) => `${name}: ${recipient}`);
    return html`<span class=${`state ${TONES[alike[0]?.state ?? ''] ?? 'quiet'}`} title=${title.join('\n')}>${alike.length} × ${text}</span> `;
  });
}

/** The state of a delivery; for a payroll system's API, its answer. */
export function deliveryText({ state, receipt }: DeliveryAnswer): string {
  return t(receipt === undefined ? `terminal.deliveryState.${state}` : `api.receipt.${receipt.state}`);
}

interface DialogProps {
  readonly title: View;
  readonly close: () => void;
  readonly children?: View;
}

/** A dialog that can be closed with the keyboard, and then restores the focus. */
export function Dialog({ title, close, children }: DialogProps): View {
  const place = useRef<HTMLDialogElement | null>(null);
  useEffect(() => {
    const before = document.activeElement;
    place.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return html`<dialog ref=${place} onClose=${close} aria-labelledby="dialog-title">
    <div class="dialog-head"><h2 id="dialog-title">${title}</h2>
      <button type="button" class="plain screen" onClick=${() => place.current?.close()} aria-label=${t('close')}>✕</button></div>
    ${children}</dialog>`;
}

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly hint?: string | undefined;
  readonly type?: string;
  readonly leave?: () => void;
  readonly isFixed?: boolean;
  readonly isOptional?: boolean;
}

export function Field({ label, value, set, hint, type = 'text', leave, ...rest }: FieldProps): View {
  return html`<label class="field">${label} <input type=${type} value=${value} required=${!rest.isOptional} readonly=${rest.isFixed ?? false}
      autocomplete=${type === 'password' ? 'new-password' : 'off'} spellcheck="false" onBlur=${leave}
      onInput=${fromInput(set)} />
    ${hint && html`<small class="quiet">${hint}</small>`}</label>`;
}

/**
 * The values of a form, its text fields by name, and what has changed. A catalogue has the labels and hints.
 * @param draft the key under which unsaved values are kept
 */
export function useForm<Values extends object>(catalogue: string, before: Values, draft?: string) {
  const [form, setForm] = useState<Values>(() => ({
    ...before,
    ...(draft === undefined ? {} : readDraft<Partial<Values>>(draft)),
  }));
  const set = (change: Partial<Values>) => setForm((now) => ({ ...now, ...change }));
  const field = (name: keyof Values & string, more: Partial<FieldProps> = {}) => {
    const key = `${catalogue}.${name}`;
    const shown = { label: t(key), hint: tIfKnown(`${key}.hint`), value: String(form[name] ?? '') };
    const take = (value: string) => set({ [name]: value } as Partial<Values>);
    return html`<${Field} ...${{ ...shown, set: take, ...more }} />`;
  };
  const choice = (name: keyof Values & string, values: readonly string[]) => {
    const key = `${catalogue}.${name}`;
    const take = (value: string) => set({ [name]: value } as Partial<Values>);
    return html`<${ChoiceField} label=${t(key)} value=${form[name]} options=${choices(key, values)} set=${take} />`;
  };
  const isNew = (name: keyof Values) =>
    JSON.stringify(form[name] ?? null) !== JSON.stringify(before[name] ?? null);
  const changed = Object.fromEntries(
    Object.entries(form).filter(([name]) => isNew(name as keyof Values)),
  ) as Partial<Values>;
  useKeptDraft(draft, changed);
  const discard = () => setForm(before);
  return { form, set, field, choice, changed, discard };
}

/** The values of a choice with their texts. */
export function choices(catalogue: string, values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, t(`${catalogue}.${value}`)]));
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** Value -> text. */
  readonly options: Readonly<Record<string, string>>;
  readonly set: (value: Value) => void;
}

/** A choice of one value. */
export function ChoiceField<Value extends string>({ label, value, options, set }: ChoiceProps<Value>): View {
  return html`<label>${label} <select value=${value} onChange=${fromInput((chosen) => set(chosen as Value))}>
    ${Object.entries(options).map(([key, text]) => html`<option value=${key}>${text}</option>`)}</select></label>`;
}

interface CheckProps {
  readonly label: View;
  readonly isChecked: boolean;
  readonly set: (isChecked: boolean) => void;
}

export function CheckField({ label, isChecked, set }: CheckProps): View {
  return html`<label class="check"><input type="checkbox" checked=${isChecked} onChange=${() => set(!isChecked)} /> ${label}</label>`;
}

/** Adds a value to the list, or removes it. */
export function toggled(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

interface SeveralProps {
  readonly legend: string;
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  readonly set: (chosen: readonly string[]) => void;
}

/** A choice of several values. */
export function Several({ legend, options, chosen, set }: SeveralProps): View {
  const box = (name: string) =>
    html`<${CheckField} label=${html`<bdi>${name}</bdi>`} isChecked=${chosen.includes(name)} set=${() => set(toggled(chosen, name))} />`;
  return html`<div class="several" role="group" aria-label=${legend}>${legend}${options.map(box)}</div>`;
}
