/* A change of a file: shown first, then written as it was shown. */
import { post } from './client.js';
import { DifferenceView } from './connectSummary.js';
import { DataTable } from './dataTable.js';
import { Dialog, FailureBox, isReadOnly, useAttempt } from './parts.js';
import { html, useState, type View } from './preact.js';
import type { FilePreviewAnswer, TimeAnswer } from './setupShapes.js';
import { moment, period, t } from './texts.js';

interface ChangeProps {
  readonly employer: string;
  /** As the server takes it. */
  readonly change: object;
  readonly isEmpty: boolean;
  /** What only the confirmation sends. */
  readonly more?: object;
  readonly label?: string;
  /** Whether the button stays in the background. */
  readonly isQuiet?: boolean;
  /** After it was written. */
  readonly onSaved: () => void;
}

/** The button that shows what a change would write, and writes it when that is confirmed. */
export function SaveChange({
  employer,
  change,
  isEmpty,
  more = {},
  label,
  isQuiet,
  onSaved,
}: ChangeProps): View {
  const [preview, setPreview] = useState<FilePreviewAnswer | undefined>(undefined);
  const { failure, isBusy, attempt } = useAttempt();
  const [isSaved, setSaved] = useState(false);
  const path = `/api/setup/${encodeURIComponent(employer)}`;
  const show = () =>
    attempt(async () => {
      setSaved(false);
      setPreview(await post<FilePreviewAnswer>(`${path}/preview`, change));
    });
  const save = () =>
    attempt(async () => {
      await post(`${path}/save`, { change, digest: preview?.digest ?? '', ...more });
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

/** When a schedule is due, and the period that it then covers. */
export function NextTimes({ times }: { times: readonly TimeAnswer[] }): View {
  return html`<${DataTable} label=${t('setup.nextTen')} heads=${[t('setup.at'), t('board.days')]} tableClass="">${times.map((each) => html`<tr><td><time datetime=${each.at}>${moment(each.at)}</time></td><td>${period(each.period)}</td></tr>`)}<//>`;
}
