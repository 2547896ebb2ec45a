// @ts-check
/* Puts the sections in their order. */

function Page() {
  return html`<header><h1><bdi>${DATA.employer}</bdi></h1><p>${DATA.subtitle}</p></header>
    <${Verdict} /><${Blocking} /><${Changes} /><${Codes} /><${People} /><${WorkList} /><${ClockChange} /><${Control} />`;
}

const root = document.getElementById('page');
if (root) {
  root.textContent = '';
  render(html`<${Page} />`, root);
}
