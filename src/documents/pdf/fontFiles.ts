import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { OpenTypeFont } from './openTypeFont.js';
import { packagesFor, SCRIPT_FONTS, scriptOf, shapable } from './scripts.js';

export type FontWeight = 'regular' | 'bold';

/** A font that may be drawn with. */
export interface FoundFont {
  /** Unique within a run of the program. */
  readonly key: string;
  readonly font: OpenTypeFont;
}

/** Where fonts are looked for besides the built-in ones. */
export interface FontPlaces {
  /** Folders which, or whose parents, may have `node_modules` with packages of fonts. */
  readonly packageRoots: readonly string[];
  /** Folders with fonts of the system and the user. */
  readonly folders: readonly string[];
}

/** The places of this machine: packages of the program and the working folder, then the folders of the system. */
export function fontPlaces({ env, cwd, packageFolder }: FontSettings): FontPlaces {
  const home = env.HOME || env.USERPROFILE || cwd;
  return {
    packageRoots: [packageFolder, cwd],
    folders: [
      join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'fonts'),
      join(home, '.fonts'),
      join(home, 'Library', 'Fonts'),
      ...(env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, 'Microsoft', 'Windows', 'Fonts')] : []),
      ...(env.WINDIR ? [join(env.WINDIR, 'Fonts')] : []),
      '/usr/local/share/fonts',
      '/usr/share/fonts',
      '/Library/Fonts',
      '/System/Library/Fonts',
    ],
  };
}

interface FontSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The folder of the program. */
  readonly packageFolder: string;
}

const FONT_FILE = /\.(ttf|otf|ttc|otc)$/i;
/** These have a picture for every character, colours that a PDF cannot take, or nothing to see. */
const USELESS = /last-?resort|blank|emoji|color|tofu/i;
/** Fonts of all Chinese characters have up to 30 MB. */
const MOST_BYTES = 80_000_000;
/** A machine for typesetting may have thousands. */
const MOST_FILES = 600;
const DEEPEST = 6;

type OpenedFile = OpenTypeFont | { readonly fonts: readonly OpenTypeFont[] };
type OpenFont = (content: Uint8Array) => OpenedFile;

/** Finds a font for a character, in packages first; remembers what it opened. */
export class FontFinder {
  readonly #open: OpenFont;
  readonly #places: FontPlaces;
  readonly #fonts = new Map<string, FoundFont | undefined>();
  /** Files in use: one may have a font for each language. */
  readonly #opened = new Map<string, OpenedFile>();
  readonly #found = new Map<string, FoundFont | undefined>();
  readonly #packages = new Map<string, FontPackage | undefined>();
  #files: readonly string[] | undefined;
  /** Which characters a file has, a bit for each, without its content. */
  readonly #coverage = new Map<string, Uint8Array>();

  constructor(open: OpenFont, places: FontPlaces) {
    this.#open = open;
    this.#places = places;
  }

  /** @param text with the character: decides between Chinese, Japanese and Korean forms */
  find(character: string, text: string, weight: FontWeight): FoundFont | undefined {
    const packages = packagesFor(character, text);
    const key = `${character} ${packages[0]} ${weight}`;
    if (!this.#found.has(key))
      this.#found.set(
        key,
        this.#inPackages(character, packages, weight) ?? this.#inFolders(character, packages[0], weight),
      );
    return this.#found.get(key);
  }

