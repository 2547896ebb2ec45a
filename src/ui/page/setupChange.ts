/* A change of a file: previewed, then saved exactly as previewed. */
import { post } from './client.js';
import { DataTable } from './dataTable.js';
import { Dialog, FailureBox, isReadOnly, type Loaded, useAttempt, useData } from './parts.js';
import { html, useState, type View } from './preact.js';
import type { DifferenceAnswer, FilePreviewAnswer, TimeAnswer } from './shapes.js';
import { moment, period, t } from './texts.js';

const pathOf = (employer: string, part: string) => `/api/setup/${encodeURIComponent(employer)}/${part}`;

/** Settings of an employer. */
export function useSettings<Answer>(employer: string, part: string, query = {}): Loaded<Answer> {
  return useData<Answer>(pathOf(employer, part), query);
}

export function postSettings<Answer>(employer: string, part: string, body: object): Promise<Answer> {
  return post<Answer>(pathOf(employer, part), body);
}

interface ChangeProps {
  readonly employer: string;
  /** In the format of the server. */
  readonly change: object;
  readonly isEmpty: boolean;
  /** A password or secret, sent only with the confirmation. */
  readonly secret?: string;
  readonly label?: string;
  /** Whether the button has a less prominent style. */
  readonly isQuiet?: boolean;
  /** Called once the change is saved. */
  readonly onSaved: () => void;
}

/** The button that previews a change, and saves it when the user confirms. */
export function SaveChange(props: ChangeProps): View {
  const { employer, change, isEmpty, secret = '', label, isQuiet, onSaved } = props;
  const [preview, setPreview] = useState<FilePreviewAnswer | undefined>(undefined);
  const { failure, isBusy, attempt } = useAttempt();
  const [isSaved, setSaved] = useState(false);
  const asked = { ...change, ...(secret === '' ? {} : { hasNewSecret: true }) };
  const show = () =>
    attempt(async () => {
      setSaved(false);
      setPreview(await postSettings<FilePreviewAnswer>(employer, 'preview', asked));
    });
  const save = () =>
    attempt(async () => {
      await postSettings(employer, 'save', { change: asked, digest: preview?.digest ?? '', secret });
      setPreview(undefined);
      setSaved(true);
      onSaved();
    });
  return html`<p class="tools"><button type="button" class=${isQuiet ? '' : 'main'} disabled=${isEmpty} onClick=${show}>${label ?? t('setup.show')}</button>
      <span role="status" class="good">${isSaved && isEmpty ? t('setup.saved') : ''}</span></p>
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

/** The due times of a schedule, with the period of each. */
export function NextTimes({ times }: { times: readonly TimeAnswer[] }): View {
  return html`<${DataTable} label=${t('setup.nextTen')} heads=${[t('setup.at'), t('board.days')]} tableClass="">${times.map((each) => html`<tr><td><time datetime=${each.at}>${moment(each.at)}</time></td><td>${period(each.period)}</td></tr>`)}<//>`;
}

/** Lines of unchanged text around a change. */
const AROUND = 2;

/** The removed and added lines of a file; long unchanged parts are omitted. */
export function DifferenceView({ lines }: { lines: readonly DifferenceAnswer[] }): View {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.flatMap((line, index): { readonly kind: string; readonly text: string }[] => {
    if (isNear(index)) return [line];
    return index > 0 && isNear(index - 1) ? [{ kind: 'gap', text: '⋯' }] : [];
  });
  if (shown.length === 0) return html`<p>${t('connect.noChange')}</p>`;
  const signs: Readonly<Record<string, string>> = { added: '+', removed: '−' };
  return html`<pre class="difference" tabindex="0" aria-label=${t('connect.change')}>${shown.map(
    ({ kind, text }) =>
      html`<span class=${`line-${kind}`}><span class="unseen">${kind in signs ? t(`connect.${kind}`) : ''}</span>${signs[kind] ?? ' '} ${text}${'\n'}</span>`,
  )}</pre>`;
}
