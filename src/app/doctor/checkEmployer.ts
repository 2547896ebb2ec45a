import type { Config, LoadedConfig } from '../../config/config.js';
import { type MappingFile, readMapping } from '../../config/inputFiles.js';
import { isWorkforce, secretOfSource } from '../../config/schema/sourceSchema.js';
import type { SecretSource } from '../../config/schema/values.js';
import type { Context } from '../../context.js';
import type { TemplateOutput } from '../../documents/outputFile.js';
import type { Template } from '../../documents/template/template.js';
import type { Employee } from '../../domain/records/records.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { FoundField } from '../../sources/records/foundFields.js';
import { openSource } from '../../sources/staging/openSource.js';
import type { ReadHost } from '../../sources/staging/readObserver.js';
import { findZoneConflicts, storeNothing } from '../../sources/staging/storedFacts.js';
import type { Store } from '../../store/store.js';
import { RUN_STATES } from '../export/prepareRun.js';
import { refuseTakenNames } from '../export/refuseExisting.js';
import type { RunHost } from '../export/runHost.js';
import { refuseClashes } from '../export/writeFiles.js';
import { checkPayRules } from './checkConfiguredTemplates.js';
import { checkEmployerDeliveries, outputsOfState } from './checkDeliveries.js';
import { checkFonts } from './checkFonts.js';
import { checkFields, checkLists, checkZones } from './checkLists.js';
import { checkMapping, isUnreadable, staffOf } from './checkMapping.js';
import { checkPlannedExport, type PlanChecked, type PlanQuestion } from './checkPlannedExport.js';
import { checkAccess, checkSecret } from './checkService.js';
import { checked, type DoctorFinding, hasProblem } from './doctorFinding.js';
import { checkBeliefs, type RecentRead, readRecent, recentDays, withRecentStore } from './readRecent.js';

export interface EmployerChecked {
  readonly findings: readonly DoctorFinding[];
  readonly fields: readonly FoundField[];
  /** IDs; undefined if they could not be read. */
  readonly establishments: readonly string[] | undefined;
}

export interface EmployerQuestion {
  readonly loaded: LoadedConfig;
  /** The employer's effective settings. */
  readonly config: Config;
  readonly templates: readonly Template[];
  /** Folder for the files, absolute. */
  readonly out: string;
  /** Whether two files with the same name have already been reported. */
  readonly mayShareNames: boolean;
  /** Undocumented fields, as earlier runs found them. */
  readonly knownFields: readonly FoundField[];
  /** Employees known from earlier runs. */
  readonly rememberedEmployees: readonly Employee[];
}

/** Checks everything about an employer, or only local data if the service cannot be reached. */
export async function checkEmployer(
  host: RunHost,
  question: EmployerQuestion,
  isReachable: boolean,
): Promise<EmployerChecked> {
  const findings: DoctorFinding[] = [];
  const { config } = question;
  const needsSecret = secretOfSource(config);
  const secret = needsSecret && (await secretOf(host.context, question, needsSecret, findings));
  const isOpen =
    (needsSecret === undefined || secret !== undefined) && (!isWorkforce(config.source) || isReachable);
  const read = await withRecentStore(host.context.clock.nowMs(), async (store) => {
    const recent = isOpen ? await readOf(host, question, secret, store, findings) : undefined;
    findings.push(...(await checkPayroll(host, question, recent, store)));
    return recent;
  });
  findings.push(
    ...(await checkPayRules(question.config, host.context.clock.nowMs())),
    ...(await checkFonts(read?.employees ?? [], host.context, question.config.employerKey)),
  );
  const areListed = read !== undefined && !isUnreadable(read, 'establishments');
  const establishments = areListed ? read.establishments.map(({ id }) => id) : undefined;
  const fields = isWorkforce(config.source) ? (read?.fields ?? []) : [];
  return { findings, fields, establishments };
}

