/* Files of a run: contents, preview, download. */
import type { Preview } from '../../documents/previewSheets.js';
import type { FileAnswer, MonthAnswer, RunAnswer } from '../months.js';
import type { TemplatesAnswer } from '../setupRoutes.js';
import { getBlob } from './client.js';
import { DataTable, numberHead } from './dataTable.js';
import { Badge, Dialog, FailureBox, Loading, useAttempt, useData } from './parts.js';
import { html, useEffect, useState, type View } from './preact.js';
import { useSettings } from './setupChange.js';
import { templateTitle } from './setupTemplates.js';
import { moment, numberText, t } from './texts.js';

export function FilesTab({ month }: { month: MonthAnswer }): View {
  const counted = month.runs.filter(({ state }) => state === 'final' || state === 'correction');
  const drafts = month.runs.filter(({ state }) => state === 'draft');
  const contents = useContents(month.employer);
  const shown = counted.length > 0 ? counted : drafts.slice(0, 1);
  return html`<section aria-labelledby="files"><h2 id="files">${t('files.title')}</h2><${ReplacedFiles} month=${month} />
    ${shown.length === 0 && html`<p>${t(month.state === 'unread' ? 'files.none' : 'files.blocked')}</p>`}${shown.map((run) => html`<${FilesOfRun} key=${run.runId} run=${run} contents=${contents} />`)}</section>`;
}

/** A notice for each file of a replaced final that is still on disk. */
export function ReplacedFiles({ month }: { month: MonthAnswer }): View {
  return html`${month.replacedFiles.map((file) => html`<p class="notice row less screen" role="status">${t('files.replaced', file)}</p>`)}`;
}

/** What a template writes, in a few words. */
export function useContents(employer: string): (template: string) => string {
  const { answer } = useSettings<TemplatesAnswer>(employer, 'templates');
  return (template) => {
    const described = answer?.templates.find(({ name }) => name === template)?.description ?? '';
    return described.split(/[.:]\s|, (?=[A-Z]{4})/)[0] ?? '';
  };
}

/** The names of payroll systems, by their templates. */
export function useTitles(employer: string): (template: string) => string {
  const { answer } = useSettings<TemplatesAnswer>(employer, 'templates');
  return (template) => {
    const listed = answer?.templates.find(({ name }) => name === template);
    return listed === undefined ? template : templateTitle(listed);
  };
}

interface FilesProps {
  readonly run: RunAnswer;
  readonly contents: ReturnType<typeof useContents>;
}

export function FilesOfRun({ run, contents }: FilesProps): View {
  const [opened, setOpened] = useState<FileAnswer | undefined>(undefined);
  const { failure, attempt } = useAttempt();
  const download = ({ name }: FileAnswer) =>
    attempt(async () => saveAs(await getBlob('/api/file', { run: run.runId, name }), name));
  return html`<p><${Badge} state=${run.state} text=${t(`run.${run.state}`)} /> <code>${run.runId}</code> <span class="quiet">${moment(run.startedAt)}${run.files.length > 0 && html`<br /><bdi>${run.folder}</bdi>`}</span></p>
    <${FailureBox} failure=${failure} />
    <${DataTable} label=${t('files.title')} heads=${[t('files.name'), t('files.template'), numberHead(t('files.rows')), numberHead(t('files.bytes')), { text: t('files.actions'), class: 'screen' }]}>${run.files.map(
      (
        file,
      ) => html`<tr key=${file.name}><th scope="row"><bdi>${file.name}</bdi><br /><span class="quiet digest">SHA-256 ${file.sha256.slice(0, 16)}…</span></th><td>${contents(file.template)} <span class="quiet">${file.template}</span></td>
        <td class="number">${numberText(file.rows)}</td><td class="number">${numberText(file.bytes)}</td>
        <td class="screen">${!file.name.endsWith('.html') && html`<button type="button" aria-label=${t('files.previewOf', { name: file.name })} onClick=${() => setOpened(file)}>${t('files.preview')}</button> `}
          <button type="button" aria-label=${t('files.downloadOf', { name: file.name })} onClick=${() => download(file)}>${t('files.download')}</button></td></tr>`,
    )}<//>
    ${opened && html`<${PreviewDialog} run=${run} file=${opened} close=${() => setOpened(undefined)} />`}`;
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function PreviewDialog({ run, file, close }: { run: RunAnswer; file: FileAnswer; close: () => void }): View {
  const query = { run: run.runId, name: file.name };
  return html`<${Dialog} title=${html`<bdi>${file.name}</bdi>`} close=${close}>
    ${file.name.endsWith('.pdf') ? html`<${PdfPreview} ...${{ query }} name=${file.name} />` : html`<${TablePreview} query=${query} />`}<//>`;
}

function PdfPreview({ query, name }: { query: Readonly<Record<string, string>>; name: string }): View {
  const [url, setUrl] = useState<string | undefined>(undefined);
  const { failure, attempt } = useAttempt();
  useEffect(() => {
    let made: string | undefined;
    void attempt(async () => {
      made = URL.createObjectURL(await getBlob('/api/file', query));
      setUrl(made);
    });
    return () => {
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, []);
  return url === undefined
    ? html`<${Loading} failure=${failure} />`
    : html`<iframe class="pdf" src=${url} title=${name}></iframe>`;
}

function TablePreview({ query }: { query: Readonly<Record<string, string>> }): View {
  const { answer, failure } = useData<Preview>('/api/preview', query);
  const [chosen, setChosen] = useState(0);
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const sheet = answer.sheets[chosen];
  if (sheet === undefined) return html`<p>${t(answer.isTooLarge ? 'files.tooLarge' : 'files.noPreview')}</p>`;
  const width = Math.max(1, ...sheet.rows.map((row) => row.length));
  return html`${answer.sheets.length > 1 && html`<p class="tools" role="group" aria-label=${t('files.sheets')}>${answer.sheets.map(({ name }, index) => html`<button type="button" aria-pressed=${index === chosen} onClick=${() => setChosen(index)}>${name}</button>`)}</p>`}
    <div class="scroll preview" tabindex="0" role="group" aria-label=${sheet.name || t('files.preview')}><table><tbody>${sheet.rows.map((row, index) => html`<tr key=${index}>${Array.from({ length: width }, (_, column) => html`<td>${row[column] ?? ''}</td>`)}</tr>`)}</tbody></table></div>
    ${sheet.isCut && html`<p class="quiet">${t('files.cut', { count: sheet.rows.length })}</p>`}`;
}
