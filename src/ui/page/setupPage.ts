/* Set up: payroll IDs, pay codes, rules, templates, deliveries and schedules of an employer. */
import type { PayCodeLine, RulesAnswer, TemplatesAnswer, VariablesAnswer } from '../setupRoutes.js';
import type { StartAnswer } from '../startRoutes.js';
import { DataTable } from './dataTable.js';
import { ChoiceField, Field, Loading, toggled, typed } from './parts.js';
import { html, useEffect, useState, type View } from './preact.js';
import { goTo, linkTo } from './router.js';
import { SaveChange, useSettings } from './setupChange.js';
import { DeliveriesPart } from './setupDeliveries.js';
import { PayrollIdsPart } from './setupIds.js';
import { SchedulesPart } from './setupSchedule.js';
import { hours, t } from './texts.js';

interface SetupProps {
  readonly words: readonly string[];
  readonly start: StartAnswer;
}

const PARTS: Readonly<Record<string, (props: { employer: string }) => View>> = {
  ids: PayrollIdsPart,
  codes: PayCodesPart,
  rules: RulesPart,
  templates: TemplatesPart,
  deliveries: DeliveriesPart,
  schedule: SchedulesPart,
};

export function SetupPage({ words, start: { employers } }: SetupProps): View {
  const employer = words[0] || employers[0];
  const part = words[1] ?? 'ids';
  const view = PARTS[part] ?? PayrollIdsPart;
  if (employer === undefined) return html`<h1>${t('setup.title')}</h1>`;
  return html`<h1>${t('setup.title')}</h1>
    <p class="tools"><label>${t('board.employer')} <select value=${employer} onChange=${typed((key) => goTo('setup', key, part))}>
      ${employers.map((key) => html`<option value=${key}>${key}</option>`)}</select></label></p>
    <nav class="tabs" aria-label=${t('setup.parts')}>${Object.keys(PARTS).map(
      (name) =>
        html`<a href=${linkTo('setup', employer, name)} aria-current=${name === part ? 'page' : undefined}>${t(`setup.${name}`)}</a> `,
    )}</nav>
    <section aria-label=${t(`setup.${part}`)}><${view} key=${`${employer} ${part}`} employer=${employer} /></section>`;
}

interface PartProps {
  readonly employer: string;
}

type CodeEdit = Pick<PayCodeLine, 'external' | 'secondary'>;

function PayCodesPart({ employer }: PartProps): View {
  const { answer, failure, reload } = useSettings<{ codes: readonly PayCodeLine[] }>(employer, 'codes');
  const [edits, setEdits] = useState<Readonly<Record<string, CodeEdit>>>({});
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const changed = Object.entries(edits).filter(([code, { external, secondary }]) => {
    const known = answer.codes.find((each) => each.code === code);
    return known?.external !== external || known.secondary !== secondary;
  });
  const payCodes = Object.fromEntries(
    changed.map(([code, { external, secondary }]) => [
      code,
      external === '' ? null : { external, secondary: secondary || null },
    ]),
  );
  const set = (line: PayCodeLine, change: Partial<CodeEdit>) => {
    const { external, secondary } = edits[line.code] ?? line;
    setEdits({ ...edits, [line.code]: { external, secondary, ...change } });
  };
  const cell = (line: PayCodeLine, name: 'external' | 'secondary') =>
    html`<td><input value=${(edits[line.code] ?? line)[name]} aria-label=${`${t(`setup.${name}`)}: ${line.code}`} autocomplete="off" spellcheck="false"
      onInput=${typed((value) => set(line, { [name]: value.trim() }))} /></td>`;
  return html`<p>${t('setup.codesText')}</p>
    <${SaveChange} employer=${employer} change=${{ settings: { payCodes } }} isEmpty=${changed.length === 0} onSaved=${reload} />
    <${DataTable} label=${t('setup.codes')} heads=${['code', 'external', 'secondary', 'usedBy'].map((name) => t(`setup.${name}`))}>${answer.codes.map(
      (line) =>
        html`<tr key=${line.code}><th scope="row"><code>${line.code}</code>${line.label !== line.code && html` <span class="quiet">${line.label}</span>`}</th>
          ${cell(line, 'external')}${cell(line, 'secondary')}<td class="quiet">${line.rules.length === 0 ? t('setup.unused') : line.rules.join(', ')}</td></tr>`,
    )}<//>`;
}