  #inPackages(character: string, names: readonly string[], weight: FontWeight): FoundFont | undefined {
    const code = character.codePointAt(0) ?? 0;
    for (const name of names) {
      const found = this.#packageOf(`@fontsource/noto-sans-${name}`);
      const subset = found?.subsets.find(({ has }) => has(code));
      if (found === undefined || subset === undefined) continue;
      for (const thickness of weight === 'bold' ? [700, 400] : [400]) {
        const path = join(found.folder, `noto-sans-${name}-${subset.name}-${thickness}-normal.woff`);
        const font = this.#fontOf(path);
        if (font?.font.hasGlyphForCodePoint(code)) return font;
      }
    }
    return undefined;
  }

  #packageOf(name: string): FontPackage | undefined {
    if (!this.#packages.has(name)) this.#packages.set(name, readPackage(name, this.#places.packageRoots));
    return this.#packages.get(name);
  }

  #inFolders(character: string, language: string | undefined, weight: FontWeight): FoundFont | undefined {
    const code = character.codePointAt(0) ?? 0;
    const script = scriptOf(character);
    const likely = script === undefined ? /noto-?sans/i : SCRIPT_FONTS[script].files;
    const rank = (path: string) => rankOf(basename(path), likely, weight);
    this.#files ??= fontFiles(this.#places.folders);
    for (const path of [...this.#files].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_FILES)) {
      if (!this.#covers(path, code)) continue;
      const font = this.#fontOf(path, language);
      if (font?.font.hasGlyphForCodePoint(code)) return font;
    }
    return undefined;
  }

  #covers(path: string, code: number): boolean {
    let bits = this.#coverage.get(path);
    if (bits === undefined) {
      bits = coverageOf(usableFont(openFile(this.#open, path), ''));
      this.#coverage.set(path, bits);
    }
    return ((bits[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  }

  #fontOf(path: string, language = ''): FoundFont | undefined {
    const key = `${path} ${language}`;
    if (!this.#fonts.has(key)) {
      const opened = this.#opened.get(path) ?? openFile(this.#open, path);
      if (opened !== undefined) this.#opened.set(path, opened);
      const font = usableFont(opened, language);
      this.#fonts.set(key, font === undefined ? undefined : { key, font });
    }
    return this.#fonts.get(key);
  }
}

/** Likely files first, then by weight, then letters without serifs. */
function rankOf(name: string, likely: RegExp, weight: FontWeight): number {
  const isBold = /bold|black|heavy/i.test(name);
  return (
    (likely.test(name) ? 0 : 8) +
    (isBold === (weight === 'bold') && !/italic|oblique|thin|light/i.test(name) ? 0 : 4) +
    (/serif|mono/i.test(name) ? 2 : 0) +
    (/noto/i.test(name) ? 0 : 1)
  );
}

/** Undefined for a damaged or protected file, which is as good as none. */
function openFile(open: OpenFont, path: string): OpenedFile | undefined {
  try {
    return statSync(path).size > MOST_BYTES ? undefined : open(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** The font for a language, with letters placed as they should be; undefined if it cannot or may not be embedded. */
function usableFont(opened: OpenedFile | undefined, language: string): OpenTypeFont | undefined {
  try {
    const font = opened !== undefined && 'fonts' in opened ? faceFor(opened.fonts, language) : opened;
    if (font === undefined || font.CFF2 !== undefined) return undefined;
    if (font['OS/2']?.fsType?.noEmbedding === true) return undefined;
    const layout = Object.getPrototypeOf(font).layout.bind(font) as OpenTypeFont['layout'];
    font.layout = (text, ...options) => layout(shapable(text), ...options);
    return font;
  } catch {
    return undefined;
  }
}

/** Of the fonts in one file, that of the language: `NotoSansCJKsc-Regular`. */
function faceFor(fonts: readonly OpenTypeFont[], language: string): OpenTypeFont | undefined {
  const plain = fonts.filter(({ postscriptName }) => !/mono/i.test(postscriptName ?? ''));
  const own = new RegExp(`${language}(-|$)`);
  return plain.find(({ postscriptName }) => language !== '' && own.test(postscriptName ?? '')) ?? plain[0];
}

const CODES = 0x32000;

function coverageOf(font: OpenTypeFont | undefined): Uint8Array {
  const bits = new Uint8Array(CODES / 8);
  try {
    for (const code of font?.characterSet ?? [])
      if (code < CODES) bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7));
  } catch {
    // A damaged table of characters: the file has none that can be used.
    return new Uint8Array(CODES / 8);
  }
  return bits;
}

/** Fonts below the folders, sorted, so that the same machine always takes the same. */
function fontFiles(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => filesBelow(folder, DEEPEST).sort())
    .filter((path) => FONT_FILE.test(path) && !USELESS.test(basename(path)));
}

function filesBelow(folder: string, depth: number): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isFile() || (entry.isSymbolicLink() && FONT_FILE.test(path))) return [path];
      return entry.isDirectory() && depth > 0 ? filesBelow(path, depth - 1) : [];
    });
  } catch {
    return [];
  }
}

/** A package of fonts, each file with a part of the characters. */
interface FontPackage {
  readonly folder: string;
  readonly subsets: readonly { readonly name: string; readonly has: (code: number) => boolean }[];
}

function readPackage(name: string, roots: readonly string[]): FontPackage | undefined {
  for (const folder of roots.flatMap(withParents).map((parent) => join(parent, 'node_modules', name))) {
    try {
      const ranges: Readonly<Record<string, string>> = JSON.parse(
        readFileSync(join(folder, 'unicode.json'), 'utf8'),
      );
      const subsets = Object.entries(ranges).map(([subset, text]) => ({
        name: subset.replace(/[[\]]/g, ''),
        has: rangesOf(text),
      }));
      return { folder: join(folder, 'files'), subsets };
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** @param text such as `U+0900-097F,U+25CC` */
function rangesOf(text: string): (code: number) => boolean {
  const ranges = [...text.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to = from]) => ({
    from: Number.parseInt(from, 16),
    to: Number.parseInt(to, 16),
  }));
  return (code) => ranges.some(({ from, to }) => code >= from && code <= to);
}
