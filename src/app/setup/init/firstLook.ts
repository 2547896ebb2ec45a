import { relative, resolve } from 'node:path';
import type { LoadedConfig } from '../../../config/config.js';
import { findMappingBytes } from '../../../config/inputFiles.js';
import type { Context } from '../../../context.js';
import { parseMapping } from '../../../domain/people/parseMapping.js';
import { ERRORS, ExitStatus } from '../../../errors.js';
import { type AnyMessage, joined, type Message, message, type Text } from '../../../i18n/message.js';
import type { Terminal } from '../../../runtime/terminal.js';
import { storeFolderOf } from '../../../sources/staging/withStore.js';
import { diagnose } from '../../doctor/diagnose.js';
import type { DoctorFinding } from '../../doctor/doctorFinding.js';
import { WEAK_REMEDY } from '../../export/templateWarnings.js';
import { createEmptyMapping, syncEmployees } from '../../people/employeesSync.js';
import { withRunHost } from '../../session/openSession.js';
import { isLack } from './answerChecks.js';

/** The data that the service shows to a new configuration. */
export interface FirstLook {
  readonly status: ExitStatus;
  readonly findings: readonly DoctorFinding[];
  /** The findings that stop an export. */
  readonly problems: readonly DoctorFinding[];
  /** A summary of what was found; undefined if there are problems. */
  readonly found: AnyMessage | undefined;
}

/** Runs the doctor for a new employer and creates its mapping file if there are no problems. */
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
      storeFolder: storeFolderOf(loaded),
      verbose,
    },
    terminal,
  );
  terminal.progress(undefined);
  const { findings } = diagnosis;
  // The mapping file is created below.
  const failed = findings.filter(({ status, check }) => status === 'problem' && check !== 'mapping');
  const code = failed[0]?.code;
  if (code !== undefined) {
    // A setting of a template does not concern the employees.
    if (failed.every(({ check }) => check === 'templates'))
      await createMapping(loaded, employerKey, context, terminal, verbose);
    return { status: ERRORS[code], findings, problems: failed, found: undefined };
  }
  const people = await createMapping(loaded, employerKey, context, terminal, verbose);
  const places = findings.filter(({ status, check }) => status === 'ok' && check === 'zones');
  const weak = findings.filter(({ remedy }) => remedy === WEAK_REMEDY);
  const lines = [
    ...permissionLines(findings),
    ...places.map(({ text }) => text),
    people,
    ...weak.map(({ text }) => joined([text, WEAK_REMEDY], ' ')),
  ];
  const found = joined([message('init.found'), ...lines], '\n  ');
  return { status: ExitStatus.done, findings, problems: [], found };
}

/** Missing permissions with their consequences, or one line if none is missing. */
function permissionLines(findings: readonly DoctorFinding[]): Text[] {
  const scopes = findings.filter(({ check }) => check === 'scopes');
  const missing = scopes.filter(({ status }) => status !== 'ok');
  if (missing.length > 0) return missing.map(({ text }) => text);
  return scopes.length === 0 ? [] : [message('init.allPermissions')];
}

/** The people of a mapping file who still work, and those of them who have a payroll ID. */
async function countListed(path: string | undefined): Promise<{ people: number; numbered: number }> {
  const bytes = path === undefined ? undefined : await findMappingBytes(path);
  const rows = bytes === undefined ? [] : parseMapping(bytes, path).rows;
  const current = new Map(rows.filter(({ status }) => status !== 'gone').map((row) => [row.employeeId, row]));
  const numbered = [...current.values()].filter(({ number }) => number !== null);
  return { people: current.size, numbered: numbered.length };
}

/** If the employees cannot be read, the file gets only its headings: an export needs the file. */
export async function createMapping(
  loaded: LoadedConfig,
  employerKey: string,
  context: Context,
  terminal: Terminal,
  verbose: boolean,
): Promise<Message> {
  const place = (path = '') => relative(context.cwd, path);
  return withRunHost(context, { loaded, terminal }, { verbose }, async (host) => {
    try {
      const [file] = await syncEmployees(host, loaded, [employerKey], 'write');
      const { people, numbered } = await countListed(file?.path);
      return message('init.mapped', { count: people, numbered, path: place(file?.path) });
    } catch (failure) {
      context.signal.throwIfAborted();
      const path = await createEmptyMapping(loaded, employerKey);
      if (!isLack(failure)) throw failure;
      return message('init.mappedNothing', { path: place(path) });
    }
  });
}
