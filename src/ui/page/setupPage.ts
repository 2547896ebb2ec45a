/* Set up: payroll IDs, pay codes, rules, templates, deliveries and schedules of an employer. */
import type { PayCodeLine, RulesAnswer, TemplateAnswer, TemplatesAnswer } from '../setupRoutes.js';
import type { StartAnswer } from '../startRoutes.js';
import { DataTable } from './dataTable.js';
import { Arrival, ChoiceField, Field, fromInput, Loading, toggled, useForm } from './parts.js';
import { html, useState, type View } from './preact.js';
import { goTo, linkTo } from './router.js';
import { type PartProps, SaveChange, SettingsPanel, useSettings } from './setupChange.js';
import { DeliveriesPart } from './setupDeliveries.js';
import { PayrollIdsPart } from './setupIds.js';
import { SchedulesPart } from './setupSchedule.js';
import { hours, t } from './texts.js';

interface SetupProps {
  readonly words: readonly string[];
  readonly start: StartAnswer;
}

const PARTS: Readonly<Record<string, (props: PartProps<never>) => View>> = {
  ids: PayrollIdsPart,
  codes: PayCodesPart,
  rules: RulesPart,
  templates: TemplatesPart,
  deliveries: DeliveriesPart,
  schedule: SchedulesPart,
};

export function SetupPage({ words, start: { employers } }: SetupProps): View {
  const employer = words[0] || employers[0];
  const part = words[1] !== undefined && words[1] in PARTS ? words[1] : 'ids';
  if (employer === undefined) return html`<h1>${t('setup.title')}</h1>`;
  return html`<h1>${t('setup.title')}</h1>
    <p class="tools"><label>${t('board.employer')} <select value=${employer} onChange=${fromInput((key) => goTo('setup', key, part))}>
      ${employers.map((key) => html`<option value=${key}>${key}</option>`)}</select></label></p>
    <nav class="row screen" aria-label=${t('setup.parts')}>${Object.keys(PARTS).map(
      (name) =>
        html`<a href=${linkTo('setup', employer, name)} aria-current=${name === part ? 'page' : undefined}>${t(`setup.${name}`)}</a> `,
    )}</nav>
    <section aria-label=${t(`setup.${part}`)}><${Part} key=${`${employer} ${part}`} employer=${employer} name=${part} /></section>`;
}

function Part({ employer, name }: { employer: string; name: string }): View {
  const { answer, failure, reload } = useSettings<never>(employer, name);
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  return html`<${PARTS[name]} ...${{ employer, answer, reload }} />`;
}

type CodesProps = PartProps<{ readonly codes: readonly PayCodeLine[] }>;
type CodeEdit = Pick<PayCodeLine, 'external' | 'secondary'>;

function PayCodesPart({ employer, answer: { codes }, reload }: CodesProps): View {
  const before = codes.map(({ code, external, secondary }) => [code, { external, secondary }] as const);
  const { form, set, changed } = useForm<Record<string, CodeEdit>>('setup', Object.fromEntries(before));
  const payCodes = Object.fromEntries(
    Object.entries(changed).map(([code, edit]) => [
      ...[code, edit?.external ? { external: edit.external, secondary: edit.secondary || null } : null],
    ]),
  );
  const editOf = ({ code, external, secondary }: PayCodeLine) => form[code] ?? { external, secondary };
  const cell = (line: PayCodeLine, name: 'external' | 'secondary') =>
    html`<td><input value=${editOf(line)[name]} aria-label=${`${t(`setup.${name}`)}: ${line.code}`} autocomplete="off" spellcheck="false"
      onInput=${fromInput((value) => set({ [line.code]: { ...editOf(line), [name]: value.trim() } }))} /></td>`;
  return html`<p>${t('setup.codesText')}</p>
    <${SaveChange} employer=${employer} change=${{ settings: { payCodes } }} isEmpty=${Object.keys(changed).length === 0} onSaved=${reload} />
    <${DataTable} label=${t('setup.codes')} heads=${['code', 'external', 'secondary', 'usedBy'].map((name) => t(`setup.${name}`))}>${codes.map(
      (line) =>
        html`<tr key=${line.code}><th scope="row"><code>${line.code}</code>${line.label !== line.code && html` <span class="quiet">${line.label}</span>`}</th>
          ${cell(line, 'external')}${cell(line, 'secondary')}<td class="quiet">${line.rules.length === 0 ? t('setup.unused') : line.rules.join(', ')}</td></tr>`,
    )}<//>`;
}

