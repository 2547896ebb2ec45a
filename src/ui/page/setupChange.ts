/* A change of a file: previewed, then saved exactly as previewed. */

import type { ListedTime } from '../../app/schedule/listTimes.js';
import type { DifferenceLine } from '../../app/setup/lineDifference.js';
import type { FilePreviewAnswer } from '../setupChanges.js';
import { post } from './client.js';
import { DataTable } from './dataTable.js';
import { Dialog, FailureBox, isReadOnly, useAttempt, useData } from './parts.js';
import { html, useEffect, useState, type View } from './preact.js';
import { ownMoment, period, t } from './texts.js';

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
  /** What is missing before the change can be shown. */
  readonly lacks?: string;
  /** A password or secret, sent only with the confirmation. */
  readonly secret?: string;
  readonly label?: string;
  /** Whether the button has a less prominent style. */
  readonly isQuiet?: boolean;
  /** Called once the change is saved. */
  readonly onSaved: () => void;
  /** Called with the record of a refusal, and without one for the next attempt. */
  readonly onRefused?: (record: string | undefined) => void;
}

/** The button that previews a change, and saves it when the user confirms. */
export function SaveChange(props: ChangeProps): View {
  const { employer, change, isEmpty, lacks = '', secret = '', label, isQuiet, onSaved, onRefused } = props;
  const [preview, setPreview] = useState<FilePreviewAnswer | undefined>(undefined);
  const { failure, isBusy, attempt } = useAttempt();
  const [isSaved, setSaved] = useState(false);
  useEffect(() => onRefused?.(failure?.record ?? undefined), [failure]);
  const show = () =>
    attempt(async () => {
      setSaved(false);
      setPreview(await postSettings<FilePreviewAnswer>(employer, 'preview', change));
    });
  const save = () =>
    attempt(async () => {
      await postSettings(employer, 'save', { change, digest: preview?.digest ?? '', secret });
      setPreview(undefined);
      setSaved(true);
      onSaved();
    });
  return html`<p class="tools"><button type="button" class=${isQuiet ? '' : 'main'} disabled=${isEmpty || isReadOnly()} onClick=${show}>${label ?? t('setup.show')}</button>
      <span role="status" class="good">${isSaved && isEmpty ? t('setup.saved') : ''}</span> <span class="quiet">${!isSaved && isEmpty ? lacks : ''}</span></p>
    ${preview === undefined && html`<${FailureBox} failure=${failure} />`}
    ${
      preview &&
      html`<${Dialog} title=${t('setup.changes')} close=${() => setPreview(undefined)}><p><code>${preview.file}</code></p>
      ${preview.warnings.map((text) => html`<p class="look" role="alert">${text}</p>`)}
      <${DifferenceView} lines=${preview.difference} />
      ${preview.times.length > 0 && html`<h3>${t('setup.nextTen')}</h3><${NextTimes} times=${preview.times} />`}<${FailureBox} failure=${failure} />
      <p class="tools"><button type="button" class="main" disabled=${isBusy || isReadOnly()} onClick=${save}>${t('setup.save')}</button>
        <button type="button" onClick=${() => setPreview(undefined)}>${t('cancel')}</button></p></${Dialog}>`
    }`;
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
  const remove = { ...save, change: removal, secret: '', isEmpty: false };
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

/** The removed and added lines of a file; long unchanged parts are omitted. */
export function DifferenceView({ lines }: { lines: readonly DifferenceLine[] }): View {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.flatMap((line, index): { readonly kind: string; readonly text: string }[] => {
    if (isNear(index)) return [line];
    return index > 0 && isNear(index - 1) ? [{ kind: 'gap', text: '⋯' }] : [];
  });
  if (shown.length === 0) return html`<p>${t('connect.noChange')}</p>`;
  return html`<pre class="difference" tabindex="0" aria-label=${t('connect.change')}>${shown.map(
    ({ kind, text }) =>
      html`<span class=${TONES[kind] ?? ''}><span class="unseen">${kind in SIGNS ? t(`connect.${kind}`) : ''}</span>${SIGNS[kind] ?? ' '} ${text}${'\n'}</span>`,
  )}</pre>`;
}
