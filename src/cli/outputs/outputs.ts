import { z } from 'zod';
import { failedOutput } from './commonOutput.js';
import {
  explainOutput,
  personOutput,
  registerOutput,
  rulesOutput,
  templatesCheckOutput,
  templatesListOutput,
  templatesNewOutput,
  templatesShowOutput,
} from './detailOutput.js';
import {
  backupOutput,
  diffOutput,
  historyOutput,
  historyPackOutput,
  inspectionOutput,
  monitorOutput,
  purgeOutput,
  restoreOutput,
  statusOutput,
  storeOutput,
  verifyOutput,
} from './recordOutput.js';
import {
  checkedRunsOutput,
  correctionsOutput,
  dueOutput,
  exportOutput,
  rerunOutput,
  sendOutput,
} from './runOutput.js';
import {
  configOutput,
  connectOutput,
  doctorOutput,
  employeesListOutput,
  employeesSyncOutput,
  initOutput,
  planOutput,
  scheduleListOutput,
  schedulePrintOutput,
  uiOutput,
} from './setUpOutput.js';

/** What each command prints with `--json`: a schema, or one for each of its actions. */
export const OUTPUTS: Readonly<Record<string, z.ZodType | Readonly<Record<string, z.ZodType>>>> = {
  demo: exportOutput,
  ui: uiOutput,
  init: initOutput,
  doctor: doctorOutput,
  check: checkedRunsOutput,
  export: exportOutput,
  explain: explainOutput,
  corrections: correctionsOutput,
  status: statusOutput,
  monitor: monitorOutput,
  inspection: inspectionOutput,
  send: sendOutput,
  schedule: { list: scheduleListOutput, print: schedulePrintOutput, run: dueOutput },
  connect: connectOutput,
  plan: planOutput,
  history: { list: historyOutput, pack: historyPackOutput },
  verify: verifyOutput,
  rerun: rerunOutput,
  diff: diffOutput,
  'compare-register': registerOutput,
  person: personOutput,
  purge: purgeOutput,
  backup: backupOutput,
  restore: restoreOutput,
  store: storeOutput,
  employees: { list: employeesListOutput, sync: employeesSyncOutput },
  templates: {
    list: templatesListOutput,
    show: templatesShowOutput,
    new: templatesNewOutput,
    check: templatesCheckOutput,
  },
  rules: rulesOutput,
  config: configOutput,
};

/** A command, its action if it has several, and the schema of what it prints. */
export interface CommandOutput {
  /** `export`, `templates-list`. */
  readonly name: string;
  readonly schema: z.ZodType;
}

/** All outputs, each also as a failure before its own results. */
export function commandOutputs(): readonly CommandOutput[] {
  return Object.entries(OUTPUTS).flatMap(([command, output]) => {
    const named = output instanceof z.ZodType ? [[command, output] as const] : actionsOf(command, output);
    return named.map(([name, schema]) => ({ name, schema: z.union([schema, failedOutput]) }));
  });
}

function actionsOf(command: string, actions: Readonly<Record<string, z.ZodType>>) {
  return Object.entries(actions).map(([action, schema]) => [`${command}-${action}`, schema] as const);
}

/** The text of a file in docs/json. */
export function outputSchemaText({ name, schema }: CommandOutput): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  const title = `paytally ${name.replace('-', ' ')} --json`;
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}
