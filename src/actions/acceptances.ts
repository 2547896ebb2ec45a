import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LoadedConfig } from '../config/config.js';
import { withClaims } from '../read/staging/withStore.js';
import { replaceFile } from '../store/replaceFile.js';
import type { ActionSession } from './actionSession.js';

/** A finding that the clerk accepted. */
const acceptance = z.object({
  reason: z.string(),
  /** Its code if all findings of the code were accepted at once, otherwise its own key. */
  by: z.string(),
  /** A digest of what was accepted: a finding that has changed since is not accepted. */
  seen: z.string(),
});
export const acceptances = z.record(z.string(), acceptance);
/** Key of the finding -> acceptance. */
export type Acceptances = Readonly<z.output<typeof acceptances>>;

/** A file next to the store: until there is a final, the reasons are only on this computer. */
export function acceptancesPath(
  { storeFolder }: Pick<ActionSession, 'storeFolder'>,
  employer: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  return join(storeFolder, 'accepted', `${encodeURIComponent(employer)} ${from} ${to}.json`);
}

/** What was accepted for the next final of these days; undefined if nothing was, or the file cannot be read. */
export async function readAcceptances(path: string): Promise<Acceptances | undefined> {
  try {
    return acceptances.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Adds and removes acceptances; those of other windows are kept. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function changeAcceptances(
  { folder }: LoadedConfig,
  path: string,
  { accepted, undone }: { readonly accepted: Acceptances; readonly undone: readonly string[] },
): Promise<void> {
  const before = await readAcceptances(path);
  const kept = Object.entries({ ...before, ...accepted }).filter(([key]) => !undone.includes(key));
  const content = Buffer.from(`${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
  await withClaims(folder, (claims) => replaceFile(path, content, claims));
}

/** Once the final has the reasons; the page no longer shows a file that cannot be removed. */
export async function forgetAcceptances(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}
