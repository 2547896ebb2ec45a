import { configOf, type LoadedConfig } from '../../config/config.js';
import { readPayrollList } from '../../documents/register/payrollList.js';
import type { PayrollIdChange } from '../../domain/people/payrollIdTable.js';
import { lowerUuid } from '../../domain/records/uuid.js';
import { parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { openLiveSource } from '../../sources/staging/openSource.js';
import { readRecent, withRecentStore } from '../doctor/readRecent.js';
import { type ColumnSync, syncColumn } from '../people/columnSync.js';
import type { PeopleHost } from '../people/employeesListing.js';
import { type PayrollListSync, syncFromPayrollList } from '../people/payrollListSync.js';
import type { ActionSession } from '../session/openSession.js';

/** The proposals of `employees sync --from`, with their list. */
export interface ListedSync extends PayrollListSync {
  readonly from: string;
  readonly incomplete: readonly number[];
  /** Names of the establishments in which people with the same name worked recently, by ID. */
  readonly places: ReadonlyMap<string, readonly string[]>;
}

interface ListOptions {
  /** Absolute. */
  readonly from: string;
  readonly apply: boolean;
  readonly dryRun: boolean;
  readonly match: readonly string[];
}

/**
 * Proposes payroll IDs from a payroll list, which belongs to one employer, and writes those that were accepted.
 * @param match `ID=NUMBER`, or `ID=NUMBER@YYYY-MM-DD`
 * @throws PaytallyError USAGE, MAPPING_INVALID, and those of the service
 */
export async function proposeFromList(
  host: PeopleHost,
  { loaded, employers }: Pick<ActionSession, 'loaded' | 'employers'>,
  { from, apply, dryRun, match }: ListOptions,
): Promise<ListedSync> {
  const employerKey = onlyEmployer(employers);
  const chosen = new Map(match.map(parseMatch));
  const { rows, incomplete } = await readPayrollList(from);
  const isAsked = !dryRun;
  const request = {
    rows,
    accept: apply && isAsked ? ('sure' as const) : ('none' as const),
    chosen: isAsked ? chosen : new Map<string, PayrollIdChange>(),
  };
  const synced = await syncFromPayrollList(host, loaded, employerKey, request);
  const hasNamesakes = synced.rows.some(({ namesakes }) => namesakes.length > 0);
  const places = hasNamesakes ? await recentPlaces(host, loaded, employerKey) : new Map();
  return { ...synced, from, incomplete, places };
}

/** Minutes of a mapping column from a list, with their list. */
export interface ListedColumn extends ColumnSync {
  readonly from: string;
  readonly incomplete: readonly number[];
}

/**
 * Proposes minutes of a column of the hours account from a list, and writes those that were accepted.
 * @param match `ID=MINUTES`
 * @throws PaytallyError USAGE, MAPPING_INVALID, and those of the service
 */
export async function proposeColumn(
  host: PeopleHost,
  { loaded, employers }: Pick<ActionSession, 'loaded' | 'employers'>,
  { from, apply, dryRun, match, column }: ListOptions & { readonly column: string },
): Promise<ListedColumn> {
  const employerKey = onlyEmployer(employers);
  const chosen = new Map(match.map((text) => [text, ...splitMatch(text)] as const).map(toChoice));
  const { rows, incomplete } = await readPayrollList(from, column);
  const request = {
    rows,
    column,
    accept: apply && !dryRun ? ('sure' as const) : ('none' as const),
    chosen: dryRun ? new Map<string, string>() : chosen,
  };
  return { ...(await syncColumn(host, loaded, employerKey, request)), from, incomplete };
}

function toChoice([text, id, value]: readonly [string, string, string]): readonly [string, string] {
  if (id !== '' && value !== '') return [id, value];
  throw new PaytallyError('USAGE', message('payrollList.badMatch', { text }), { record: '--match' });
}

/** @throws PaytallyError USAGE for several employers */
function onlyEmployer([employerKey, ...others]: readonly string[]): string {
  if (employerKey !== undefined && others.length === 0) return employerKey;
  throw new PaytallyError('USAGE', message('payrollList.oneEmployer'), { record: '--employer' });
}

/** The recent work locations of each employee; empty if the integration may not read that. */
async function recentPlaces(
  host: PeopleHost,
  loaded: LoadedConfig,
  employerKey: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const config = configOf(loaded, employerKey);
  const source = await openLiveSource(host, loaded, config);
  const read = await withRecentStore(host.context.clock.nowMs(), (store) =>
    readRecent(host, source, { config, rememberedEmployees: [] }, store),
  ).catch((failure: unknown) => {
    if (failure instanceof PaytallyError && failure.code !== 'INTERRUPTED') return undefined;
    throw failure;
  });
  const labels = new Map(read?.establishments.map(({ id, label }) => [id, label ?? id]));
  return new Map(
    [...(read?.workers ?? [])].map(([id, places]) => [
      id,
      [...places].map((place) => labels.get(place) ?? place).sort(),
    ]),
  );
}

function splitMatch(text: string): readonly [id: string, chosen: string] {
  const at = Math.max(0, text.indexOf('='));
  return [lowerUuid(text.slice(0, at).trim()), text.slice(at + 1).trim()];
}

/** `ID=NUMBER`, or `ID=NUMBER@YYYY-MM-DD`. */
function parseMatch(text: string): readonly [string, PayrollIdChange] {
  const [id, chosen] = splitMatch(text);
  const [, dated, day = ''] = /^(.+)@(\d{4}-\d{2}-\d{2})$/.exec(chosen) ?? [];
  const from = parseLocalDate(day);
  const number = from === undefined ? chosen : (dated ?? chosen);
  if (id !== '' && number !== '') return [id, { number, from }];
  throw new PaytallyError('USAGE', message('payrollList.badMatch', { text }), { record: '--match' });
}
