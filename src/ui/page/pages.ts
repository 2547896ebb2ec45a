/* The pages of the window, by the first word of their address. */
import { AfterPage } from './afterPage.js';
import { BoardPage } from './boardPage.js';
import { ConnectPage } from './connectPage.js';
import { FinalisePage } from './finalisePage.js';
import { MonthPage } from './monthPage.js';
import type { View } from './preact.js';
import { SetupPage } from './setupPage.js';

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
  month: { view: MonthPage, isInNavigation: false },
  finalise: { view: FinalisePage, isInNavigation: false },
  after: { view: AfterPage, isInNavigation: false },
  setup: { view: SetupPage, isInNavigation: true },
  connect: { view: ConnectPage, isInNavigation: true },
};
