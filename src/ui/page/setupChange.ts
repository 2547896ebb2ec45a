/* A change of a file: shown first, then written as it was shown. */
import { post } from './client.js';
import { DifferenceView } from './connectSummary.js';
import { Dialog, FailureBox, failureOf } from './parts.js';
import { html, useState, type View } from './preact.js';
import type { FilePreviewAnswer } from './setupShapes.js';
import type { FailureAnswer } from './shapes.js';
import { t } from './texts.js';

interface ChangeProps {
  readonly employer: string;
  /** As the server takes it. */
  readonly change: object;
  readonly isEmpty: boolean;
  /** After it was written. */
  readonly onSaved: () => void;
}

/** The button that shows what a change would write, and writes it when that is confirmed. */
export function SaveChange({ employer, change, isEmpty, onSaved }: ChangeProps): View {
  const [preview, setPreview] = useState<FilePreviewAnswer | undefined>(undefined);
  const [failure, setFailure] = useState<FailureAnswer | undefined>(undefined);
  const [isSaved, setSaved] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setFailure(undefined);
    setSaved(false);
    await work().catch((reason: unknown) => setFailure(failureOf(reason)));
  };
  const path = `/api/setup/${encodeURIComponent(employer)}`;
  const show = () =>
    attempt(async () => setPreview(await post<FilePreviewAnswer>(`${path}/preview`, change)));
  const save = () =>
    attempt(async () => {
      await post(`${path}/save`, { change, digest: preview?.digest ?? '' });
      setPreview(undefined);
      setSaved(true);
      onSaved();
    });
  return html`<p class="tools"><button type="button" class="main" disabled=${isEmpty} onClick=${show}>${t('setup.show')}</button>
      <span role="status" class="good">${isSaved && isEmpty ? t('setup.saved') : ''}</span></p>
    ${preview === undefined && html`<${FailureBox} failure=${failure} />`}
    ${
      preview &&
      html`<${Dialog} title=${t('setup.changes')} close=${() => setPreview(undefined)}><p><code>${preview.file}</code></p>
      ${preview.warnings.map((text) => html`<p class="look" role="alert">${text}</p>`)}
      <${DifferenceView} lines=${preview.difference} /><${FailureBox} failure=${failure} />
      <p class="tools"><button type="button" class="main" onClick=${save}>${t('setup.save')}</button>
        <button type="button" onClick=${() => setPreview(undefined)}>${t('cancel')}</button></p></${Dialog}>`
    }`;
}
