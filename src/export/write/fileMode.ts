import type { Config } from '../../config/config.js';
import type { FolderMode } from '../../store/makeFolder.js';

/** A final is for reading only. */
export type FileMode = 0o600 | 0o400 | 0o640 | 0o440;

/** The mode of a run's files: who may read them is configured (`outputMode`), and nobody writes a final or a correction. */
export function fileMode(state: 'draft' | 'final' | 'correction', readers: Config['outputMode']): FileMode {
  if (state === 'draft') return readers === 'group' ? 0o640 : 0o600;
  return readers === 'group' ? 0o440 : 0o400;
}

/** The mode of a folder that is made for such files: whoever may read them gets in. */
export function folderModeOf(mode: FileMode): FolderMode {
  return mode === 0o640 || mode === 0o440 ? 0o750 : 0o700;
}
