import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { loadNamed } from '../../documents/template/loadNamed.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { MOST_BYTES, readPlainFile } from '../../runtime/readWithin.js';
import { type StorePlace, withStore } from '../../sources/staging/withStore.js';
import { canonicalJson } from '../../store/canonicalJson.js';
import type { ViewKey } from '../../store/monthViews.js';
import type { Store } from '../../store/store.js';
import type { MonthView } from '../export/monthView.js';
import { templatesOfAllRuns } from '../export/prepareRun.js';

/** A month that a run has computed, whether it was blocked or not. */
export interface SeenMonth extends MonthView {
  readonly viewedAt: string;
  /** undefined if the run was blocked, so that the store has none. */
  readonly runId: string | undefined;
}

/**
 * A digest of what a month is computed from, besides its records: program, configuration with its rules, files of
 * people, absences and holidays, and templates. The window keeps a month only as long as it stays the same.
 * @returns undefined if one of them cannot be read
 */
export async function currentInputs(
  { packageFolder, version, env }: Pick<Context, 'packageFolder' | 'version' | 'env'>,
  loaded: LoadedConfig,
  employer: string,
): Promise<string | undefined> {
  const config = configOf(loaded, employer);
  const { folder } = loaded;
  try {
    const files = await Promise.all(inputPaths(config).map((path) => digestOfFile(resolve(folder, path))));
    const names = [...new Set([...templatesOfAllRuns(config), 'review'])];
    const templates = await Promise.all(names.map((name) => loadNamed(name, packageFolder, folder, env)));
    // The order of a template's columns counts.
    return digestOf([version, tzdataVersion, config, files, JSON.stringify(templates)]);
  } catch {
    // A run will say what is wrong with it.
    return undefined;
  }
}

function inputPaths({ employer, absences, holidays }: Config): readonly string[] {
  return [employer.employees, absences, holidays].filter((path) => path !== undefined);
}

async function digestOfFile(path: string): Promise<string> {
  return hash('sha256', await readPlainFile(path, MOST_BYTES.table));
}

function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}

/**
 * The same with the records: those of the run, or else what the newest read found, and the audit trail.
 * @param current see `currentInputs`
 */
export function viewInputs(
  store: Store,
  { runId, ...days }: ViewKey,
  current: string | undefined,
): string | undefined {
  if (current === undefined) return undefined;
  const { ledger, monthReads } = store;
  const links = ledger.links(days.employerId);
  const link = links.find((each) => each.runId === runId) ?? links.at(-1);
  const { found, problem } = monthReads.find(days) ?? {};
  const records = runId === undefined ? [found, problem?.code] : ledger.seal(runId);
  return digestOf([current, records ?? null, link?.digest ?? null, ledger.purges().length]);
}

/** A month as an earlier window computed it from these inputs; undefined if there is none. */
export function findView(store: Store, key: ViewKey, inputs: string | undefined): SeenMonth | undefined {
  const content = inputs === undefined ? undefined : store.monthViews.find(key, inputs);
  return content === undefined ? undefined : unpackMonth(content);
}

/** Keeps a month for the next start of the window, unless the store cannot be written: then it is computed again. */
export function keepView(store: Store, key: ViewKey, inputs: string | undefined, month: SeenMonth): void {
  if (inputs === undefined || store.mode === 'read') return;
  try {
    store.monthViews.keep(key, inputs, packMonth(month));
  } catch (failure) {
    ignoreStore(failure);
  }
}

function ignoreStore(failure: unknown): void {
  if (!(failure instanceof PaytallyError)) throw failure;
}

interface ComputedMonth {
  readonly days: Days;
  readonly month: SeenMonth;
  /** See `currentInputs`: as they were before it was computed. */
  readonly inputs: string | undefined;
}

/** Keeps a month that the window has just computed. */
export async function keepMonth(
  context: Context,
  session: ViewSession,
  employer: string,
  { days: { from, to }, month, inputs }: ComputedMonth,
): Promise<void> {
  // Files that were changed meanwhile may have been read before or after.
  if (inputs !== (await currentInputs(context, session.loaded, employer))) return;
  await withViews(context, session, employer, (store, employerId) => {
    const key = { employerId, from, to, runId: month.runId, language: month.review.language };
    keepView(store, key, viewInputs(store, key, inputs), month);
  });
}

/** Forgets the blocked reads of these days. */
export async function forgetBlocked(
  context: Pick<Context, 'clock'>,
  session: ViewSession,
  employer: string,
  { from, to }: Days,
): Promise<void> {
  await withViews(context, session, employer, (store, employerId) =>
    store.monthViews.forgetBlocked({ employerId, from, to }),
  );
}

interface ViewSession extends Pick<StorePlace, 'storeFolder'> {
  readonly loaded: LoadedConfig;
}

async function withViews(
  { clock }: Pick<Context, 'clock'>,
  { loaded, storeFolder }: ViewSession,
  employer: string,
  change: (store: Store, employerId: string) => void,
): Promise<void> {
  const { employerId } = configOf(loaded, employer).employer;
  const nowMs = () => clock.nowMs();
  const place = { loaded, storeFolder, employerIds: [employerId], mode: 'write', nowMs } as const;
  await withStore(place, async (store) => change(store, employerId)).catch(ignoreStore);
}

/** JSON has no maps. */
function packed({ found, seen, ...month }: SeenMonth) {
  const { names, places, links, ...report } = found;
  const lists = { names: [...names], places: [...places], links: links && [...links] };
  return { ...month, found: { ...report, ...lists }, seen: [...seen] };
}

function packMonth(month: SeenMonth): string {
  return JSON.stringify(packed(month));
}

/** The inputs prove that this program wrote it. */
function unpackMonth(content: string): SeenMonth {
  const { found, seen, runId, ...month }: ReturnType<typeof packed> = JSON.parse(content);
  const { names, places, links, ...report } = found;
  const maps = { names: new Map(names), places: new Map(places), links: links && new Map(links) };
  return { ...month, runId, found: { ...report, ...maps }, seen: new Map(seen) };
}
