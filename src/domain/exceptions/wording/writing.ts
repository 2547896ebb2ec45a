/** How dates and numbers are written. */
export interface Writing {
  /** `dd`, `mm` and `yyyy` in their order, with what stands between them; everywhere people read, in cells and in sentences. */
  readonly date: string;
  readonly decimalSign: '.' | ',';
}

/** Of the languages that the program brings along. */
export const WRITING = {
  // 06/10/2026 is another day in the United States than in Ireland.
  en: { date: 'yyyy-mm-dd', decimalSign: '.' },
  nl: { date: 'dd-mm-yyyy', decimalSign: ',' },
  fr: { date: 'dd/mm/yyyy', decimalSign: ',' },
  de: { date: 'dd.mm.yyyy', decimalSign: ',' },
} as const satisfies Readonly<Record<string, Writing>>;

const WRITINGS = new Map<string, Writing>(Object.entries(WRITING));

/** That of a language such as `nl` or `nl-BE`; as in English where there is none. */
export function writingIn(language: string): Writing {
  return WRITINGS.get(language) ?? WRITINGS.get(language.slice(0, 2).toLowerCase()) ?? WRITING.en;
}

/** Makes that of a further language known, by its code. */
export function addWriting(code: string, writing: Writing): void {
  WRITINGS.set(code, writing);
}

/** `YYYY-MM-DD` as 2026-10-01, 01-10-2026, 01/10/2026 or 01.10.2026. */
export function writtenDate(date: string, writing: Pick<Writing, 'date'>): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return writing.date.replace('dd', day).replace('mm', month).replace('yyyy', year);
}
