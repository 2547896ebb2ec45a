import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { loadNamed } from '../../documents/template/loadNamed.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { type StorePlace, sharedPlaceOf, withStore } from '../../sources/staging/withStore.js';
import { canonicalJson } from '../../store/canonicalJson.js';
import type { ViewKey } from '../../store/monthViews.js';
import { STORE_NAME } from '../../store/openStore.js';
import type { EmployerDays } from '../../store/scheduleState.js';
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
  return hash('sha256', await readFile(path));
}

function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}

/** The same with the records: those of the run, or else what the newest read found, and the audit trail. */
function allInputs(store: Store, current: string, { runId, ...days }: ViewKey): string {
  const { ledger, monthReads } = store;
  const links = ledger.links(days.employerId);
  const link = links.find((each) => each.runId === runId) ?? links.at(-1);
  const { found, problem } = monthReads.find(days) ?? {};
  const records = runId === undefined ? [found, problem?.code] : ledger.seal(runId);
  return digestOf([current, records ?? null, link?.digest ?? null, ledger.purges().length]);
}

/** A month as an earlier window computed it; undefined if anything that it was computed from is another one now. */
export function findView(store: Store, key: ViewKey, current: string | undefined): SeenMonth | undefined {
  if (current === undefined) return undefined;
  const content = store.monthViews.find(key, allInputs(store, current, key));
  return content === undefined ? undefined : unpackMonth(content);
}

/** Keeps a month for the next start of the window. @param current as it was before the month was computed */
export function keepView(
  store: Store,
  days: EmployerDays,
  month: SeenMonth,
  current: string | undefined,
): void {
  if (current === undefined || store.mode === 'read') return;
  const key = { ...days, runId: month.runId, language: month.review.language };
  store.monthViews.keep(key, allInputs(store, current, key), packMonth(month));
}

/** Opens the store to change what it keeps. A store that cannot be written only means that a month is computed again. */
export async function withViews(
  place: Omit<StorePlace, 'mode'>,
  change: (store: Store) => void,
): Promise<void> {
  const writing = { ...place, mode: 'write' } as const;
  // A command that writes nothing creates no store.
  if (sharedPlaceOf(writing) === undefined && !existsSync(join(place.storeFolder, STORE_NAME))) return;
  await withStore(writing, async (store) => change(store)).catch((failure: unknown) => {
    if (!(failure instanceof PaytallyError)) throw failure;
  });
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
