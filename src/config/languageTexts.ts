import { didYouMean } from './input/nearestName.js';
import { isMap, type Settings } from './source.js';

/** Only some languages need them. */
const OPTIONAL: readonly string[] = ['exceptions.INVALID_RECORD.problems'];

/** What a text is checked against: the same one in English, and in the language that stands in for it. */
export interface TextModel {
  readonly shape: unknown;
  readonly base: unknown;
}

/** The value with what it lacks from the language it is based on. */
export function checkedTexts(
  value: unknown,
  model: TextModel,
  path: readonly string[],
  problems: string[],
): unknown {
  const name = path.join('.');
  if (value === undefined && (model.base !== undefined || OPTIONAL.includes(name))) return model.base;
  if (isMap(model.shape)) return checkedMap(value, model.shape, model.base, path, problems);
  if (Array.isArray(model.shape)) return checkedList(value, model.shape, name, problems);
  if (typeof value !== 'string' || value === '') {
    problems.push(value === undefined ? `${name}: is missing` : `${name}: must be a text`);
    return undefined;
  }
  problems.push(
    ...strangeValues(value, String(model.shape)).map((each) => `${name}: there is no value ${each}`),
  );
  return value;
}

function checkedMap(
  value: unknown,
  shape: Settings,
  base: unknown,
  path: readonly string[],
  problems: string[],
): unknown {
  if (value !== undefined && !isMap(value)) {
    problems.push(`${path.join('.')}: must be a block of texts`);
    return undefined;
  }
  const known = Object.keys(shape);
  for (const key of Object.keys(value ?? {}).filter((each) => !known.includes(each)))
    problems.push(`${[...path, key].join('.')}: is not known.${didYouMean(key, known)}`);
  const entries = known.map((key) => [
    key,
    checkedTexts(
      value?.[key],
      { shape: shape[key], base: isMap(base) ? base[key] : undefined },
      [...path, key],
      problems,
    ),
  ]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}

function checkedList(value: unknown, shape: readonly unknown[], name: string, problems: string[]): unknown {
  const isRight =
    Array.isArray(value) && value.length === shape.length && value.every((each) => typeof each === 'string');
  if (!isRight) problems.push(`${name}: must be a list of ${shape.length} texts`);
  return value;
}

/** Sentences that the file lacks stay in the language it is based on, else English; those of other versions are left alone. */
export function checkedMessages(content: Settings, { base }: TextModel, problems: string[]): unknown {
  const own = content.messages ?? {};
  if (!isMap(own)) {
    problems.push('messages: must be a block of texts');
    return {};
  }
  for (const [sentence, said] of Object.entries(own)) {
    const strange = typeof said === 'string' ? strangeValues(said, sentence) : ['at all'];
    problems.push(...strange.map((each) => `messages: "${sentence}": there is no value ${each}`));
  }
  const ofBase = isMap(base) ? base : {};
  return { ...ofBase, ...own };
}

/** Values of a text that its model does not have. */
function strangeValues(text: string, model: string): string[] {
  const valuesOf = (each: string) => each.match(/\{\{ ?\w+ ?\}\}|\{\w+\}/g) ?? [];
  const known: readonly string[] = valuesOf(model);
  return valuesOf(text).filter((value) => !known.includes(value));
}

/** How dates and numbers are written follows rules of its own. */
export function refuseWriting(writing: unknown, problems: string[]): void {
  if (!isMap(writing)) return;
  const { date, decimalSign } = writing;
  const hasAll = ['dd', 'mm', 'yyyy'].every((part) => String(date).split(part).length === 2);
  if (!hasAll) problems.push('writing.date: must have dd, mm and yyyy, such as dd/mm/yyyy');
  if (decimalSign !== '.' && decimalSign !== ',') problems.push('writing.decimalSign: must be "." or ","');
}
