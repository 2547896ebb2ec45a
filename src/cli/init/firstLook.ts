import { relative, resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { diagnose } from '../../doctor/diagnose.js';
import type { DoctorFinding } from '../../doctor/doctorFinding.js';
import { ERRORS, ExitStatus } from '../../errors.js';
import { WEAK_REMEDY } from '../../export/templateWarnings.js';
import { englishText } from '../../i18n/formatMessage.js';
import { translated } from '../../i18n/messages/messages.js';
import { syncEmployees } from '../../people/employeesSync.js';
import type { Terminal } from '../../runtime/terminal.js';
import { withRunHost } from '../commandSession.js';
import { doctorReport } from '../doctorCommand.js';

/** What a new configuration finds at the service. */
export interface FirstLook {
  readonly status: ExitStatus;
  readonly findings: readonly DoctorFinding[];
  /** For people: what is wrong, else what there is. */
  readonly text: string;
}

/** Runs the doctor over a new employer and, where all is well, makes its mapping file. */
export async function firstLook(
  loaded: LoadedConfig,
  employerKey: string,
  { verbose }: { readonly verbose: boolean },
  context: Context,
  terminal: Terminal,
): Promise<FirstLook> {
  const diagnosis = await diagnose(
    context,
    {
      loaded,
      employerKeys: [employerKey],
      templates: 'configured',
      out: resolve(context.cwd, './out'),
      storeFolder: resolve(loaded.folder, loaded.config.store),
      verbose,
    },
    terminal,
  );
  terminal.progress(undefined);
  const { findings } = diagnosis;
  // The mapping file is made below.
  const failed = findings.filter(({ status, check }) => status === 'problem' && check !== 'mapping');
  const code = failed[0]?.code;
  if (code !== undefined)
    return { status: ERRORS[code], findings, text: doctorReport(failed, loaded.language) };
  const people = await createMapping(loaded, employerKey, context, terminal, verbose);
  const places = findings.filter(({ status, check }) => status === 'ok' && check === 'zones');
  const weak = findings.filter(({ remedy }) => remedy === WEAK_REMEDY);
  const lines = [
    ...permissionLines(findings),
    ...places.map(({ text }) => englishText(text)),
    people,
    ...weak.map(({ text }) => `${englishText(text)} ${englishText(WEAK_REMEDY)}`),
  ];
  const text = ['Found:', ...lines.map((line) => `  ${line}`)].join('\n');
  return { status: ExitStatus.done, findings, text: translated(text, loaded.language) };
}

/** Whoever has all of them needs no list; what is missing is said with what it costs. */
function permissionLines(findings: readonly DoctorFinding[]): string[] {
  const scopes = findings.filter(({ check }) => check === 'scopes');
  const missing = scopes.filter(({ status }) => status !== 'ok');
  if (missing.length > 0) return missing.map(({ text }) => englishText(text));
  return scopes.length === 0 ? [] : ['The integration may read all that paytally asks for'];
}

async function createMapping(
  loaded: LoadedConfig,
  employerKey: string,
  context: Context,
  terminal: Terminal,
  verbose: boolean,
): Promise<string> {
  return withRunHost(context, { loaded, terminal }, { verbose }, async (host) => {
    const [file] = await syncEmployees(host, loaded, [employerKey], 'write');
    const count = file?.added.length ?? 0;
    return `${count} ${count === 1 ? 'person' : 'people'} in ${relative(context.cwd, file?.path ?? '')}: fill in their payroll numbers there, if a payroll system needs them`;
  });
}
