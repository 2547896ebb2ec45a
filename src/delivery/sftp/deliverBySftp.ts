import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeliveryFailure } from '../deliveryFailure.js';
import { safeName } from '../safeName.js';
import type { SealedFile } from '../seal/encryption.js';
import { passwordSteps } from './passwordSteps.js';
import { remotePath, type SftpSteps, type SftpTarget, stagedPath, type Upload } from './sftpTarget.js';
import { systemSteps } from './systemSteps.js';

/**
 * Uploads files: all under temporary names first, their sizes compared, then all get their names. What fails before
 * that leaves nothing with its final name behind.
 * @throws DeliveryFailure `unknown` only where the connection was lost while names were given, and nothing can be seen
 */
export async function deliverBySftp(target: SftpTarget, files: readonly SealedFile[]): Promise<void> {
  const steps = stepsFor(target);
  await withLocalCopies(files, async (uploads) => {
    await put(steps, target, uploads);
    const { failure } = await steps.rename(uploads);
    if (failure === undefined) return;
    const standing = await look(steps, target, uploads);
    if (standing === 'all') return;
    if (standing === 'none') {
      await steps.remove(uploads);
      throw failure;
    }
    throw new DeliveryFailure(
      'unknown',
      `The connection to ${target.host} was lost while the files got their names: some may be there.`,
      `Look into ${target.path} on the server, then send it again where a file is missing.`,
    );
  });
}

/** Whether files of these names and sizes are there: what decides after a process was killed. */
export async function standsOnServer(target: SftpTarget, files: readonly SealedFile[]): Promise<boolean> {
  const uploads = files.map((file) => uploadOf(file, ''));
  return (await look(stepsFor(target), target, uploads)) === 'all';
}

/** Whether an account can be used and its folders are there; nothing is uploaded. @throws DeliveryFailure */
export async function reachBySftp(target: SftpTarget): Promise<void> {
  const { failure } = await stepsFor(target).reach();
  if (failure !== undefined) throw failure;
}

function stepsFor(target: SftpTarget): SftpSteps {
  return 'password' in target ? passwordSteps(target) : systemSteps(target);
}

async function put(steps: SftpSteps, target: SftpTarget, uploads: readonly Upload[]): Promise<void> {
  const { failure, sizes } = await steps.put(uploads);
  const short = uploads.find((upload) => sizes.get(stagedPath(target, upload)) !== upload.bytes);
  if (failure === undefined && short === undefined) return;
  await steps.remove(uploads);
  throw (
    failure ??
    new DeliveryFailure(
      'failed',
      `${short?.name ?? 'A file'} did not arrive whole on ${target.host}.`,
      'Check the free space on the server; "paytally send RUN" tries again.',
    )
  );
}

/** `none` is said only where every file is still seen under its temporary name. */
async function look(
  steps: SftpSteps,
  target: SftpTarget,
  uploads: readonly Upload[],
): Promise<'all' | 'none' | 'unclear'> {
  const sizes = await steps.look(uploads);
  if (sizes === undefined) return 'unclear';
  const isNamed = (upload: Upload) => sizes.get(remotePath(target.path, upload.name)) === upload.bytes;
  const isStaged = (upload: Upload) => sizes.get(stagedPath(target, upload)) === upload.bytes;
  if (uploads.every((upload) => isNamed(upload) && !isStaged(upload))) return 'all';
  return uploads.every(isStaged) ? 'none' : 'unclear';
}

function uploadOf({ name, content }: SealedFile, folder: string): Upload {
  const temporary = `.paytally-${randomBytes(6).toString('hex')}.part`;
  return { local: join(folder, temporary), temporary, name: safeName(name), bytes: content.length };
}

/** Both ways read files, not memory: copies that nobody else may read, gone when it is done. */
async function withLocalCopies(
  files: readonly SealedFile[],
  use: (uploads: readonly Upload[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paytally-sftp-'));
  try {
    const uploads = files.map((file) => uploadOf(file, folder));
    for (const [index, { local }] of uploads.entries()) {
      await writeFile(local, files[index]?.content ?? '', { mode: 0o600 });
    }
    await use(uploads);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
