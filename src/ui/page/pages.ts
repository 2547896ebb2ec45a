/* The pages of the window, by the first word of their address. */
import { BoardPage } from './boardPage.js';
import { html, type View } from './preact.js';
import { t } from './texts.js';

export interface PageProps {
  /** What follows the page's name in the address. */
  readonly words: readonly string[];
}

export interface PageEntry {
  readonly view: (props: PageProps) => View;
  /** Whether the navigation names it. Its text is `ui.nav.NAME`. */
  readonly isInNavigation: boolean;
}

export const PAGES: Readonly<Record<string, PageEntry>> = {
  board: { view: BoardPage, isInNavigation: true },
  connect: { view: NotConnected, isInNavigation: false },
};

/** Without a configuration there is nothing to show. */
function NotConnected(): View {
  return html`<h1>${t('connect.title')}</h1><p>${t('connect.none')}</p>`;
}
