import type { LoadedConfig } from '../../config/config.js';

/** Where scheduled runs read and write. */
export interface SchedulePlace {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
  /** Folder for the files of an employer, absolute. */
  readonly outOf: (employer: string) => string;
}
