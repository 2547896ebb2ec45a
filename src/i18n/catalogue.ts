import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { addedLanguage, type BuiltInLanguage, builtInOf, type Language } from './language.js';

/** Key -> text in ICU MessageFormat. */
export type Texts = Readonly<Record<string, string>>;

const FOLDER = new URL('./', import.meta.url);
const loaded = new Map<string, Texts>();

let names: readonly string[] | undefined;

/** The names of the catalogues, such as `config` and `doctor`. */
export function catalogueNames(): readonly string[] {
  names ??= readdirSync(new URL('en/', FOLDER))
    .map((name) => name.replace(/\.json$/, ''))
    .sort();
  return names;
}

/** A catalogue of a built-in language. Each file is read when its first text is needed. */
export function builtInTexts(language: BuiltInLanguage, name: string): Texts {
  const path = `${language}/${name}.json`;
  const texts = loaded.get(path) ?? (JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8')) as Texts);
  loaded.set(path, texts);
  return texts;
}

/** The catalogues whose texts are in files for payroll and their recipients: a rerun must write the same bytes. */
export const FILE_CATALOGUES = ['calendar', 'exceptions', 'mail', 'reports', 'review', 'work', 'writing'];

/** The built-in language of texts that are not in a language's own file. */
function baseOf(language: Language): BuiltInLanguage {
  return addedLanguage(language)?.basedOn ?? builtInOf(language);
}

/** A catalogue in a language; texts that an added language lacks are in the language that it is based on. */
export function catalogueTexts(language: Language, name: string): Texts {
  return { ...builtInTexts(baseOf(language), name), ...addedLanguage(language)?.texts[name] };
}

/** The program's texts for files in a language. */
export interface FileTexts {
  /** A digest that changes if one of the texts changes. */
  readonly digest: string;
  /** Catalogue -> key -> text. */
  readonly texts: Readonly<Record<string, Texts>>;
}

/** The texts that a final stores, so that a rerun by a later version writes the same ones. */
export function fileTexts(language: Language): FileTexts {
  const texts = Object.fromEntries(FILE_CATALOGUES.map((name) => [name, catalogueTexts(language, name)]));
  return { digest: createHash('sha256').update(JSON.stringify(texts)).digest('hex'), texts };
}

/** The text of an id in a language; undefined if there is none. */
export function findText(language: Language, id: string): string | undefined {
  const [name, key] = splitId(id);
  const own = addedLanguage(language)?.texts[name];
  if (own !== undefined && Object.hasOwn(own, key)) return own[key];
  const texts = builtInTexts(baseOf(language), name);
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** False for an ID of another version of the program. */
export function hasText(id: string): boolean {
  return catalogueNames().includes(splitId(id)[0]) && findText('en', id) !== undefined;
}

/** `config.secret.notFound` is the key `secret.notFound` of the catalogue `config`. */
function splitId(id: string): [name: string, key: string] {
  const at = id.indexOf('.');
  return [id.slice(0, at), id.slice(at + 1)];
}
