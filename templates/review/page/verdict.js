// @ts-check
/* Can it be paid? The answer, the totals, and what blocks. */

function Verdict() {
  const { verdict, previous, totals } = DATA;
  return html`<section aria-labelledby="verdict" class=${`verdict ${verdict.kind}`}>
    <h2 id="verdict">${verdict.text}</h2>
    <dl class="totals">
      ${Total(t('people'), String(totals.people), previous && String(previous.totals.people))}
      ${Total(t('worked'), time(totals.workedMinutes), previous && time(previous.totals.workedMinutes))}
      ${Total(t('planned'), time(totals.plannedMinutes), null)}
      ${Total(t('paid'), time(totals.paidMinutes), previous && time(previous.totals.paidMinutes))}
    </dl>
    <p class="quiet">${previous ? t('comparedWith', { label: previous.label }) : t('nothingBefore')}</p>
    <${Closing} />
  </section>`;
}

/** Of a final: who made it and when, what stands before it in the ledger, and the digests of its other files. */
function Closing() {
  if (DATA.closing.length === 0) return '';
  return html`<dl class="closing">
    ${DATA.closing.map((/** @type {[string, string]} */ [title, value]) => html`<dt>${title}</dt><dd>${value}</dd>`)}
    ${DATA.files.length > 0 && html`<dt>${t('filesOfRun')}</dt>`}
    ${DATA.files.map((/** @type {{ name: string, sha256: string }} */ file) => html`<dd><bdi>${file.name}</bdi><br /><code>${file.sha256}</code></dd>`)}
  </dl>`;
}

/** @param {string} title @param {string} value @param {string | null | undefined | false} before */
function Total(title, value, before) {
  return html`<div><dt>${title}</dt><dd>${value}${
    before ? html`<span class="quiet"> ${t('before', { value: before })}</span>` : ''
  }</dd></div>`;
}

function Blocking() {
  const groups = DATA.work.filter((group) => group.blocks);
  if (groups.length === 0) return '';
  return html`<section aria-labelledby="blocking"><h2 id="blocking">${t('whatBlocks')}</h2>
    ${groups.map((group) => html`<${WorkGroup} group=${group} open=${true} />`)}</section>`;
}