function RulesPart({ employer }: PartProps): View {
  const { answer, failure, reload } = useSettings<RulesAnswer>(employer, 'rules');
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
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

function TemplatesPart({ employer }: PartProps): View {
  const { answer, failure, reload } = useSettings<TemplatesAnswer>(employer, 'templates');
  const [chosen, setChosen] = useState<readonly string[] | undefined>(undefined);
  const [shown, setShown] = useState('');
  // Once the saved choice is in the configuration.
  useEffect(() => setChosen(undefined), [JSON.stringify(answer?.configured)]);
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  const templates = chosen ?? answer.configured;
  const isSame = JSON.stringify(templates) === JSON.stringify(answer.configured);
  const own = templates.filter((name) => !answer.templates.some((each) => each.name === name));
  return html`<p>${t('setup.templatesText')}</p>
    ${own.length > 0 && html`<p>${t('setup.ownTemplates', { names: own.join(', ') })}</p>`}
    <${SaveChange} employer=${employer} change=${{ settings: { templates } }} isEmpty=${isSame || templates.length === 0} onSaved=${reload} />
    ${answer.lacking.map(({ template, problem }) => html`<p class="look" role="status">${t('setup.lacking', { template })} ${problem} <button type="button" onClick=${() => setShown(template)}>${t('setup.fillIn')}</button></p>`)}
    ${shown !== '' && html`<${Variables} key=${shown} employer=${employer} template=${shown} onSaved=${reload} /><${Sample} employer=${employer} template=${shown} />`}
    <${DataTable} label=${t('setup.templates')} heads=${[t('setup.template'), t('setup.description'), t('setup.sample')]}>${[
      ...answer.templates,
    ]
      .sort((a, b) => Number(answer.configured.includes(b.name)) - Number(answer.configured.includes(a.name)))
      .map(
        ({ name, description, kind }) =>
          html`<tr key=${name}><th scope="row"><label><input type="checkbox" checked=${templates.includes(name)} onChange=${() => setChosen(toggled(templates, name))} /> ${name}</label></th><td>${description}</td>
        <td>${kind === 'text' && html`<button type="button" aria-label=${`${t('setup.showSample')}: ${name}`} onClick=${() => setShown(name)}>${t('setup.showSample')}</button>`}</td></tr>`,
      )}<//>`;
}

interface VariablesProps extends PartProps {
  readonly template: string;
  readonly onSaved: () => void;
}

/** What the payroll system requires beside the hours, such as a client number. */
function Variables({ employer, template, onSaved }: VariablesProps): View {
  const { answer, failure, reload } = useSettings<VariablesAnswer>(employer, 'variables', { template });
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  if (answer.variables.length === 0) return null;
  const changed = answer.variables.filter(
    ({ name, value }) => (edits[name] ?? value ?? '') !== (value ?? ''),
  );
  const variables = Object.fromEntries(changed.map(({ name }) => [name, edits[name]?.trim() || null]));
  const saved = () => {
    setEdits({});
    reload();
    onSaved();
  };
  return html`<section class="panel form"><h2>${t('setup.variables', { template })}</h2>
    <fieldset><legend class="unseen">${t('setup.variables', { template })}</legend>${answer.variables.map(
      (each) => {
        const value = edits[each.name] ?? each.value ?? '';
        const set = (text: string) => setEdits({ ...edits, [each.name]: text });
        const unset = each.default === null ? '' : t('setup.byDefault', { value: each.default });
        if (each.values === null)
          return html`<${Field} key=${each.name} label=${each.description} hint=${unset} value=${value} set=${set} isOptional=${each.default !== null} />`;
        const options = { '': unset, ...Object.fromEntries(each.values.map((name) => [name, name])) };
        return html`<${ChoiceField} key=${each.name} label=${each.description} value=${value} options=${options} set=${set} />`;
      },
    )}</fieldset>
    <${SaveChange} employer=${employer} change=${{ settings: { variables: { [template]: variables } } }} isEmpty=${changed.length === 0} onSaved=${saved} /></section>`;
}

function Sample({ employer, template }: PartProps & { template: string }): View {
  const { answer, failure } = useSettings<{ name: string | null; text: string | null }>(employer, 'sample', {
    template,
  });
  return html`<section class="panel" aria-live="polite"><h2>${t('setup.sampleOf', { template })}</h2>
    ${answer ? html`<p><code>${answer.name}</code></p><pre class="difference" tabindex="0" aria-label=${t('setup.sample')}>${answer.text}</pre>` : html`<${Loading} failure=${failure} />`}</section>`;
}
