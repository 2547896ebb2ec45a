import { parseLocalDate } from '../../domain/localDate.js';
import { PaytallyError } from '../../errors.js';
import { isWireRecord } from '../wire/parsed.js';
import { shown } from '../wire/shown.js';
import { ambiguous } from './hinted.js';
import type { FieldHints, FoundField } from './targets.js';

const BARE = '(bare list)';
const BY_DATE = '(by date)';

/**
 * The holidays in one year's answer, whose envelope API.md leaves open: a bare list, `items`, or the only list
 * that is anywhere in it. An empty object holds none; that says nothing of the envelope.
 * @throws PaytallyError SERVICE_PROTOCOL, FIELD_AMBIGUOUS, FIELD_VANISHED
 */
export function unwrapHolidays(
  body: unknown,
  hints: FieldHints,
): { readonly items: readonly unknown[]; readonly field: FoundField | undefined } {
  if (isWireRecord(body) && Object.keys(body).length === 0) return { items: [], field: undefined };
  const lists = listsIn(body, '', 0);
  const hint =
    hints.pins['holidays.items'] ?? hints.known.find(({ target }) => target === 'holidays.items')?.path;
  const hinted = hint === undefined ? undefined : lists.find(({ path }) => path === hint);
  const [first, ...others] = hinted === undefined ? preferred(lists) : [hinted];
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
  return entries.flatMap(([key, inner]) => listsIn(inner, path === '' ? key : `${path}.${key}`, depth + 1));
}

/** `items`, else a list that is named after holidays, else those with objects, else all. */
function preferred(lists: readonly FoundList[]): readonly FoundList[] {
  const items = lists.filter(({ path }) => path === 'items');
  const named = lists.filter(({ path }) => /holiday|feestdag|feiertag|f[ée]ri/i.test(path));
  const objects = lists.filter((list) => list.items.some(isWireRecord));
  return [items, named, objects, lists].find((choice) => choice.length > 0) ?? [];
}

function refuseFurtherPage(body: unknown): void {
  if (!isWireRecord(body) || typeof body.nextCursor !== 'string') return;
  throw new PaytallyError(
    'SERVICE_PROTOCOL',
    'The answer with the public holidays has a further page, for which API.md shows no parameter.',
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
