import { languageOf } from '../../language/language.js';

/** More would fill the cell of a workbook, which holds 32,767 characters, and nobody's eyes. */
const ITEMS_LISTED = 62;

const MORE = {
  en: (count: number) => `… and ${count} more`,
  nl: (count: number) => `… en nog ${count}`,
  fr: (count: number) => `… et ${count} autres`,
  de: (count: number) => `… und ${count} weitere`,
} as const;

/** `a; b; c`; of a list that is longer than two months of days, the first ones and how many are left out. */
export function cutList(items: readonly string[], language: string): string {
  const shown = items.slice(0, ITEMS_LISTED);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [MORE[languageOf(language)](more)] : [])].join('; ');
}
