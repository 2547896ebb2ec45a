import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { FontFinder, type FontPlaces, type FontWeight, type FoundFont } from './fontFiles.js';
import type { OpenTypeFont } from './openTypeFont.js';
import { type ScriptName, scriptOf } from './scripts.js';

const FONT_FILES: Readonly<Record<FontWeight, string>> = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
};

/** The folder of the fonts that release/vendor.mjs compresses. @throws PaytallyError RENDER_REFUSED if they are missing */
export function fontFolder(
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): string {
  try {
    return dirname(resolve('#fonts/DejaVuSansCondensed.ttf.br'));
  } catch (cause) {
    const record = FONT_FILES.regular;
    throw new PaytallyError('RENDER_REFUSED', message('template.pdf.noFont'), { record, cause });
  }
}

/** Characters that one font draws. */
export interface FontRun extends FoundFont {
  readonly text: string;
  /** Whether the font is not a built-in one. */
  readonly isFound: boolean;
}

/** The characters of a text that no font has. */
export interface MissingLetters {
  readonly characters: readonly string[];
  /** Their scripts; a symbol has none. */
  readonly scripts: readonly ScriptName[];
}

/** Stands for a character that no font has, so that a reader sees that something is missing. */
const STAND_IN = '?';
/** Never visible. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
const MARK = /\p{M}/u;

/** The fonts of a document: Latin, Greek, Cyrillic, Arabic and Hebrew are built in, other scripts are looked for. */
export class PdfFonts {
  readonly #builtIn: Readonly<Record<FontWeight, OpenTypeFont>>;
  readonly #finder: FontFinder;

  static async open(places: FontPlaces): Promise<PdfFonts> {
    const { create } = await import('fontkit');
    const folder = fontFolder();
    const font = (weight: FontWeight) =>
      create(brotliDecompressSync(readFileSync(join(folder, `${FONT_FILES[weight]}.br`)))) as OpenTypeFont;
    return new PdfFonts({ regular: font('regular'), bold: font('bold') }, new FontFinder(create, places));
  }

  private constructor(builtIn: Readonly<Record<FontWeight, OpenTypeFont>>, finder: FontFinder) {
    this.#builtIn = builtIn;
    this.#finder = finder;
  }

  /** Built-in fonts by their names in a document. */
  get builtIn(): Readonly<Record<FontWeight, OpenTypeFont>> {
    return this.#builtIn;
  }

  /** The text in runs of one font each; `?` stands for each character that no font has. */
  runs(text: string, weight: FontWeight): FontRun[] {
    const runs: { text: string; found: FoundFont; isFound: boolean }[] = [];
    for (const { character, found } of this.#drawn(text, weight)) {
      const drawn = found ?? this.#own(weight);
      const last = runs.at(-1);
      const shown = found === undefined ? STAND_IN : character;
      if (last?.found.key === drawn.key) last.text += shown;
      else runs.push({ text: shown, found: drawn, isFound: drawn.key !== weight });
    }
    return runs.map(({ found, ...run }) => ({ ...run, ...found }));
  }

  /** The characters of a text that no font has; undefined if every character can be printed. */
  missing(text: string): MissingLetters | undefined {
    const characters = new Set<string>();
    for (const { character, found } of this.#drawn(text, 'regular'))
      if (found === undefined) characters.add(character);
    if (characters.size === 0) return undefined;
    const scripts = new Set([...characters].flatMap((character) => scriptOf(character) ?? []));
    return { characters: [...characters], scripts: [...scripts] };
  }

  /** Each character with its font; those that are never visible are left out if the font before lacks them. */
  *#drawn(text: string, weight: FontWeight): Generator<{ character: string; found: FoundFont | undefined }> {
    let before: FoundFont | undefined = this.#own(weight);
    for (const character of text) {
      // The words of a name stay together, and so does what belongs to the letter before.
      const isAttached = character === ' ' || IGNORABLE.test(character) || MARK.test(character);
      const hasBefore = before?.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) === true;
      if (isAttached && before !== undefined && hasBefore) yield { character, found: before };
      else if (IGNORABLE.test(character) || (MARK.test(character) && before === undefined)) continue;
      else {
        before = this.#fontFor(character, text, weight);
        yield { character, found: before };
      }
    }
  }

  #fontFor(character: string, text: string, weight: FontWeight): FoundFont | undefined {
    const own = this.#own(weight);
    if (own.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return own;
    return this.#finder.find(character, text, weight);
  }

  #own(weight: FontWeight): FoundFont {
    return { key: weight, font: this.#builtIn[weight] };
  }
}
