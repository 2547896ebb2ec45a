import type { FoundField } from '../../api/discovery/targets.js';
import type { EmployerRead } from '../../api/readEmployer.js';
import type { LoadedConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import type { Template } from '../../render/template/template.js';
import { employerAccess } from '../employerAccess.js';
import type { RunHost } from '../runHost.js';
import { checkFields } from './checkFields.js';
import { checkLists } from './checkLists.js';
import { checkMapping } from './checkMapping.js';
import { checkScopes } from './checkScopes.js';
import { checkSecret } from './checkSecret.js';
import { checkZones } from './checkZones.js';
import { checked, type DoctorFinding, hasProblem } from './finding.js';
import { readRecent } from './readRecent.js';

export interface EmployerChecked {
  readonly findings: readonly DoctorFinding[];
  readonly fields: readonly FoundField[];
}

export interface EmployerQuestion {
  readonly loaded: LoadedConfig;
  readonly employerKey: string;
  readonly templates: readonly Template[];
  /** Where earlier runs found the undocumented fields. */
  readonly knownFields: readonly FoundField[];
}

/** Everything about one employer; where the service cannot be reached, what is local. */
export async function checkEmployer(
  host: RunHost,
  question: EmployerQuestion,
  isReachable: boolean,
): Promise<EmployerChecked> {
  const { loaded, employerKey, templates } = question;
  const findings: DoctorFinding[] = [];
  const secret = await secretOf(host, question, findings);
  const read =
    secret === undefined || !isReachable ? undefined : await readOf(host, question, secret, findings);
  const employees = read?.employees;
  findings.push(
    ...(await checked('mapping', () => checkMapping(loaded, employerKey, templates, employees), employerKey)),
  );
  return { findings, fields: read?.fields ?? [] };
}

async function secretOf(
  host: RunHost,
  { loaded, employerKey }: EmployerQuestion,
  findings: DoctorFinding[],
): Promise<string | undefined> {
  const source = employerOf(loaded, employerKey).clientSecret;
  let secret: string | undefined;
  const found = await checked(
    'secret',
    async () => {
      const result = await checkSecret(loaded, source, employerKey, host.context);
      secret = result.clientSecret;
      return result.findings;
    },
    employerKey,
  );
  findings.push(...found);
  return secret;
}

async function readOf(
  host: RunHost,
  { loaded, employerKey, knownFields }: EmployerQuestion,
  secret: string,
  findings: DoctorFinding[],
): Promise<EmployerRead | undefined> {
  const { config } = loaded;
  const employer = employerOf(loaded, employerKey);
  const access = employerAccess(config, employerKey, employer, secret);
  const hasZones = Object.keys(config.zones).length > 0;
  const scopes = await checked('token', () => checkScopes(host, access, hasZones), employerKey);
  findings.push(...scopes);
  if (hasProblem(scopes)) return undefined;
  let read: EmployerRead | undefined;
  const lists = await checked(
    'lists',
    async () => {
      read = await readRecent(host, access, config, knownFields);
      return [
        ...checkLists(read, employerKey),
        ...checkFields(read, employerKey),
        ...checkZones(read, config, employerKey),
      ];
    },
    employerKey,
  );
  findings.push(...lists);
  return read;
}

function employerOf({ config }: LoadedConfig, key: string) {
  const employer = config.employers[key];
  if (employer !== undefined) return employer;
  throw new PaytallyError('EMPLOYER_UNKNOWN', `The configuration has no employer "${key}".`);
}
