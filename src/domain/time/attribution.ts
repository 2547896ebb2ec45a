/** Which local day minutes count for (docs/time.md). */
export const ATTRIBUTIONS = ['start', 'split', 'end', 'majority'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];
