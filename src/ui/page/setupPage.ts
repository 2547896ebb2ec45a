/* Set up: payroll IDs, pay codes, rules, templates and schedules of an employer. */
import { FailureBox, useData, Waiting } from './parts.js';
import { html, type View } from './preact.js';
import { goTo, linkTo } from './router.js';
import { PayrollIdsPart } from './setupIds.js';
import { PayCodesPart, RulesPart, SchedulesPart, TemplatesPart } from './setupParts.js';
import type { ConnectChoices } from './setupShapes.js';
import { t } from './texts.js';

const PARTS: Readonly<Record<string, (props: { employer: string }) => View>> = {
  ids: PayrollIdsPart,
  codes: PayCodesPart,
  rules: RulesPart,
  templates: TemplatesPart,
  schedule: SchedulesPart,
};

export function SetupPage({ words }: { words: readonly string[] }): View {
  const { answer, failure } = useData<ConnectChoices>('/api/connect');
  const employers = answer?.employers ?? [];
  const employer = words[0] || employers[0];
  const part = words[1] ?? 'ids';
  const view = PARTS[part] ?? PayrollIdsPart;
  if (employer === undefined)
    return html`<h1>${t('setup.title')}</h1><${FailureBox} failure=${failure} />${failure === undefined && html`<${Waiting} />`}`;
  const choose = (event: { currentTarget: HTMLSelectElement }) =>
    goTo('setup', event.currentTarget.value, part);
  return html`<h1>${t('setup.title')}</h1>
    <p class="tools"><label>${t('board.employer')} <select value=${employer} onChange=${choose}>
      ${employers.map((key) => html`<option value=${key}>${key}</option>`)}</select></label></p>
    <nav class="tabs" aria-label=${t('setup.parts')}>${Object.keys(PARTS).map(
      (name) =>
        html`<a href=${linkTo('setup', employer, name)} aria-current=${name === part ? 'page' : undefined}>${t(`setup.${name}`)}</a> `,
    )}</nav>
    <section aria-label=${t(`setup.${part}`)}><${view} key=${`${employer} ${part}`} employer=${employer} /></section>`;
}
