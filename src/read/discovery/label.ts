import { isGuid } from '../wire/fields.js';
import { textsOf, type ValueColumn } from './column.js';
import { nameWords } from './fieldNames.js';
import { found, hintedColumn } from './hints.js';
import type { FieldHints, FieldTarget, FoundField } from './targets.js';

/** Best first. A name of two parts is written with a plus sign. */
const NAMES = [
  'name',
  'label',
  'display name',
  'title',
  'full name',
  'names',
  'labels',
  'titles',
  'first name+last name',
  'description',
  'short name',
  'code',
  'last name',
  'naam',
  'nom',
  'bezeichnung',
];
/** Objects around a name that say nothing of whose name it is; `deliveryZone.name` names a zone. */
const WRAPPERS = new Set([
  'info',
  'details',
  'profile',
  'general',
  'attributes',
  'properties',
  'data',
  'person',
  'names',
  'labels',
  'translations',
  'i18n',
]);
/** What an object around a text calls the text. */
const TEXT_WORDS = new Set(['text', 'value', 'default']);
/** Words of fields and objects whose text is no name of the record: it tells no two of them apart. */
const NO_NAMES = new Set([
  'country',
  'region',
  'land',
  'pays',
  'currency',
  'language',
  'locale',
  'type',
  'kind',
  'category',
  'status',
  'state',
  'color',
  'colour',
  'zone',
  'timezone',
  'company',
  'agency',
  'owner',
  'manager',
  'contact',
  'created',
  'updated',
  'parent',
  'group',
]);
const LANGUAGE = /^[a-z]{2}([-_][a-z]{2})?$/i;

/** The field that names records for people: by its name, in the configured language if there are several. */
export function findLabel(
  target: FieldTarget,
  columns: readonly ValueColumn[],
  records: number,
  hints: FieldHints,
  language: string,
): FoundField | undefined {
  const hinted = hintedColumn(target, withJoined(columns), records, hints);
  if (hinted !== undefined && 'absent' in hinted) return hinted.absent;
  if (hinted !== undefined && (hinted.how === 'pin' || saysLanguage(hinted.column.path, language)))
    return found(target, hinted.column, hinted.how, evidenceOf(hinted.column, records), records);
  const own = columns.filter((column) => !isOfAnother(column.path, columns));
  const filled = withJoined(own).filter((column) => column.filled > 0 && column.other === 0);
  const named = filled
    .map((column) => ({ column, rank: rankOf(column.path, language) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const [first] = named;
  if (first !== undefined)
    return found(target, first.column, 'name', evidenceOf(first.column, records), records);
  const texts = filled.filter((column) => !column.path.includes('+') && looksLikeNames(column, records));
  const [only] = texts;
  return only !== undefined && texts.length === 1
    ? found(target, only, 'value', `the only field with names: ${evidenceOf(only, records)}`, records)
    : undefined;
}

/** An object with an id is a record of its own: `agency.name` does not name the agency worker. */
function isOfAnother(path: string, columns: readonly ValueColumn[]): boolean {
  const parent = path.split('.').slice(0, -1).join('.');
  return parent !== '' && columns.some((column) => column.path === `${parent}.id`);
}

function evidenceOf(column: ValueColumn, records: number): string {
  return `${column.filled} of ${records} records have one`;
}

/** Lower is better: a name of the record's own first, then the kind of name, the language, how deep it lies. */
function rankOf(path: string, language: string): number | undefined {
  const { name, said, around } = path.includes('+')
    ? { name: path.split('+').map(lastWords).join('+'), said: undefined, around: [] }
    : withoutLanguage(path.split('.'));
  const kind = NAMES.indexOf(name);
  if (kind === -1 || around.flatMap(nameWords).some((word) => NO_NAMES.has(word))) return undefined;
  const preference = said === undefined || said === language ? 0 : said === 'en' ? 1 : 2;
  const ofAnotherThing = around.some((segment) => !WRAPPERS.has(words(segment)));
  return (ofAnotherThing ? 10_000 : 0) + kind * 100 + preference * 10 + Math.min(9, path.split('.').length);
}

/** Whether a path is in the language, or in none: what an earlier run found may be in another one. */
function saysLanguage(path: string, language: string): boolean {
  if (path.includes('+')) return true;
  const { said } = withoutLanguage(path.split('.'));
  return said === undefined || said === language;
}

/** `names.nl`, `names.nl.text`, `nameNl` and `name_nl` are all `name` in `nl`; `name.text` is `name`. */
function withoutLanguage(segments: readonly string[]): {
  readonly name: string;
  readonly said: string | undefined;
  /** The names of the objects that it lies in. */
  readonly around: readonly string[];
} {
  const at = segments.findIndex((segment, index) => index > 0 && LANGUAGE.test(segment));
  const said = segments[at]?.slice(0, 2).toLowerCase();
  if (said !== undefined && said !== 'id') {
    return { name: words(segments[at - 1]), said, around: segments.slice(0, at - 1) };
  }
  const end = segments.length > 1 && TEXT_WORDS.has(words(segments.at(-1))) ? -2 : -1;
  const around = segments.slice(0, end);
  const own = nameWords(segments.at(end) ?? '');
  const last = own.at(-1) ?? '';
  if (own.length > 1 && ['en', 'nl', 'fr', 'de'].includes(last))
    return { name: own.slice(0, -1).join(' '), said: last, around };
  return { name: own.join(' '), said: undefined, around };
}

function words(segment: string | undefined): string {
  return nameWords(segment ?? '').join(' ');
}

function lastWords(path: string): string {
  return words(path.split('.').at(-1));
}

/** First and last name in two fields make one column, `firstName+lastName`. */
export function withJoined(columns: readonly ValueColumn[]): readonly ValueColumn[] {
  const first = columns.find((column) => lastWords(column.path) === 'first name');
  const last = columns.find((column) => lastWords(column.path) === 'last name');
  if (first === undefined || last === undefined) return columns;
  const values = first.values.map((value, index) => {
    const parts = [value, last.values[index]].filter((part) => typeof part === 'string' && part !== '');
    return parts.length === 0 ? null : parts.join(' ');
  });
  const filled = values.filter((value) => value !== null).length;
  const joined = { path: `${first.path}+${last.path}`, values, filled, present: values.length, other: 0 };
  return [...columns, joined];
}

function looksLikeNames(column: ValueColumn, records: number): boolean {
  const texts = textsOf(column);
  if (
    column.path
      .split('.')
      .flatMap(nameWords)
      .some((word) => NO_NAMES.has(word))
  )
    return false;
  return texts.length === records && texts.every((text) => /\p{L}/u.test(text) && !isTechnical(text));
}

function isTechnical(text: string): boolean {
  return (
    isGuid(text) ||
    /^\d{4}-\d{2}-\d{2}/.test(text) ||
    /^https?:|@/.test(text) ||
    /^[A-Z][A-Za-z_]+\/[A-Z]/.test(text)
  );
}
