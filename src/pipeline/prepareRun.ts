import type { EmployerConfig } from '../config/schema.js';
import { readSecret } from '../config/secret.js';
import type { Period } from '../domain/period.js';
import { PaytallyError } from '../errors.js';
import { type MappingNeeds, needsMapping } from '../render/template/needsMapping.js';
import type { Template } from '../render/template/template.js';
import { type MappingFile, readMapping, refuseUnreadableLines } from './mapping.js';
import { loadTemplates } from './renderTemplates.js';
import { needsZones, resolveEmployerPeriod } from './resolveEmployerPeriod.js';
import type { RunHost } from './runHost.js';
import type { RunRequest } from './runRequest.js';
import { lackingVariables } from './variablesOf.js';

/** Everything of a run that can go wrong before the service is asked. */
export interface PreparedRun {
  readonly employerKey: string;
  readonly employer: EmployerConfig;
  readonly clientSecret: string;
  readonly templates: readonly Template[];
  readonly mapping: MappingFile;
  /** What at least one of the templates cannot do without. */
  readonly needs: MappingNeeds;
  /** undefined where only the establishments' zones can tell which days the period is. */
  readonly period: Period | undefined;
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
  const templates = await loadTemplates(request.templates, host.context.packageFolder, folder);
  const [lacking] = templates.flatMap((template) => lackingVariables(template, config, employer) ?? []);
  if (lacking !== undefined) throw lacking;
  const needs = needsOf(templates);
  const mapping = await readMapping(employer.employees, folder);
  if (needs.employeeNumbers) refuseUnreadableLines(mapping);
  const question = { periodText: request.periodText, config, employer, nowMs: host.context.clock.nowMs() };
  const period = needsZones(question) ? undefined : resolveEmployerPeriod(question, []);
  return { employerKey, employer, clientSecret, templates, needs, mapping, period };
}

function needsOf(templates: readonly Template[]): MappingNeeds {
  const needs = templates.map(needsMapping);
  return {
    employeeNumbers: needs.some(({ employeeNumbers }) => employeeNumbers),
    payCodes: needs.some(({ payCodes }) => payCodes),
  };
}
