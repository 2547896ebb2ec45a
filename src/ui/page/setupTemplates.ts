/* Templates by country and payroll system: which files an export writes, their settings and samples. */
import type { TemplateAnswer, TemplatesAnswer } from '../setupRoutes.js';
import { DataTable } from './dataTable.js';
import { Arrival, ChoiceField, Field, Loading, toggled, useForm } from './parts.js';
import { html, useState, type View } from './preact.js';
import { changeText, type PartProps, SaveChange, SettingsPanel, useSettings } from './setupChange.js';
import { t } from './texts.js';

type TemplateLine = TemplatesAnswer['templates'][number];

interface TemplateGroup {
  readonly title: string;
  readonly isOpen: boolean;
  readonly lines: readonly TemplateLine[];
}

/** Files for people, then the payroll systems by country, that of the employer first, then files for any system. */
function templateGroups({ templates, countries, own }: TemplatesAnswer): TemplateGroup[] {
  const ordered = [...countries].sort((a, b) => Number(b.code === own) - Number(a.code === own));
  const countryOf = (line: TemplateLine) => ordered.find(({ code }) => line.countries.includes(code))?.code;
  const payroll = templates.filter(({ audience }) => audience === 'payroll');
  const groups = [
    { title: t('setup.forPeople'), isOpen: true, lines: templates.filter((line) => !payroll.includes(line)) },
    ...ordered.map(({ code, name }) => ({
      title: name,
      isOpen: code === own,
      lines: payroll.filter((line) => countryOf(line) === code),
    })),
    {
      title: t('setup.anySystem'),
      isOpen: false,
      lines: payroll.filter((line) => countryOf(line) === undefined),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

/** The beginning of a description names a payroll system; files for people are known by their own names. */
export function templateTitle({ name, audience, description }: TemplateLine): string {
  if (audience === 'payroll') return description.split(/ \(|[.:]\s/)[0] ?? name;
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
}

export function TemplatesPart({ employer, answer, reload }: PartProps<TemplatesAnswer>): View {
  const { form, set, changed, discard } = useForm<{ templates: readonly string[] }>(
    'setup',
    { templates: answer.configured },
    `setup ${employer} templates`,
  );
  const [shown, setShown] = useState('');
  const { templates } = form;
  const isEmpty = changed.templates === undefined || templates.length === 0;
  const own = templates.filter((name) => !answer.templates.some((each) => each.name === name));
  const titleOf = (template: string) => {
    const listed = answer.templates.find(({ name }) => name === template);
    return listed === undefined ? template : templateTitle(listed);
  };
  const summary = answer.templates
    .filter(({ name }) => templates.includes(name) !== answer.configured.includes(name))
    .map((line) => `${templates.includes(line.name) ? '+' : '−'} ${templateTitle(line)}`);
  const row = (line: TemplateLine) => {
    const { name, description, kind } = line;
    return html`<tr key=${name}><th scope="row"><label><input type="checkbox" checked=${templates.includes(name)} onChange=${() => set({ templates: toggled(templates, name) })} /> ${templateTitle(line)}</label><br /><code class="quiet">${name}</code></th><td>${description}</td>
        <td>${kind === 'text' && html`<button type="button" aria-label=${`${t('setup.showSample')}: ${name}`} onClick=${() => setShown(name)}>${t('setup.showSample')}</button>`}</td></tr>`;
  };
  const group = ({ title, isOpen, lines }: TemplateGroup) => {
    const count = lines.filter(({ name }) => templates.includes(name)).length;
    return html`<details class="group" key=${title} open=${isOpen || count > 0}><summary><strong>${title}</strong> <span class="quiet">${t('setup.chosen', { count, all: lines.length })}</span></summary>
      <${DataTable} label=${title} heads=${[t('setup.template'), t('setup.description'), t('setup.sample')]}>${lines.map(row)}<//></details>`;
  };
  return html`<p>${t('setup.templatesText')}</p>
    ${own.length > 0 && html`<p>${t('setup.ownTemplates', { names: own.join(', ') })}</p>`}
    <${SaveChange} employer=${employer} change=${{ settings: { templates } }} isEmpty=${isEmpty} summary=${summary} onSaved=${reload} discard=${discard} />
    ${answer.lacking.map(
      ({
        template,
        problems,
      }) => html`<div class="look" role="status"><p>${t('setup.lacking', { template: titleOf(template) })} <button type="button" onClick=${() => setShown(template)}>${t('setup.fillIn')}</button></p>
      <ul>${problems.map((text) => html`<li>${text}</li>`)}</ul></div>`,
    )}
    ${shown !== '' && html`<${Template} key=${shown} employer=${employer} name=${shown} reload=${reload} />`}
    ${templateGroups(answer).map(group)}`;
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
  const { form, set, changed, discard } = useForm<Record<string, string>>(
    'setup',
    Object.fromEntries(before),
    `setup ${employer} templates ${template}`,
  );
  const fields = variables.map(({ name, description, values, default: usual }) => {
    const label = description;
    const unset = usual === null ? '' : t('setup.byDefault', { value: usual });
    const shown = { key: name, label, value: form[name] ?? '', set: (text: string) => set({ [name]: text }) };
    if (values === null) return html`<${Field} ...${shown} hint=${unset} isOptional=${usual !== null} />`;
    const options = { '': unset, ...Object.fromEntries(values.map((each) => [each, each])) };
    return html`<${ChoiceField} ...${shown} options=${options} />`;
  });
  const given = Object.entries(changed).map(([name, text]) => [name, text?.trim() || null]);
  const change = { settings: { variables: { [template]: Object.fromEntries(given) } } };
  const title = t('setup.variables', { template });
  const summary = variables
    .filter(({ name }) => name in changed)
    .map(({ name, description, value }) => changeText(description, value ?? '', form[name] ?? ''));
  return html`<${SettingsPanel} title=${title} legend=${title} ...${{ employer, fields, change, summary, discard, onSaved }} isEmpty=${given.length === 0} />`;
}
