import { type Check, type DoctorFinding, ok, warning } from './doctorFinding.js';
import { type FolderProbe, probeFolder } from './probeFolder.js';

const LITTLE_BYTES = 100 * 1024 * 1024;

/** @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function checkOutput(folder: string, home: string): Promise<DoctorFinding[]> {
  const probe = await probeFolder(folder, home);
  const state = probe.exists ? 'can be written' : 'is not there yet; an export makes it';
  return [ok('output', `${folder} ${state}`), ...littleSpace('output', folder, probe)];
}

/** A month of a large employer takes some megabytes; less than a hundred is a disk that will soon be full. */
export function littleSpace(check: Check, folder: string, { freeBytes }: FolderProbe): DoctorFinding[] {
  if (freeBytes >= LITTLE_BYTES) return [];
  const free = `${Math.floor(freeBytes / 1024 / 1024)} MB`;
  return [warning(check, `The disk of ${folder} has ${free} left.`, 'Make room before the disk is full.')];
}
