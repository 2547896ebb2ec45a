/* Set up: payroll IDs, pay codes, rules, templates, deliveries and schedules of an employer. */
import type { PayCodeLine, RulesAnswer } from '../setupRoutes.js';
import type { StartAnswer } from '../startRoutes.js';
import { DataTable } from './dataTable.js';
import { hasDraft } from './draft.js';
import { NextOfEmployer } from './nextBar.js';
import { fromInput, Loading, useForm } from './parts.js';
import { html, useState, type View } from './preact.js';
import { goTo, linkTo } from './router.js';
import { changeText, type PartProps, SaveChange, useSettings } from './setupChange.js';
import { DeliveriesPart } from './setupDeliveries.js';
import { PayrollIdsPart } from './setupIds.js';
import { SchedulesPart } from './setupSchedule.js';
import { TemplatesPart } from './setupTemplates.js';
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
  const [saves, setSaves] = useState(0);
  const employer = words[0] || employers[0]?.key;
  const part = words[1] !== undefined && words[1] in PARTS ? words[1] : 'ids';
  if (employer === undefined) return html`<h1>${t('setup.title')}</h1>`;
  return html`<h1>${t('setup.title')}</h1>
    <p class="tools"><label>${t('board.employer')} <select value=${employer} onChange=${fromInput((key) => goTo('setup', key, part))}>
      ${employers.map(({ key, name }) => html`<option value=${key}>${name}</option>`)}</select></label></p>
    <nav class="row screen" aria-label=${t('setup.parts')}>${Object.keys(PARTS).map(
      (name) =>
        html`<a href=${linkTo('setup', employer, name)} aria-current=${name === part ? 'page' : undefined}>${t(`setup.${name}`)}${name !== part && hasDraft(`setup ${employer} ${name}`) && html` <span class="look">(${t('setup.unsaved')})</span>`}</a> `,
    )}</nav>
    <section aria-label=${t(`setup.${part}`)}><${Part} key=${`${employer} ${part}`} employer=${employer} name=${part} saved=${() => setSaves(saves + 1)} /></section>
    <${NextOfEmployer} key=${employer} employer=${employer} changes=${saves} />`;
}

interface PartOfProps {
  readonly employer: string;
  readonly name: string;
  /** Called once a change is saved. */
  readonly saved: () => void;
}

function Part({ employer, name, saved }: PartOfProps): View {
  const settings = useSettings<never>(employer, name);
  const { answer, failure } = settings;
  const reload = () => {
    settings.reload();
    saved();
  };
  if (answer === undefined) return html`<${Loading} failure=${failure} />`;
  return html`<${PARTS[name]} ...${{ employer, answer, reload }} />`;
}

type CodesProps = PartProps<{ readonly codes: readonly PayCodeLine[] }>;
type CodeEdit = Pick<PayCodeLine, 'external' | 'secondary'>;

function PayCodesPart({ employer, answer: { codes }, reload }: CodesProps): View {
  const before = codes.map(({ code, external, secondary }) => [code, { external, secondary }] as const);
  const { form, set, changed, discard } = useForm<Record<string, CodeEdit>>(
    'setup',
    Object.fromEntries(before),
    `setup ${employer} codes`,
  );
  const payCodes = Object.fromEntries(
    Object.entries(changed).map(([code, edit]) => [
      ...[code, edit?.external ? { external: edit.external, secondary: edit.secondary || null } : null],
    ]),
  );
  const editOf = ({ code, external, secondary }: PayCodeLine) => form[code] ?? { external, secondary };
  const cell = (line: PayCodeLine, name: 'external' | 'secondary') =>
    html`<td><input value=${editOf(line)[name]} aria-label=${`${t(`setup.${name}`)}: ${line.code}`} autocomplete="off" spellcheck="false"
      onInput=${fromInput((value) => set({ [line.code]: { ...editOf(line), [name]: value.trim() } }))} /></td>`;
  const written = ({ external, secondary }: CodeEdit) => [external, secondary].filter(Boolean).join(' / ');
  const summary = codes
    .filter(({ code }) => code in changed)
    .map((line) => changeText(line.label, written(line), written(editOf(line))));
  return html`<p>${t('setup.codesText')}</p>
    <${SaveChange} employer=${employer} change=${{ settings: { payCodes } }} isEmpty=${Object.keys(changed).length === 0} summary=${summary} onSaved=${reload} discard=${discard} />
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