function RulesPart({ answer, reload }: PartProps<RulesAnswer>): View {
  return html`<p>${t('setup.rulesText')} <button type="button" onClick=${reload}>${t('board.reload')}</button></p>
    ${answer.findings.length === 0 ? html`<p class="good">${t('setup.rulesApply')}</p>` : html`<ul class="checks">${answer.findings.map(({ rule, message: text }) => html`<li class="check-warning"><strong>${rule}</strong>: ${text}</li>`)}</ul>`}
    ${answer.tables.map(
      ({ persona, examples }) =>
        html`<h2>${persona}</h2><${DataTable} label=${persona} heads=${[t('setup.example'), t('setup.pays')]}>${examples.map(
          ({ name, lines }) =>
            html`<tr><th scope="row">${name}</th><td>${lines.map(({ payCode, kind, minutes, quantity }) => html`<div>${quantity === undefined ? hours(minutes) : `${quantity} ×`} <code>${payCode}</code>${answer.labels[payCode] !== payCode && ` ${answer.labels[payCode]}`}${kind === 'loading' && html` <span class="quiet">${t('setup.onTop')}</span>`}</div>`)}</td></tr>`,
        )}<//>`,
    )}`;
}

function TemplatesPart({ employer, answer, reload }: PartProps<TemplatesAnswer>): View {
  const { form, set, changed } = useForm<{ templates: readonly string[] }>('setup', {
    templates: answer.configured,
  });
  const [shown, setShown] = useState('');
  const { templates } = form;
  const isEmpty = changed.templates === undefined || templates.length === 0;
  const own = templates.filter((name) => !answer.templates.some((each) => each.name === name));
  return html`<p>${t('setup.templatesText')}</p>
    ${own.length > 0 && html`<p>${t('setup.ownTemplates', { names: own.join(', ') })}</p>`}
    <${SaveChange} employer=${employer} change=${{ settings: { templates } }} isEmpty=${isEmpty} onSaved=${reload} />
    ${answer.lacking.map(({ template, problem }) => html`<p class="look" role="status">${t('setup.lacking', { template })} ${problem} <button type="button" onClick=${() => setShown(template)}>${t('setup.fillIn')}</button></p>`)}
    ${shown !== '' && html`<${Template} key=${shown} employer=${employer} name=${shown} reload=${reload} />`}
    <${DataTable} label=${t('setup.templates')} heads=${[t('setup.template'), t('setup.description'), t('setup.sample')]}>${[
      ...answer.templates,
    ]
      .sort((a, b) => Number(answer.configured.includes(b.name)) - Number(answer.configured.includes(a.name)))
      .map(
        ({ name, description, kind }) =>
          html`<tr key=${name}><th scope="row"><label><input type="checkbox" checked=${templates.includes(name)} onChange=${() => set({ templates: toggled(templates, name) })} /> ${name}</label></th><td>${description}</td>
        <td>${kind === 'text' && html`<button type="button" aria-label=${`${t('setup.showSample')}: ${name}`} onClick=${() => setShown(name)}>${t('setup.showSample')}</button>`}</td></tr>`,
      )}<//>`;
}

interface TemplateProps {
  readonly employer: string;
  readonly name: string;
  readonly reload: () => void;
}

/** The settings of a template, and a sample of its file. */
function Template({ employer, name, reload }: TemplateProps): View {
  const { answer, failure, ...settings } = useSettings<TemplateAnswer>(employer, 'template', { name });
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const saved = () => {
    settings.reload();
    reload();
  };
  return html`<${Arrival} text=${name} />${answer.variables.length > 0 && html`<${Variables} employer=${employer} name=${name} variables=${answer.variables} onSaved=${saved} />`}
    <section class="panel"><h2>${t('setup.sampleOf', { template: name })}</h2>
      <p><code>${answer.file}</code></p><pre class="difference" tabindex="0" aria-label=${t('setup.sample')}>${answer.text}</pre></section>`;
}

interface VariablesProps {
  readonly employer: string;
  readonly name: string;
  readonly variables: TemplateAnswer['variables'];
  readonly onSaved: () => void;
}

/** What the payroll system requires beside the hours, such as a client number. */
function Variables({ employer, name: template, variables, onSaved }: VariablesProps): View {
  const before = variables.map(({ name, value }) => [name, value ?? ''] as const);
  const { form, set, changed } = useForm<Record<string, string>>('setup', Object.fromEntries(before));
  const fields = variables.map(({ name, description, values, default: usual }) => {
    const label = `${name} (${description})`;
    const unset = usual === null ? '' : t('setup.byDefault', { value: usual });
    const shown = { key: name, label, value: form[name] ?? '', set: (text: string) => set({ [name]: text }) };
    if (values === null) return html`<${Field} ...${shown} hint=${unset} isOptional=${usual !== null} />`;
    const options = { '': unset, ...Object.fromEntries(values.map((each) => [each, each])) };
    return html`<${ChoiceField} ...${shown} options=${options} />`;
  });
  const given = Object.entries(changed).map(([name, text]) => [name, text?.trim() || null]);
  const change = { settings: { variables: { [template]: Object.fromEntries(given) } } };
  const title = t('setup.variables', { template });
  return html`<${SettingsPanel} title=${title} legend=${title} ...${{ employer, fields, change, onSaved }} isEmpty=${given.length === 0} />`;
}
