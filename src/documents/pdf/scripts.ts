/** A script that the built-in fonts do not have, and where its letters may be found. */
export interface ScriptFonts {
  readonly letters: RegExp;
  /** Endings of the npm packages `@fontsource/noto-sans-…`, the best one first. */
  readonly packages: readonly string[];
  /** Names of font files that are tried before all others. */
  readonly files: RegExp;
}

const EAST_ASIAN =
  /cjk|source-?han|noto-?sans-?(sc|tc|jp|hk|kr)|wqy|fallback|msyh|simhei|simsun|msjh|meiryo|yugoth|msgothic|malgun|pingfang|hiragino|applesdgothic|nanum|ipag|takao|arphic|uming/i;

/** By name in the Unicode standard. */
export const SCRIPT_FONTS = {
  Han: { letters: /\p{Script=Han}/u, packages: ['sc', 'jp', 'tc', 'hk', 'kr'], files: EAST_ASIAN },
  Kana: {
    letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    packages: ['jp', 'sc', 'tc', 'hk', 'kr'],
    files: EAST_ASIAN,
  },
  Hangul: { letters: /\p{Script=Hangul}/u, packages: ['kr'], files: EAST_ASIAN },
  Devanagari: indic(/\p{Script=Devanagari}/u, 'devanagari', /devanagari|deva|mangal|kohinoor|gargi|sarai/i),
  Bengali: indic(/\p{Script=Bengali}/u, 'bengali', /bengali|beng|vrinda|likhan|muktinarrow/i),
  Tamil: indic(/\p{Script=Tamil}/u, 'tamil', /tamil|taml|latha/i),
  Gujarati: indic(/\p{Script=Gujarati}/u, 'gujarati', /gujarati|gujr|shruti/i),
  Gurmukhi: indic(/\p{Script=Gurmukhi}/u, 'gurmukhi', /gurmukhi|guru|raavi/i),
  Kannada: indic(/\p{Script=Kannada}/u, 'kannada', /kannada|knda|tunga/i),
  Malayalam: indic(/\p{Script=Malayalam}/u, 'malayalam', /malayalam|mlym|kartika/i),
  Telugu: indic(/\p{Script=Telugu}/u, 'telugu', /telugu|telu|gautami/i),
  Sinhala: indic(/\p{Script=Sinhala}/u, 'sinhala', /sinhala|sinh|iskoola/i),
  Thai: {
    letters: /\p{Script=Thai}/u,
    packages: ['thai'],
    files: /thai|leelawad|thonburi|garuda|waree|loma|norasi/i,
  },
  Khmer: { letters: /\p{Script=Khmer}/u, packages: ['khmer'], files: /khmer|leelaw|khmeros/i },
  Myanmar: { letters: /\p{Script=Myanmar}/u, packages: ['myanmar'], files: /myanmar|mmrtext|padauk/i },
  Ethiopic: {
    letters: /\p{Script=Ethiopic}/u,
    packages: ['ethiopic'],
    files: /ethiop|abyssinica|ebrima|kefa|nyala|jiret/i,
  },
} as const satisfies Readonly<Record<string, ScriptFonts>>;

export type ScriptName = keyof typeof SCRIPT_FONTS;
const SCRIPT_NAMES = Object.keys(SCRIPT_FONTS) as ScriptName[];

/** Windows has one font for the scripts of India. */
function indic(letters: RegExp, packageName: string, files: RegExp): ScriptFonts {
  return { letters, packages: [packageName], files: new RegExp(`${files.source}|nirmala`, 'i') };
}

/** The script of a character; undefined for a symbol, and for a script without an entry here. */
export function scriptOf(character: string): ScriptName | undefined {
  return SCRIPT_NAMES.find((name) => SCRIPT_FONTS[name].letters.test(character));
}

/** The scripts in a text, without those that the built-in fonts have. */
export function scriptsIn(text: string): ScriptName[] {
  return SCRIPT_NAMES.filter((name) => SCRIPT_FONTS[name].letters.test(text));
}

/**
 * The fonts for a character of a text, the best one first: Chinese characters look different in Japanese and Korean
 * names, which a name shows by its other letters.
 */
export function packagesFor(character: string, text: string): readonly string[] {
  const script = scriptOf(character);
  if (script === undefined) return [];
  if (script === 'Han' && SCRIPT_FONTS.Kana.letters.test(text)) return SCRIPT_FONTS.Kana.packages;
  if (script === 'Han' && SCRIPT_FONTS.Hangul.letters.test(text)) return ['kr', ...SCRIPT_FONTS.Han.packages];
  return SCRIPT_FONTS[script].packages;
}

/** Letters that fontkit places wrongly as they are stored, in the form that it places well. */
export function shapable(text: string): string {
  return (
    text
      // A tone mark stands above the circle of SARA AM, not below it.
      .replace(/([\u0e34-\u0e37\u0e47-\u0e4c]*)\u0e33/g, '\u0e4d$1\u0e32')
      // Letters with a dot, which Unicode's normal forms take apart.
      .replaceAll('\u09a1\u09bc', '\u09dc')
      .replaceAll('\u09a2\u09bc', '\u09dd')
      .replaceAll('\u09af\u09bc', '\u09df')
  );
}
