import type { EmployerConfig } from '../config/schema.js';
import { readSecret } from '../config/secret.js';
import { PaytallyError } from '../errors.js';
import type { MappedEmployees } from '../render/model/people.js';
import type { Template } from '../render/template/template.js';
import { readMapping } from './mapping.js';
import { loadTemplates } from './renderTemplates.js';
import type { RunHost } from './runHost.js';
import type { RunRequest } from './runRequest.js';

/** Everything of a run that can go wrong before the service is asked. */
export interface PreparedRun {
  readonly employerKey: string;
  readonly employer: EmployerConfig;
  readonly clientSecret: string;
  readonly templates: readonly Template[];
  readonly mapping: MappedEmployees;
}

export async function prepareRun(
  host: RunHost,
  request: RunRequest,
  employerKey: string,
): Promise<PreparedRun> {
  const { config, folder } = request.loaded;
  const employer = config.employers[employerKey];
  if (employer === undefined) {
    throw new PaytallyError('EMPLOYER_UNKNOWN', `The configuration has no employer "${employerKey}".`);
  }
  const clientSecret = await readSecret(employer.clientSecret, folder, host.context.env);
  host.context.scrubber.add(clientSecret);
  return {
    employerKey,
    employer,
    clientSecret,
    templates: await loadTemplates(request.templates, host.context.packageFolder, folder),
    mapping: await readMapping(employer.employees, folder),
  };
}
