/* Set up: payroll IDs, pay codes, rules, templates, deliveries and schedules of an employer. */
import { typed } from './parts.js';
import { html, type View } from './preact.js';
import { goTo, linkTo } from './router.js';
import { DeliveriesPart } from './setupDeliveries.js';
import { PayrollIdsPart } from './setupIds.js';
import { PayCodesPart, RulesPart, TemplatesPart } from './setupParts.js';
import { SchedulesPart } from './setupSchedule.js';
import type { StartAnswer } from './shapes.js';
import { t } from './texts.js';

const PARTS: Readonly<Record<string, (props: { employer: string }) => View>> = {
  ids: PayrollIdsPart,
  codes: PayCodesPart,
  rules: RulesPart,
  templates: TemplatesPart,
  deliveries: DeliveriesPart,
  schedule: SchedulesPart,
};

export function SetupPage({
  words,
  start: { employers },
}: {
  words: readonly string[];
  start: StartAnswer;
}): View {
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
