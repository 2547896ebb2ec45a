/* The components of the review page (templates/review/page), as `assets.ts` serves them. */
import type { MonthReview } from '../../app/export/monthView.js';
import type { DayLine, PersonLine } from '../../documents/review/reviewShapes.js';
import type { View } from './preact.js';

type Component = (props: Record<string, never>) => View;

export interface ReviewComponents {
  readonly Verdict: Component;
  readonly Changes: Component;
  readonly Codes: Component;
  readonly ClockChange: Component;
  readonly Control: Component;
  readonly PersonRow: (props: {
    person: PersonLine;
    open: (opened: { person: PersonLine; day: DayLine | undefined }) => void;
    /** Minutes of each day; the worked ones by default. */
    days?: readonly number[];
    sums?: readonly View[];
    write?: (minutes: number) => string;
    tone?: (minutes: number) => string;
  }) => View;
  readonly HAS_ESTIMATES: boolean;
  readonly HAS_ACCOUNTS: boolean;
  /** The balances of the hours account before and after the period; empty if no one has an account. */
  readonly accountCells: (person: PersonLine) => readonly string[];
  readonly heat: (minutes: number) => string;
  readonly placesOf: (person: PersonLine) => string;
  readonly searchable: (text: string) => string;
  readonly time: (minutes: number | null) => string;
  readonly signed: (minutes: number) => string;
}

export function reviewComponents(data: MonthReview): ReviewComponents;

/** Whether the page is being printed: paper does not scroll. */
export function usePaper(): boolean;
