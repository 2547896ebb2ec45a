import { parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { shown } from '../../runtime/outsideText.js';
import { isWireRecord } from '../wire/parsed.js';
import { ambiguous } from './hints.js';
import type { FieldHints, FoundField } from './targets.js';

const BARE = '(bare list)';
const BY_DATE = '(by date)';
const BY_YEAR = '(year)';
const HOLIDAY_WORDS = /holiday|feestdag|feiertag|f[ée]ri/i;

/**
 * The holidays in one year's answer, whose envelope the service leaves open: a bare list, `items`, or the only list
 * that is anywhere in it. An empty object holds none; that says nothing of the envelope.
 * @throws PaytallyError SERVICE_PROTOCOL, FIELD_AMBIGUOUS, FIELD_VANISHED
 */
export function unwrapHolidays(
  body: unknown,
  hints: FieldHints,
): { readonly items: readonly unknown[]; readonly field: FoundField | undefined } {
  if (isWireRecord(body) && Object.keys(body).length === 0) return { items: [], field: undefined };
  const lists = listsIn(body, '', 0);
  const empty = emptyIn(body, '', 0);
  const hint = pathOf(
    hints.pins['holidays.items'] ?? hints.known.find(({ target }) => target === 'holidays.items')?.path,
  );
  const hinted = hint === undefined ? undefined : [...lists, ...empty].find(({ path }) => path === hint);
  const [first, ...others] =
    hinted === undefined ? preferred(lists.length > 0 ? lists : empty.filter(isNamedForHolidays)) : [hinted];
  if (hint !== undefined && hinted === undefined) throw vanishedEnvelope(hint);
  if (first === undefined) {
    throw new PaytallyError(
      'SERVICE_PROTOCOL',
      `The answer with the public holidays holds no list: ${shown(body)}.`,
      {
        record: 'public-holidays',
        remedy: 'Where the holidays are in it, name the path under "fields": holidays.items.',
      },
    );
  }
  if (others.length > 0)
    throw ambiguous(
      'holidays.items',
      [first, ...others].map(({ path }) => path),
    );
  refuseFurtherPage(body);
  const how = hint === undefined ? (first.path === 'items' ? 'name' : 'value') : 'known';
  const evidence = `a list of ${first.items.length}`;
  return {
    items: first.items,
    field: {
      target: 'holidays.items',
      path: first.path,
      how: hints.pins['holidays.items'] ? 'pin' : how,
      evidence,
      always: true,
    },
  };
}

interface FoundList {
  readonly path: string;
  readonly items: readonly unknown[];
}

function listsIn(value: unknown, path: string, depth: number): readonly FoundList[] {
  if (Array.isArray(value)) return [{ path: path === '' ? BARE : path, items: value }];
  if (!isWireRecord(value) || depth > 3) return [];
  const entries = Object.entries(value);
  const byDate = entries.length > 0 && entries.every(([key]) => parseLocalDate(key) !== undefined);
  if (byDate) {
    const items = entries.map(([date, item]) =>
      isWireRecord(item) ? { date, ...item } : { date, name: item },
    );
    return [{ path: path === '' ? BY_DATE : path, items }];
  }
  return entries.flatMap(([key, inner]) => listsIn(inner, below(path, key), depth + 1));
}

/** Where a year without holidays may have nothing or an object without dates instead of a list. */
function emptyIn(value: unknown, path: string, depth: number): readonly FoundList[] {
  if (value === null) return [{ path, items: [] }];
  if (!isWireRecord(value) || depth > 3) return [];
  const entries = Object.entries(value);
  if (entries.length === 0) return [{ path, items: [] }];
  return entries.flatMap(([key, inner]) => emptyIn(inner, below(path, key), depth + 1));
}

/** A key that is a year is another one in the next answer. */
function below(path: string, key: string): string {
  const name = /^\d{4}$/.test(key) ? BY_YEAR : key;
  return path === '' ? name : `${path}.${name}`;
}

/** A path as pinned, or as remembered, with years made out in it. */
function pathOf(hint: string | undefined): string | undefined {
  return hint?.split('.').reduce(below, '');
}

function isNamedForHolidays({ path }: FoundList): boolean {
  return path === 'items' || HOLIDAY_WORDS.test(path);
}

/** `items`, else a list that is named after holidays, else those with objects, else all. */
function preferred(lists: readonly FoundList[]): readonly FoundList[] {
  const items = lists.filter(({ path }) => path === 'items');
  const named = lists.filter(({ path }) => HOLIDAY_WORDS.test(path));
  const objects = lists.filter((list) => list.items.some(isWireRecord));
  return [items, named, objects, lists].find((choice) => choice.length > 0) ?? [];
}

function refuseFurtherPage(body: unknown): void {
  if (!isWireRecord(body) || typeof body.nextCursor !== 'string') return;
  throw new PaytallyError(
    'SERVICE_PROTOCOL',
    'The answer with the public holidays has a further page, for which the service documents no parameter.',
    {
      record: 'public-holidays',
    },
  );
}

function vanishedEnvelope(path: string): PaytallyError {
  return new PaytallyError(
    'FIELD_VANISHED',
    `The public holidays are no longer at "${path}" of the answer.`,
    {
      record: `holidays.items: ${path}`,
    },
  );
}