/** Checks the mapping file, and whether the templates can be written with the available data. */
async function checkPayroll(
  host: RunHost,
  question: EmployerQuestion,
  read: RecentRead | undefined,
  store: Store,
): Promise<readonly DoctorFinding[]> {
  const { loaded, config, templates, rememberedEmployees } = question;
  const { employerKey } = config;
  let mapping: MappingFile | undefined;
  const findings = await checked(
    'mapping',
    async () => {
      mapping = await readMapping(config.employer.employees, loaded.folder);
      return checkMapping({ config, templates, mapping, read });
    },
    employerKey,
  );
  if (mapping === undefined) return findings;
  const about = { ...question, mapping, read };
  let planned: PlanChecked | undefined;
  const tried = await checked(
    'templates',
    async () => {
      planned = await checkPlannedExport(host.context, planQuestion(host.context, about, store), store);
      return planned.findings;
    },
    employerKey,
  );
  if (planned === undefined) return [...findings, ...withoutRepeats(tried, findings)];
  const { outputs, period } = planned;
  const named = await checked('output', () => checkNames(host.takenPaths, question, outputs), employerKey);
  const listed = read !== undefined && isUnreadable(read, 'employees') ? null : read?.employees;
  const staff = { ...staffOf(read, mapping), employees: listed ?? null, rememberedEmployees };
  const { folder } = loaded;
  const sent = await checkEmployerDeliveries({ config, folder, mapping, read, outputs, period, ...staff });
  return [...findings, ...tried, ...named, ...sent];
}

/** Columns that rules cannot read stop the mapping check and the computation alike. */
function withoutRepeats(
  findings: readonly DoctorFinding[],
  earlier: readonly DoctorFinding[],
): readonly DoctorFinding[] {
  const isKnown = earlier.some(({ code }) => code === 'MAPPING_INVALID');
  return findings.filter(({ code }) => !(isKnown && code === 'MAPPING_INVALID'));
}

/** A plan without any work if the service could not be read. */
function planQuestion(
  { clock }: Pick<RunHost['context'], 'clock'>,
  about: EmployerQuestion & { readonly mapping: MappingFile; readonly read: RecentRead | undefined },
  store: Store,
): PlanQuestion {
  const { loaded, config, templates, mapping, read } = about;
  const contradicts = findZoneConflicts(read?.establishments ?? [], config.zones) !== undefined;
  const nowMs = clock.nowMs();
  const days = recentDays(nowMs);
  return {
    // The check of the zones reports a contradiction.
    config: contradicts ? { ...config, zones: {} } : config,
    folder: loaded.folder,
    templates,
    mapping,
    readId: read?.readId ?? storeNothing(store, { employerId: config.employer.employerId, ...days }, nowMs),
    window: days,
    hasWork: (read?.workers.size ?? 0) > 0,
    unreadable: {
      employees: read !== undefined && isUnreadable(read, 'employees'),
      planning: read !== undefined && isUnreadable(read, 'shifts'),
    },
  };
}

/** Checks whether two templates or two employers would write the same file. @throws PaytallyError OUTPUT_NOT_WRITTEN */
function checkNames(
  takenPaths: RunHost['takenPaths'],
  { out, config, mayShareNames }: EmployerQuestion,
  outputs: readonly TemplateOutput[],
): DoctorFinding[] {
  if (mayShareNames) return [];
  for (const state of RUN_STATES) {
    refuseClashes(
      out,
      outputsOfState(outputs, config, state).map(({ file }) => file),
    );
  }
  refuseTakenNames(takenPaths, out, config.employerKey, outputs);
  return [];
}

async function secretOf(
  context: Context,
  { loaded, config }: EmployerQuestion,
  place: SecretSource,
  findings: DoctorFinding[],
): Promise<Secret | undefined> {
  const { employerKey } = config;
  let secret: Secret | undefined;
  const found = await checked(
    'secret',
    async () => {
      const result = await checkSecret(loaded, place, employerKey, context);
      secret = result.secret;
      return result.findings;
    },
    employerKey,
  );
  findings.push(...found);
  return secret;
}

async function readOf(
  host: ReadHost,
  { loaded, config, knownFields, rememberedEmployees }: EmployerQuestion,
  secret: Secret | undefined,
  store: Store,
  findings: DoctorFinding[],
): Promise<RecentRead | undefined> {
  const { employerKey } = config;
  const { folder } = loaded;
  const source = openSource(host, { config, folder, secret }, knownFields);
  const firstCheck = isWorkforce(config.source) ? 'token' : 'source';
  const access = await checked(firstCheck, () => checkAccess(source, employerKey), employerKey);
  findings.push(...access);
  if (hasProblem(access)) return undefined;
  let read: RecentRead | undefined;
  const lists = await checked(
    'lists',
    async () => {
      read = await readRecent(host, source, { config, rememberedEmployees }, store);
      return [
        ...checkLists(read, employerKey),
        ...(isWorkforce(config.source)
          ? [...checkFields(read, employerKey), ...checkBeliefs(read.beliefs, employerKey)]
          : []),
        ...checkZones(read, config, employerKey),
      ];
    },
    employerKey,
  );
  findings.push(...lists);
  return read;
}
