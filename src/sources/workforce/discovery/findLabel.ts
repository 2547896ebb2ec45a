import { LANGUAGES } from '../../../i18n/language.js';
import { message } from '../../../i18n/message.js';
import type { Column, ColumnTable } from '../../records/columns.js';
import { lastNameOfPath, nameWords, parentPath, pathHasWord } from '../../records/fieldNames.js';
import {
  type FieldHints,
  type FieldTarget,
  type FoundField,
  foundField,
  hintedColumn,
} from '../../records/foundFields.js';
import { isGuid } from '../wire/serviceLists.js';

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
/** Enclosing objects that do not show whose name it is; `deliveryZone.name` names a zone. */
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
/** The key of a text in its object. */
const TEXT_WORDS = new Set(['text', 'value', 'default']);
/** Words of fields and objects whose text is not a name of the record, because it does not identify records. */
const NOT_NAMES = new Set([
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

/**
 * The field with the display name of records: by its name, in the configured language if there are several.
 * @throws PaytallyError FIELD_VANISHED
 */
export function findLabel(
  target: FieldTarget,
  table: ColumnTable,
  hints: FieldHints,
  language: string,
): FoundField | undefined {
  const { columns, records } = table;
  const evidence = ({ filled }: Column) => message('fields.evidence.names', { filled, records });
  const hinted = hintedColumn(target, table, hints);
  if (hinted !== undefined && 'absent' in hinted) return hinted.absent;
  if (hinted !== undefined && (hinted.how === 'pin' || isInLanguage(hinted.column.path, language)))
    return foundField(target, hinted.column, hinted.how, evidence(hinted.column));
  const candidates = columns.filter(
    (column) => column.filled > 0 && column.other === 0 && !isOfOtherRecord(column.path, columns),
  );
  const [named] = candidates
    .flatMap((column) => {
      const rank = rankName(column.path, language);
      return rank === undefined ? [] : { column, rank };
    })
    .sort((a, b) => a.rank - b.rank);
  if (named !== undefined) return foundField(target, named.column, 'name', evidence(named.column));
  const [only, ...others] = candidates.filter(holdsNames);
  if (only === undefined || others.length > 0) return undefined;
  return foundField(
    target,
    only,
    'value',
    message('fields.evidence.onlyNames', { filled: only.filled, records }),
  );
}

/** An object with an ID is a separate record: `agency.name` does not name the agency worker. */
function isOfOtherRecord(path: string, columns: readonly Column[]): boolean {
  const parent = parentPath(path.split('+')[0] ?? '');
  return parent !== '' && columns.some((column) => column.path === `${parent}.id`);
}

/** Lower is better: first whether the name is the record's own, then the kind of name, the language and the depth. */
function rankName(path: string, language: string): number | undefined {
  const { name, languageOfName, around } = path.includes('+')
    ? { name: path.split('+').map(lastNameOfPath).join('+'), languageOfName: undefined, around: [] }
    : splitLanguage(path);
  const kind = NAMES.indexOf(name);
  if (kind === -1 || around.some((segment) => pathHasWord(segment, NOT_NAMES))) return undefined;
  const preference =
    languageOfName === undefined || languageOfName === language ? 0 : languageOfName === 'en' ? 1 : 2;
  const isOfAnotherThing = around.some((segment) => !WRAPPERS.has(lastNameOfPath(segment)));
  return (isOfAnotherThing ? 10_000 : 0) + kind * 100 + preference * 10 + Math.min(9, path.split('.').length);
}

/** Whether a path is in the language, or in none: a path from an earlier run may be in another one. */
function isInLanguage(path: string, language: string): boolean {
  if (path.includes('+')) return true;
  const { languageOfName } = splitLanguage(path);
  return languageOfName === undefined || languageOfName === language;
}

/** `names.nl`, `names.nl.text`, `nameNl` and `name_nl` are all `name` in `nl`; `name.text` is `name`. */
function splitLanguage(path: string): {
  readonly name: string;
  readonly languageOfName: string | undefined;
  /** The names of the objects around it. */
  readonly around: readonly string[];
} {
  const segments = path.split('.');
  const at = segments.findIndex((segment, index) => index > 0 && LANGUAGE.test(segment));
  const languageOfName = segments[at]?.slice(0, 2).toLowerCase();
  if (languageOfName !== undefined && languageOfName !== 'id')
    return {
      name: lastNameOfPath(segments[at - 1] ?? ''),
      languageOfName,
      around: segments.slice(0, at - 1),
    };
  const end = segments.length > 1 && TEXT_WORDS.has(lastNameOfPath(path)) ? -2 : -1;
  const around = segments.slice(0, end);
  const words = nameWords(segments.at(end) ?? '');
  const last = words.at(-1) ?? '';
  if (words.length > 1 && LANGUAGES.some((language) => language === last))
    return { name: words.slice(0, -1).join(' '), languageOfName: last, around };
  return { name: words.join(' '), languageOfName: undefined, around };
}

function holdsNames({ path, filled, records, texts }: Column): boolean {
  if (path.includes('+') || filled !== records || pathHasWord(path, NOT_NAMES)) return false;
  return [...texts.keys()].every((text) => /\p{L}/u.test(text) && !isTechnical(text));
}

function isTechnical(text: string): boolean {
  return (
    isGuid(text) ||
    /^\d{4}-\d{2}-\d{2}/.test(text) ||
    /^https?:|@/.test(text) ||
    /^[A-Z][A-Za-z_]+\/[A-Z]/.test(text)
  );
}
