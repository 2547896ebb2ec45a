import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { MailDelivery } from '../../config/schema/deliverySchema.js';
import type { DeliveryFile, DeliveryItem } from '../../store/deliveryItems.js';
import type { Store } from '../../store/store.js';
import { DeliveryFailure } from '../deliveryFailure.js';
import { writeToFolder } from '../folder/deliverToFolder.js';
import { safeName } from '../safeName.js';
import type { SealedFile } from '../seal/encryption.js';
import { filledFiles } from '../stagedFile.js';
import { withoutTrace } from './fileTarget.js';

/** Beside the files of a run: what was too large for a mail, by delivery and recipient. */
const TOO_LARGE_FOLDER = 'too-large-for-mail';

export interface OutgoingFile {
  readonly file: DeliveryFile;
  /** As it leaves, encrypted where the delivery says so. */
  readonly sealed: SealedFile;
}

/** Where the files of a mail are that it does not carry. */
export interface FilePlaces {
  /** `template: folder` */
  readonly lines: readonly string[];
  /** The folder that now holds what was made for this recipient alone; undefined where nothing was put aside. */
  readonly putAside: string | undefined;
}

/** Whether a mail carries its files: where they may travel, and are small enough together. */
export function isCarried(settings: MailDelivery, files: readonly OutgoingFile[]): boolean {
  return settings.attach && isSmallEnough(settings, files);
}

/**
 * Where the files are. Those made for one recipient stand nowhere but in the outbox: where they should travel and are
 * too large, they are written beside the files of the run, as they would have left. Where they should not travel, their
 * rows are in the run's own files.
 * @throws DeliveryFailure where the folder cannot be written
 */
export async function placesOfFiles(
  store: Store,
  item: DeliveryItem,
  settings: MailDelivery,
  files: readonly OutgoingFile[],
): Promise<FilePlaces> {
  const runFolder = folderOfRun(store, item.runId);
  const own = files.filter(({ file }) => !('path' in file));
  const isLarge = settings.attach && own.length > 0;
  const putAside =
    isLarge && runFolder !== undefined ? await written(store, runFolder, item, own) : undefined;
  const lines = files.map(({ file }) => {
    const folder = 'path' in file ? dirname(file.path) : (putAside ?? runFolder);
    return folder === undefined ? file.template : `${file.template}: ${folder}`;
  });
  return { lines: [...new Set(lines)], putAside };
}

function isSmallEnough({ maxMegabytes }: MailDelivery, files: readonly OutgoingFile[]): boolean {
  return files.reduce((sum, { sealed }) => sum + sealed.content.length, 0) <= maxMegabytes * 1_000_000;
}

const manifestOfFiles = z.object({ files: z.array(z.object({ path: z.string() })) });

function folderOfRun(store: Store, runId: string): string | undefined {
  const [first] = manifestOfFiles.safeParse(store.run(runId)?.manifest).data?.files ?? [];
  return first === undefined ? undefined : dirname(store.paths.placed(first.path));
}

async function written(
  store: Store,
  runFolder: string,
  { name, recipient }: DeliveryItem,
  files: readonly OutgoingFile[],
): Promise<string> {
  const folder = join(runFolder, TOO_LARGE_FOLDER, safeName(name), safeName(recipient));
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new DeliveryFailure(
      'failed',
      `The files are too large for a mail, and ${folder} cannot be made for them.`,
      'Check that this user may write there, or raise maxMegabytes of the delivery.',
      cause,
    );
  });
  const inFolder = (file: string) => join(folder, file);
  const listed = files.map(({ sealed: file }) => ({ file }));
  const filled = filledFiles(listed, { stagedAt: inFolder, namedAt: inFolder });
  const temporary = filled.map((file) => file.temporary);
  await withoutTrace(store, temporary, () => writeToFolder(folder, filled));
  return folder;
}
