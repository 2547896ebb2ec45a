import { resolve } from 'node:path';
import type { FolderDelivery, SftpDelivery } from '../../config/deliveries.js';

/** Where files go, as people and the outbox read it. */
export function targetText(settings: SftpDelivery | FolderDelivery, folder: string): string {
  if (settings.to === 'folder') return resolve(folder, settings.path);
  const { user, host, port, path } = settings;
  return `${user}@${host}${port === 22 ? '' : `:${port}`}:${path}`;
}
