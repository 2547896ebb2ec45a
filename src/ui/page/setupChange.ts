/* A change of settings: checked and saved with one button, shown as people read it. */

import type { ListedTime } from '../../app/schedule/listTimes.js';
import type { DifferenceLine } from '../../app/setup/lineDifference.js';
import type { FilePreviewAnswer } from '../setupChanges.js';
import { post } from './client.js';
import { DataTable } from './dataTable.js';
import { Dialog, FailureBox, isReadOnly, useAttempt, useData } from './parts.js';
import { html, useEffect, useState, type View } from './preact.js';
import { ownMoment, period, t, tIfKnown } from './texts.js';

const pathOf = (employer: string, part: string) => `/api/setup/${encodeURIComponent(employer)}/${part}`;

/** What a part of Set up receives. */
export interface PartProps<Answer> {
  readonly employer: string;
  readonly answer: Answer;
  readonly reload: () => void;
}

/** Settings of an employer. */
export function useSettings<Answer>(employer: string, part: string, query = {}) {
  return useData<Answer>(pathOf(employer, part), query);
}

export function postSettings<Answer>(employer: string, part: string, body: object): Promise<Answer> {
  return post<Answer>(pathOf(employer, part), body);
}

interface ChangeProps {
  readonly employer: string;
  /** In the format of the server: `{ ids }` or `{ settings }`. */
  readonly change: object;
  readonly isEmpty: boolean;
  /** The change as people read it, a line each. */
  readonly summary?: readonly string[];
  /** Whether the change is always confirmed; others are only if there is a warning. */
  readonly isConfirmed?: boolean;
  /** What is missing before the change can be saved. */
  readonly lacks?: string;
  /** A password or secret, sent only when the change is saved. */
  readonly secret?: string;
  readonly label?: string;
  /** Whether the button has a less prominent style. */
  readonly isQuiet?: boolean;
  /** Called once the change is saved. */
  readonly onSaved: () => void;
  /** Called with the record of a refusal, and without one for the next attempt. */
  readonly onRefused?: (record: string | undefined) => void;
  /** Forgets the change. */
  readonly discard?: (() => void) | undefined;
}

/** A change that was saved, as it was shown. */
interface SavedChange {
  readonly preview: FilePreviewAnswer;
  readonly summary: readonly string[];
}

/** The button that saves a change. It is checked first, and confirmed if there is something to say about it. */
export function SaveChange(props: ChangeProps): View {
  const { employer, change, isEmpty, summary = [], isConfirmed, lacks = '', secret = '' } = props;
  const { label, isQuiet, onSaved, onRefused, discard } = props;
  const [preview, setPreview] = useState<FilePreviewAnswer | undefined>(undefined);
  const [saved, setSaved] = useState<SavedChange | undefined>(undefined);
  const { failure, isBusy, attempt } = useAttempt();
  useEffect(() => onRefused?.(failure?.record ?? undefined), [failure]);
  const save = async (shown: FilePreviewAnswer) => {
    await postSettings(employer, 'save', { change, digest: shown.digest, secret });
    setPreview(undefined);
    setSaved({ preview: shown, summary });
    onSaved();
  };
  const start = () =>
    attempt(async () => {
      setSaved(undefined);
      const shown = await postSettings<FilePreviewAnswer>(employer, 'preview', change);
      if (isConfirmed || shown.warnings.length > 0) setPreview(shown);
      else await save(shown);
    });
  return html`<p class="tools"><button type="button" class=${isQuiet ? '' : 'main'} disabled=${isEmpty || isBusy || isReadOnly()} onClick=${start}>${label ?? t('setup.save')}</button>
      ${discard && !isEmpty && html`<button type="button" disabled=${isBusy} onClick=${discard}>${t('setup.discard')}</button>`}
      <span role="status" class="good">${saved && isEmpty ? t('setup.saved') : ''}</span> <span class="quiet">${!saved && isEmpty ? lacks : ''}</span></p>
    ${saved && isEmpty && html`<${ChangeView} ...${saved} />`}
    ${preview === undefined && html`<${FailureBox} failure=${failure} />`}
    ${
      preview &&
      html`<${Dialog} title=${t('setup.changes')} close=${() => setPreview(undefined)}>
      ${preview.warnings.map((text) => html`<p class="look" role="alert">${text}</p>`)}
      <${ChangeView} preview=${preview} summary=${summary} />
      ${preview.times.length > 0 && html`<h3>${t('setup.nextTen')}</h3><${NextTimes} times=${preview.times} />`}<${FailureBox} failure=${failure} />
      <p class="tools"><button type="button" class="main" disabled=${isBusy || isReadOnly()} onClick=${() => attempt(() => save(preview))}>${t('setup.save')}</button>
        <button type="button" onClick=${() => setPreview(undefined)}>${t('cancel')}</button></p></${Dialog}>`
    }`;
}

