import { join } from 'node:path';
import { configOf } from '../../config/config.js';
import type { Context } from '../../context.js';
import { fileNamesAhead } from '../../documents/template/fileNames.js';
import type { Template } from '../../documents/template/template.js';
import { type Period, resolvePeriod } from '../../domain/period/period.js';
import { dayOf } from '../../domain/time/dayOf.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { zoneNamed } from '../../domain/time/zoneNamed.js';
import { PaytallyError } from '../../errors.js';
import { loadNamed } from '../prepare/loadNamed.js';
import { periodIfKnown } from '../prepare/resolveEmployerPeriod.js';
import { variablesOf } from '../prepare/variablesOf.js';
import type { RunRequest } from '../runRequest.js';
import { outputFolder } from './outputFolder.js';

/** What of a request names of files are made of. */
export type NamingRequest = Pick<RunRequest, 'loaded' | 'periodText' | 'state' | 'templates' | 'out'>;

/** A file to come, and whose it is. */
interface NamedFile {
  readonly path: string;
  readonly employer: string;
  readonly template: string;
}

/**
 * Two employers or two templates of one command must not have one file name: the later would replace the earlier.
 * Told before anything is read, as far as names are known then.
 * @throws PaytallyError CONFIG_INVALID with both
 */
export async function refuseSharedNames(
  requests: ReadonlyMap<string, NamingRequest>,
  context: Context,
): Promise<void> {
  const taken = new Map<string, NamedFile>();
  for (const [employer, request] of requests) {
    for (const file of await filesAhead(employer, request, context)) {
      const key = file.path.toLowerCase();
      const other = taken.get(key);
      if (other !== undefined) throw sharedName(other, file);
      taken.set(key, file);
    }
  }
}

async function filesAhead(employer: string, request: NamingRequest, context: Context): Promise<NamedFile[]> {
  const config = configOf(request.loaded, employer);
  const nowMs = context.clock.nowMs();
  const period = periodIfKnown({ periodText: request.periodText, config, nowMs }) ?? someMonth(nowMs);
  const { state } = request;
  const run = {
    'run.employer': employer,
    'run.employerName': config.employerName,
    'run.employerId': config.employer.employerId,
    'run.periodLabel': period.label,
    'run.from': period.from,
    'run.to': period.to,
    'run.state': state,
    'run.attribution': config.attribution,
    'run.dst': config.dst,
    'run.tzdata': tzdataVersion,
    'run.version': context.version,
    'run.language': config.language,
  };
  const names = request.templates === 'configured' ? config.templates : request.templates;
  const files: NamedFile[] = [];
  for (const name of new Set(names)) {
    const template = await loadable(name, context.packageFolder, request.loaded.folder);
    if (template === undefined) continue;
    const facts = { run, variables: variablesOf(template.name, config) };
    for (const file of fileNamesAhead(template, config.fileNames[template.name], facts))
      files.push({ path: join(outputFolder(request.out, state), file), employer, template: name });
  }
  return files;
}

/** Only the service can tell which; for comparing names any one does. */
function someMonth(nowMs: number): Period {
  return resolvePeriod('this-month', dayOf(Math.floor(nowMs / 1000), zoneNamed('Etc/UTC')));
}

/** What cannot be loaded is told by the run of its employer. */
async function loadable(name: string, packageFolder: string, folder: string): Promise<Template | undefined> {
  return loadNamed(name, packageFolder, folder).catch((failure: unknown) => {
    if (failure instanceof PaytallyError) return undefined;
    throw failure;
  });
}

function sharedName(first: NamedFile, second: NamedFile): PaytallyError {
  const of = ({ template, employer }: NamedFile) => `${template} of ${employer}`;
  return new PaytallyError(
    'CONFIG_INVALID',
    `${of(first)} and ${of(second)} would be one file: ${second.path}. Nothing was read.`,
    {
      record: `fileNames.${second.template}`,
      remedy: `Give one of them a name of its own in the configuration: fileNames: { ${second.template}: "{{ run.employer }}_{{ run.periodLabel }}" }, or another folder with "out".`,
    },
  );
}
