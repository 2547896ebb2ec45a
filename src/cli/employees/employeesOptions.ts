import type { ConfigOption, OutputOptions } from '../commonOptions.js';

export interface EmployeesOptions extends OutputOptions, ConfigOption {
  readonly action: 'list' | 'sync';
  readonly employer: readonly string[];
  readonly dryRun: boolean;
}
