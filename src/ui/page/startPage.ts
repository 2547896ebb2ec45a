/* Starts the window: token, texts, first answer, frame. */
import { chosenLanguage, exchangeToken, get } from './client.js';
import { FailureBox, failureOf, setReadOnly } from './parts.js';
import { html, render, type View } from './preact.js';
import type { PageText, StartAnswer } from './shapes.js';
import { Shell } from './shell.js';
import { setTexts } from './texts.js';

function show(view: View): void {
  const place = document.getElementById('page');
  if (place !== null) render(html`${view}`, place);
}

/** There is no session, so no text of the catalogues can be loaded. */
const NO_SESSION = {
  code: 'NO_SESSION',
  message: 'This window is not connected to paytally.',
  remedy: 'Run `paytally ui` again and open the address that it prints. Each address works once.',
  record: null,
};

async function start(): Promise<void> {
  await exchangeToken();
  try {
    const answer = await get<StartAnswer>('/api/start');
    setTexts(await get<Record<string, PageText>>('/api/texts'), chosenLanguage() ?? answer.language);
    setReadOnly(answer.isReadOnly);
    show(html`<${Shell} start=${answer} />`);
  } catch (reason) {
    const failure = failureOf(reason);
    const isUnknown = ['HTTP_401', 'NO_SERVER'].includes(failure.code);
    show(html`<main><h1>paytally</h1><${FailureBox} failure=${isUnknown ? NO_SESSION : failure} /></main>`);
  }
}

void start();
