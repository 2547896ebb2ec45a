import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PaytallyError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import type { TemplateOutput } from '../render/renderTemplates.js';

const manifestFiles = z.object({ files: z.array(z.object({ sha256: z.string() })) });

/**
 * A final takes no other file's place: what stands there may be another final, or somebody's own work. A draft that
 * version 0.1 wrote there, and that nobody has changed since, gives way, and so do files of finals that are taken back.
 * @throws PaytallyError OUTPUT_EXISTS
 */
export async function refuseUnknownFiles(
  store: Store,
  folder: string,
  outputs: readonly TemplateOutput[],
  supersedes: readonly string[],
): Promise<void> {
  const taken = outputs.map(({ file }) => join(folder, file.name)).filter((path) => existsSync(path));
  if (taken.length === 0) return;
  const known = digestsOfRuns(store, supersedes);
  for (const path of taken) {
    if (known.has(await digestOf(path))) continue;
    throw new PaytallyError('OUTPUT_EXISTS', `${path} is there already, and this run may not replace it.`, {
      record: path,
    });
  }
}

function digestsOfRuns(store: Store, supersedes: readonly string[]): ReadonlySet<string> {
  const runs = [...store.runs({ state: 'draft' }), ...supersedes.flatMap((runId) => store.run(runId) ?? [])];
  const manifests = runs.map(({ manifest }) => manifestFiles.safeParse(manifest));
  return new Set(manifests.flatMap(({ data }) => data?.files.map(({ sha256 }) => sha256) ?? []));
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk);
  return digest.digest('hex');
}
