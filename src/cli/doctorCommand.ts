import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { loadConfig, readConfiguredLanguage } from '../config/load.js';
import type { Context } from '../context.js';
import { type Diagnosis, diagnose } from '../doctor/diagnose.js';
import { type DoctorFinding, problemFinding } from '../doctor/doctorFinding.js';
import { ERRORS, ExitStatus, PaytallyError } from '../errors.js';
import type { Language } from '../language/language.js';
import type { Terminal } from '../runtime/terminal.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import {
  type ConfigOption,
  many,
  type OutputOptions,
  once,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { doctorReport } from './doctor/doctorReport.js';
import { outFolder } from './runEmployers.js';
import { spokenTerminal } from './spokenTerminal.js';
import { fittedText } from './terminalText.js';

interface DoctorOptions extends OutputOptions, ConfigOption {
  readonly employer: readonly string[];
  readonly out: string | undefined;
  readonly template: readonly string[];
}

export const doctorCommand = command<DoctorOptions>({
  usage: 'doctor',
  describe: 'Find everything that would stop an export, and say what to do about it',
  examples: [
    ['$0 doctor', 'Configuration, secrets, network, permissions, lists, folders, templates'],
    ['$0 doctor --json', 'For monitoring: exit status 0 only if an export would work'],
  ],
  json: '{ "findings": [{ "check", "status": "ok"|"warning"|"problem", "employer"?, "code"?, "message", "remedy"? }], "fields": [{ "employer", … }] }',
  options: (args: Argv) =>
    withOutputOptions(
      withConfigOption(args)
        .option('employer', many('Employer key (repeatable)', 'all'))
        .option('out', {
          type: 'string',
          describe: 'Folder for the files; default: that of the configuration, else ./out',
          coerce: once('out'),
        })
        .option(
          'template',
          many(
            'Template to try, also one that is not configured yet (repeatable)',
            'those of the configuration',
          ),
        ),
    ),
  run,
});

async function run(options: DoctorOptions, context: Context): Promise<ExitStatus> {
  const language = await readConfiguredLanguage(options.config, context.cwd);
  const terminal = spokenTerminal(context, options, { language });
  const diagnosis = await diagnosisOf(options, context, terminal);
  terminal.progress(undefined);
  if (options.json) terminal.result(JSON.stringify(diagnosis));
  else printReport(diagnosis, options, terminal, language);
  return statusOf(diagnosis.findings);
}

/** With --quiet only what was found to be wrong; nothing where all is well. */
function printReport(
  { findings }: Diagnosis,
  { quiet }: DoctorOptions,
  terminal: Terminal,
  language: Language,
): void {
  const told = quiet ? findings.filter(({ status }) => status !== 'ok') : findings;
  if (!quiet || told.length > 0) terminal.result(fittedText(doctorReport(told, language), terminal.width));
}

/** A configuration that cannot be read is the first thing to find, not a reason to give up. */
async function diagnosisOf(options: DoctorOptions, context: Context, terminal: Terminal): Promise<Diagnosis> {
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env }).catch(
    (error: unknown) => {
      if (error instanceof PaytallyError) return error;
      throw error;
    },
  );
  if (loaded instanceof PaytallyError)
    return { findings: [problemFinding('configuration', loaded)], fields: [] };
  const employerKeys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  return diagnose(
    context,
    {
      loaded,
      employerKeys,
      templates: options.template.length > 0 ? options.template : 'configured',
      out: outFolder(options, context.cwd, loaded, employerKeys[0] ?? ''),
      storeFolder: resolve(loaded.folder, loaded.config.store),
      verbose: options.verbose,
    },
    terminal,
  );
}

function statusOf(findings: readonly DoctorFinding[]): ExitStatus {
  const code = findings.find(({ status }) => status === 'problem')?.code;
  return code === undefined ? ExitStatus.done : ERRORS[code].exit;
}
