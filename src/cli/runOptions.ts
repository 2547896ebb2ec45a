import type { RunChoices } from '../app/session/runRequests.js';
import type { BuiltInLanguage } from '../i18n/language.js';
import {
  booleanOption,
  CONFIG_OPTION,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  repeated,
  requiredText,
  textWithDefault,
} from './command.js';

/** The options of `export`, `check` and `corrections`. */
export const RUN_PARAMETERS = {
  ...CONFIG_OPTION,
  period: requiredText('option.period', 'period'),
  ...EMPLOYER_OPTION,
  template: repeated('export.option.template', 'name', 'configured'),
  out: optionalText('option.out', 'folder'),
  final: booleanOption('export.option.final'),
  supersede: optionalText('export.option.supersede', 'reason'),
  'estimate-from': optionalText('export.option.estimateFrom', 'date'),
  accept: repeated('export.option.accept', 'accept'),
  read: { choices: ['once', 'twice'], describe: 'export.option.read' },
  'dry-run': booleanOption('export.option.dryRun'),
  jobs: textWithDefault('export.option.jobs', '4', 'number'),
  deliver: booleanOption('export.option.deliver'),
  mail: booleanOption('export.option.mail'),
  ...OUTPUT_OPTIONS,
} as const;

export interface RunOptions extends ParsedOptions<typeof RUN_PARAMETERS>, Pick<RunChoices, 'store'> {
  /** The command that lists the findings of an export in full; not an option of the command line. */
  readonly hint?: string;
  /** The language of reports if the configuration sets none; not an option of the command line. */
  readonly reportLanguage?: BuiltInLanguage;
}