const CHANGES_SHOWN = 20;

/** A change as people read it; its file stands behind "For administrators". */
function ChangeView({ preview, summary }: SavedChange): View {
  const more = summary.length - CHANGES_SHOWN;
  return html`${summary.length > 0 && html`<ul class="names">${summary.slice(0, CHANGES_SHOWN).map((text) => html`<li><bdi>${text}</bdi></li>`)}${more > 0 && html`<li class="quiet">${t('setup.moreChanges', { count: more })}</li>`}</ul>`}
    <${ForAdministrators}><p><code>${preview.file}</code></p><${DifferenceView} file=${preview.file} lines=${preview.difference} /><//>`;
}

/** What only people who know the files and commands need. */
export function ForAdministrators({ children }: { children?: View }): View {
  return html`<details class="screen"><summary>${t('forAdministrators')}</summary>${children}</details>`;
}

/** `Zoë V.: – → 1028`. */
export function changeText(name: string, before: string, after: string): string {
  return `${name}: ${before || '–'} → ${after || '–'}`;
}

/** The changed text fields of a form. A catalogue has their labels. */
export function changedFields<Values extends object>(
  catalogue: string,
  before: Values,
  changed: Partial<Values>,
): string[] {
  const textOf = (value: unknown) =>
    Array.isArray(value)
      ? value.join(', ')
      : value === null || typeof value === 'object'
        ? ''
        : String(value);
  return Object.entries(changed).map(([name, value]) => {
    const known = (before as Record<string, unknown>)[name];
    const [from, to] = [known, value].map((each) =>
      typeof each === 'string' ? (tIfKnown(`${catalogue}.${name}.${each}`) ?? each) : textOf(each ?? null),
    );
    return changeText(tIfKnown(`${catalogue}.${name}`) ?? name, from ?? '', to ?? '');
  });
}

interface PanelProps extends ChangeProps {
  readonly title: string;
  /** The accessible name of the fields together. */
  readonly legend: string;
  readonly badge?: View;
  readonly fields: View;
  /** The change that removes the settings, if they can be removed. */
  readonly removal?: object | false;
  readonly children?: View;
}

/** Settings with the buttons to change and to remove them. */
export function SettingsPanel({
  title,
  legend,
  badge,
  fields,
  removal,
  children,
  ...save
}: PanelProps): View {
  const remove = {
    ...save,
    change: removal,
    secret: '',
    isEmpty: false,
    isConfirmed: true,
    summary: [],
    discard: undefined,
  };
  return html`<section class="panel form" aria-label=${title}><h2><bdi>${title}</bdi> ${badge}</h2>
    <fieldset><legend class="unseen">${legend}</legend>${fields}</fieldset>
    <${SaveChange} ...${save} />
    ${removal && html`<${SaveChange} ...${remove} isQuiet=${true} label=${t('setup.remove')} />`}
    ${children}</section>`;
}

/** The due times of a schedule, with the period of each. */
export function NextTimes({ times }: { times: readonly ListedTime[] }): View {
  return html`<${DataTable} label=${t('setup.nextTen')} heads=${[t('setup.at'), t('board.days')]} tableClass="">${times.map((each) => html`<tr><td><time datetime=${each.at}>${ownMoment(each.at)}</time></td><td>${period(each.period)}</td></tr>`)}<//>`;
}

/** Lines of unchanged text around a change. */
const AROUND = 2;
const SIGNS: Readonly<Record<string, string>> = { added: '+', removed: '−' };
const TONES: Readonly<Record<string, string>> = { added: 'good', removed: 'less' };

interface DifferenceProps {
  readonly file: string;
  readonly lines: readonly DifferenceLine[];
}

/** The removed and added lines of a file; long unchanged parts are omitted. */
export function DifferenceView({ file, lines }: DifferenceProps): View {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.flatMap((line, index): { readonly kind: string; readonly text: string }[] => {
    if (isNear(index)) return [line];
    return index > 0 && isNear(index - 1) ? [{ kind: 'gap', text: '⋯' }] : [];
  });
  if (shown.length === 0) return html`<p>${t('connect.noChange')}</p>`;
  return html`<pre class="difference" tabindex="0" aria-label=${t('connect.change', { file: file.split(/[\\/]/).at(-1) ?? file })}>${shown.map(
    ({ kind, text }) =>
      html`<span class=${TONES[kind] ?? ''}><span class="unseen">${kind in SIGNS ? t(`connect.${kind}`) : ''}</span>${SIGNS[kind] ?? ' '} ${text}${'\n'}</span>`,
  )}</pre>`;
}
