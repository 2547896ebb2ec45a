import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { type OutputFile, pathWithin, type TemplateOutput } from '../../documents/outputFile.js';
import { applyFileName } from '../../documents/template/fileNames.js';
import type { Template } from '../../documents/template/template.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { Store } from '../../store/store.js';

const manifestFiles = z.object({ files: z.array(z.object({ path: z.string(), sha256: z.string() })) });

/**
 * A final does not replace other files: an existing file may be another final, or a file of the user. Files of finals
 * that it supersedes are replaced.
 * @throws PaytallyError OUTPUT_EXISTS
 */
export async function refuseUnknownFiles(
  store: Store,
  folder: string,
  outputs: readonly TemplateOutput[],
  supersedes: readonly string[],
): Promise<void> {
  const taken = outputs
    .map(({ file }) => ({ file, path: join(folder, pathWithin(file)) }))
    .filter(({ path }) => existsSync(path));
  if (taken.length === 0) return;
  const known = digestsOfRuns(store, supersedes);
  for (const { file, path } of taken) {
    const digest = await digestOf(path);
    if (known.has(digest) || isSameCompanion(file, digest)) continue;
    throw new PaytallyError('OUTPUT_EXISTS', message('output.exists', { path }), { record: path });
  }
}

/**
 * The companions of a final beside those of earlier finals. A companion often has one name and content for ever, so
 * finals share it; where its content has changed, the new one is in the period's folder, and the other remains.
 */
export function placeCompanions(
  folder: string,
  outputs: readonly TemplateOutput[],
  ofPeriod: string,
): Promise<TemplateOutput[]> {
  return Promise.all(
    outputs.map(async (output) => {
      const { file } = output;
      const path = join(folder, pathWithin(file));
      const isOwn = file.isCompanion !== true || !existsSync(path);
      return isOwn || isSameCompanion(file, await digestOf(path))
        ? output
        : { ...output, file: { ...file, folder: ofPeriod } };
    }),
  );
}

function isSameCompanion({ isCompanion, content }: OutputFile, sha256: string): boolean {
  if (isCompanion !== true || !(content instanceof Uint8Array)) return false;
  return createHash('sha256').update(content).digest('hex') === sha256;
}

/** The owner of drafts. */
interface DraftOwner {
  readonly config: Config;
  readonly templates: readonly Template[];
}

/**
 * A draft replaces only drafts of the same employer. A file whose name includes the employer belongs to it. For any
 * other file, the store must record that a run of this employer wrote it, even if a user has changed it since.
 * @throws PaytallyError OUTPUT_EXISTS
 */
export async function refuseFilesOfOthers(
  store: Store,
  folder: string,
  outputs: readonly TemplateOutput[],
  { config, templates }: DraftOwner,
): Promise<void> {
  const unnamed = templates.filter((template) => !namesEmployer(template, config.fileNames[template.name]));
  const names = new Set(unnamed.map(({ name }) => name));
  const taken = outputs
    .filter(({ template }) => names.has(template))
    .map(({ template, file }) => ({ template, path: join(folder, pathWithin(file)) }))
    .filter(({ path }) => existsSync(path));
  if (taken.length === 0) return;
  const known = store.runs({}).flatMap(({ employerId, manifest }) => {
    const { files } = manifestFiles.safeParse(manifest).data ?? { files: [] };
    return files.map(({ path, sha256 }) => ({ path: store.paths.placed(path), sha256, employerId }));
  });
  for (const { template, path } of taken) {
    const digest = await digestOf(path);
    const same = known.filter(({ sha256 }) => sha256 === digest);
    const candidates = same.length > 0 ? same : known.filter((file) => file.path === path);
    if (candidates.some(({ employerId }) => employerId === config.employer.employerId)) continue;
    const id = candidates.length > 0 ? 'output.madeByOther' : 'output.madeByNone';
    throw new PaytallyError('OUTPUT_EXISTS', message(id, { path }), {
      record: path,
      remedy: message('output.ownName', { template }),
    });
  }
}

/** Whether the names of all files of a template contain the employer. */
function namesEmployer(template: Template, pattern: string | undefined): boolean {
  const named = applyFileName(template, pattern);
  const files = named.kind === 'text' ? [named.spec, ...named.spec.companions] : [{ fileName: pattern }];
  return files.every(({ fileName }) => fileName === undefined || /\brun\.employer/.test(fileName));
}

function digestsOfRuns(store: Store, supersedes: readonly string[]): ReadonlySet<string> {
  const runs = supersedes.flatMap((runId) => store.run(runId) ?? []);
  const manifests = runs.map(({ manifest }) => manifestFiles.safeParse(manifest));
  return new Set(manifests.flatMap(({ data }) => data?.files.map(({ sha256 }) => sha256) ?? []));
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk);
  return digest.digest('hex');
}

/**
 * Two employers of one command must not write the same file: the second would overwrite the first without notice.
 * Adds the names to `takenPaths` (path -> employer).
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export function refuseTakenNames(
  takenPaths: Map<string, string>,
  folder: string,
  employerKey: string,
  outputs: readonly TemplateOutput[],
): void {
  for (const { template, file } of outputs) {
    const path = join(folder, pathWithin(file));
    const owner = takenPaths.get(path) ?? employerKey;
    if (owner !== employerKey) {
      throw new PaytallyError(
        'OUTPUT_NOT_WRITTEN',
        message('output.ofOtherEmployer', { path, owner, template }),
        {
          record: template,
        },
      );
    }
    takenPaths.set(path, employerKey);
  }
}
