import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { ERRORS, ExitStatus } from '../../errors.js';
import { diagnose } from '../../pipeline/doctor/diagnose.js';
import type { DoctorFinding } from '../../pipeline/doctor/doctorFinding.js';
import { syncEmployees } from '../../pipeline/people/employeesSync.js';
import { openRunHost } from '../../pipeline/runHost.js';
import type { Terminal } from '../../terminal.js';
import { doctorReport } from '../doctor/doctorReport.js';

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
  if (code !== undefined) return { status: ERRORS[code].exit, findings, text: doctorReport(failed) };
  const people = await peopleOf(loaded, employerKey, context, terminal, verbose);
  const told = findings.filter(
    ({ status, check }) => status === 'ok' && (check === 'zones' || check === 'scopes'),
  );
  const lines = told.map(({ message }) => `  ${message}`);
  return { status: ExitStatus.done, findings, text: ['Found:', ...lines, `  ${people}`].join('\n') };
}

async function peopleOf(
  loaded: LoadedConfig,
  employerKey: string,
  context: Context,
  terminal: Terminal,
  verbose: boolean,
): Promise<string> {
  const host = await openRunHost(context, loaded, terminal, { verbose });
  try {
    const [file] = await syncEmployees(host, loaded, [employerKey], 'write');
    terminal.progress(undefined);
    const count = file?.added.length ?? 0;
    return `${count} ${count === 1 ? 'person' : 'people'} in ${file?.path ?? ''}: fill in their payroll numbers there, if a payroll system needs them`;
  } finally {
    await host.close();
  }
}
