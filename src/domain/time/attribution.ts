/** Which local day minutes count for (README, "Which day"). */
export const ATTRIBUTIONS = ['start', 'split', 'end', 'majority'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];
