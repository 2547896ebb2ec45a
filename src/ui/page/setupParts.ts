/* Pay codes, rules and templates of an employer. */

import { DataTable } from './dataTable.js';
import { Loading, typed, useData } from './parts.js';
import { html, useState, type View } from './preact.js';
import { SaveChange } from './setupChange.js';
import type { PayCodeLine, RulesAnswer, TemplatesAnswer } from './setupShapes.js';
import { hours, t } from './texts.js';

interface PartProps {
  readonly employer: string;
}

const pathOf = (employer: string, part: string) => `/api/setup/${encodeURIComponent(employer)}/${part}`;

type CodeEdit = Pick<PayCodeLine, 'external' | 'secondary'>;

export function PayCodesPart({ employer }: PartProps): View {
  const { answer, failure, reload } = useData<{ codes: readonly PayCodeLine[] }>(pathOf(employer, 'codes'));
  const [edits, setEdits] = useState<Readonly<Record<string, CodeEdit>>>({});
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const codes = Object.fromEntries(
    Object.entries(edits).filter(([code, { external, secondary }]) => {
      const known = answer.codes.find((each) => each.code === code);
      return known?.external !== external || known.secondary !== secondary;
    }),
  );
  const set = (line: PayCodeLine, change: Partial<CodeEdit>) => {
    const { external, secondary } = edits[line.code] ?? line;
    setEdits({ ...edits, [line.code]: { external, secondary, ...change } });
  };
  const cell = (line: PayCodeLine, name: 'external' | 'secondary') =>
    html`<td><input value=${(edits[line.code] ?? line)[name]} aria-label=${`${t(`setup.${name}`)}: ${line.code}`} autocomplete="off" spellcheck="false"
      onInput=${typed((value) => set(line, { [name]: value.trim() }))} /></td>`;
  return html`<p>${t('setup.codesText')}</p>
    <${SaveChange} employer=${employer} change=${{ kind: 'codes', codes }} isEmpty=${Object.keys(codes).length === 0} onSaved=${reload} />
    <${DataTable} label=${t('setup.codes')} heads=${['code', 'external', 'secondary', 'usedBy'].map((name) => t(`setup.${name}`))}>${answer.codes.map(
      (line) =>
        html`<tr key=${line.code}><th scope="row"><code>${line.code}</code>${line.label !== line.code && html` <span class="quiet">${line.label}</span>`}</th>
          ${cell(line, 'external')}${cell(line, 'secondary')}<td class="quiet">${line.rules.length === 0 ? t('setup.unused') : line.rules.join(', ')}</td></tr>`,
    )}<//>`;
}

export function RulesPart({ employer }: PartProps): View {
  const { answer, failure, reload } = useData<RulesAnswer>(pathOf(employer, 'rules'));
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  return html`<p>${t('setup.rulesText')} <button type="button" onClick=${reload}>${t('board.reload')}</button></p>
    ${answer.findings.length === 0 ? html`<p class="good">${t('setup.rulesApply')}</p>` : html`<ul class="checks">${answer.findings.map(({ rule, text }) => html`<li class="check-warning"><code>${rule}</code>: ${text}</li>`)}</ul>`}
    ${answer.tables.map(
      ({ persona, examples }) =>
        html`<h2>${persona}</h2><${DataTable} label=${persona} heads=${[t('setup.example'), t('setup.pays')]}>${examples.map(
          ({ name, lines }) =>
            html`<tr><th scope="row">${name}</th><td>${lines.map(({ payCode, label, kind, minutes, quantity }) => html`<div>${quantity === null ? hours(minutes) : `${quantity} ×`} <code>${payCode}</code>${label !== payCode && ` ${label}`}${kind === 'loading' && html` <span class="quiet">${t('setup.onTop')}</span>`}</div>`)}</td></tr>`,
        )}<//>`,
    )}`;
}

export function TemplatesPart({ employer }: PartProps): View {
  const { answer, failure, reload } = useData<TemplatesAnswer>(pathOf(employer, 'templates'));
  const [chosen, setChosen] = useState<readonly string[] | undefined>(undefined);
  const [shown, setShown] = useState('');
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const templates = chosen ?? answer.configured;
  const toggle = (name: string) =>
    setChosen(templates.includes(name) ? templates.filter((each) => each !== name) : [...templates, name]);
  const isSame = JSON.stringify(templates) === JSON.stringify(answer.configured);
  const own = templates.filter((name) => !answer.templates.some((each) => each.name === name));
  const saved = () => {
    setChosen(undefined);
    reload();
  };
  return html`<p>${t('setup.templatesText')}</p>
    ${own.length > 0 && html`<p>${t('setup.ownTemplates', { names: own.join(', ') })}</p>`}
    <${SaveChange} employer=${employer} change=${{ kind: 'templates', templates }} isEmpty=${isSame || templates.length === 0} onSaved=${saved} />
    ${shown !== '' && html`<${Sample} employer=${employer} template=${shown} />`}
    <${DataTable} label=${t('setup.templates')} heads=${[t('setup.template'), t('setup.description'), t('setup.sample')]}>${[
      ...answer.templates,
    ]
      .sort((a, b) => Number(answer.configured.includes(b.name)) - Number(answer.configured.includes(a.name)))
      .map(
        ({ name, description, kind }) =>
          html`<tr key=${name}><th scope="row"><label><input type="checkbox" checked=${templates.includes(name)} onChange=${() => toggle(name)} /> ${name}</label></th><td>${description}</td>
        <td>${kind === 'text' && html`<button type="button" aria-label=${`${t('setup.showSample')}: ${name}`} onClick=${() => setShown(name)}>${t('setup.showSample')}</button>`}</td></tr>`,
      )}<//>`;
}

function Sample({ employer, template }: PartProps & { template: string }): View {
  const { answer, failure } = useData<{ name: string | null; text: string | null }>(
    pathOf(employer, 'sample'),
    { template },
  );
  return html`<section class="panel" aria-live="polite"><h2>${t('setup.sampleOf', { template })}</h2>
    ${answer ? html`<p><code>${answer.name}</code></p><pre class="difference" tabindex="0" aria-label=${t('setup.sample')}>${answer.text}</pre>` : html`<${Loading} failure=${failure} />`}</section>`;
}
