// @ts-check
/* Puts the sections in their order. */

function Page() {
  return html`<header><h1><bdi>${DATA.employer}</bdi></h1><p>${DATA.subtitle}</p></header>
    <${Verdict} /><${Blocking} /><${Changes} /><${Codes} /><${People} /><${WorkList} /><${ClockChange} /><${Control} />`;
}

/** On paper nothing can be opened: what is closed on the screen is printed all the same. */
function openForPaper() {
  const closed = [...document.querySelectorAll('details:not([open])')];
  for (const details of closed) details.setAttribute('open', '');
  const close = () => {
    for (const details of closed) details.removeAttribute('open');
  };
  window.addEventListener('afterprint', close, { once: true });
}
window.addEventListener('beforeprint', openForPaper);

const root = document.getElementById('page');
if (root) {
  root.textContent = '';
  render(html`<${Page} />`, root);
}
