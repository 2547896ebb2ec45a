import { relative, resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { diagnose } from '../../doctor/diagnose.js';
import type { DoctorFinding } from '../../doctor/doctorFinding.js';
import { syncMapping } from '../../domain/people/syncMapping.js';
import { ERRORS, ExitStatus, PaytallyError } from '../../errors.js';
import { WEAK_REMEDY } from '../../export/templateWarnings.js';
import { type AnyMessage, joined, type Message, message, type Text } from '../../i18n/message.js';
import { syncEmployees } from '../../people/employeesSync.js';
import { storeFolderOf, withClaims } from '../../read/staging/withStore.js';
import type { Terminal } from '../../runtime/terminal.js';
import { replaceFile } from '../../store/replaceFile.js';
import { withRunHost } from '../actionSession.js';
import { LACKS } from './answerChecks.js';

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
  if (code !== undefined) return { status: ERRORS[code], findings, problems: failed, found: undefined };
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

/** Without the permission to read employees, the file has its heading only: a run needs the file. */
export async function createMapping(
  loaded: LoadedConfig,
  employerKey: string,
  context: Context,
  terminal: Terminal,
  verbose: boolean,
): Promise<Message> {
  return withRunHost(context, { loaded, terminal }, { verbose }, async (host) => {
    const path = resolve(loaded.folder, loaded.config.employers[employerKey]?.employees ?? '');
    const synced = await syncEmployees(host, loaded, [employerKey], 'write').catch(
      async (failure: unknown) => {
        if (!(failure instanceof PaytallyError && LACKS.has(failure.code))) throw failure;
        const heading = syncMapping(undefined, []).bytes;
        await withClaims(loaded.folder, (claims) => replaceFile(path, heading, claims));
        return [];
      },
    );
    const count = synced[0]?.added.length ?? 0;
    return message('init.mapped', { count, path: relative(context.cwd, path) });
  });
}
