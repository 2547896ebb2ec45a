/* The components of the review page (templates/review/page), as `assets.ts` serves them. */
import type { View } from './preact.js';
import type { ReviewAnswer, ReviewDay, ReviewPerson } from './shapes.js';

type Component = (props: Record<string, never>) => View;

export interface ReviewComponents {
  readonly Verdict: Component;
  readonly Changes: Component;
  readonly Codes: Component;
  readonly ClockChange: Component;
  readonly Control: Component;
  readonly PersonRow: (props: {
    person: ReviewPerson;
    open: (opened: { person: ReviewPerson; day: ReviewDay }) => void;
  }) => View;
  readonly HAS_ESTIMATES: boolean;
  readonly personName: (person: ReviewPerson) => string;
  readonly placesOf: (person: ReviewPerson) => string;
  readonly searchable: (text: string) => string;
  readonly time: (minutes: number | null) => string;
}

export function reviewComponents(data: ReviewAnswer): ReviewComponents;
