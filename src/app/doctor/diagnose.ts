import { configOf, type LoadedConfig } from '../../config/config.js';
import { loadConfig } from '../../config/load.js';
import type { Context } from '../../context.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { englishText } from '../../i18n/formatMessage.js';
import { message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { FoundField } from '../../sources/records/foundFields.js';
import { rememberedEmployees } from '../../sources/staging/fetchPeriod.js';
import { parseStoredFields } from '../../sources/staging/storedFacts.js';
import { storeFolderOf, withStore } from '../../sources/staging/withStore.js';
import { openRunHost } from '../export/runHost.js';
import { assertUniqueFileNames } from '../export/uniqueFileNames.js';
import { chooseEmployers } from '../session/openSession.js';
import { outFolder } from '../session/runRequests.js';
import { checkConfiguredTemplates } from './checkConfiguredTemplates.js';
import { checkDeliveries } from './checkDeliveries.js';
import { checkEmployer, type EmployerQuestion } from './checkEmployer.js';
import { checkOutput, checkStore, findStore } from './checkFolders.js';
import { checkConfiguredZones, checkZoneIds } from './checkLists.js';
import { checkOrphans } from './checkOrphans.js';
import { checkAddress, checkNetwork } from './checkService.js';
import { checked, type DoctorFinding, hasProblem, ok, problemFinding } from './doctorFinding.js';

/** A field that was found, with its employer. */
export interface EmployerField extends Omit<FoundField, 'evidence'> {
  /** In English. */
  readonly evidence: string;
  readonly employer: string;
}

export interface Diagnosis {
  readonly findings: readonly DoctorFinding[];
  readonly fields: readonly EmployerField[];
}

export interface DoctorQuestion {
  readonly loaded: LoadedConfig;
  readonly employerKeys: readonly string[];
  /** Names or paths to rehearse, or those of the configuration. */
  readonly templates: readonly string[] | 'configured';
  /** Folder for the files of exports, absolute. */
  readonly out: string;
  /** Folder of the store, absolute. */
  readonly storeFolder: string;
  readonly verbose: boolean;
}

interface DoctorChoices {
  /** The path as given; undefined to find the configuration. */
  readonly config: string | undefined;
  /** Keys of employers; all if empty. */
  readonly employer: readonly string[];
  readonly templates: DoctorQuestion['templates'];
  readonly out: string | undefined;
  readonly verbose: boolean;
}

/**
 * Checks the configuration of a command line. One that cannot be read is the only finding.
 * @throws PaytallyError EMPLOYER_UNKNOWN, INTERRUPTED
 */
export async function diagnoseConfiguration(
  { config: path, employer, templates, out, verbose }: DoctorChoices,
  context: Context,
  terminal: Terminal,
): Promise<Diagnosis> {
  const loaded = await loadConfig({ path, cwd: context.cwd, env: context.env }).catch((error: unknown) => {
    if (error instanceof PaytallyError) return error;
    throw error;
  });
  if (loaded instanceof PaytallyError)
    return { findings: [problemFinding('configuration', loaded)], fields: [] };
  const employerKeys = chooseEmployers(employer, Object.keys(loaded.config.employers));
  const folder = outFolder({ out }, context.cwd, loaded, employerKeys[0] ?? '');
  const storeFolder = storeFolderOf(loaded);
  const question = { loaded, employerKeys, templates, out: folder, storeFolder, verbose };
  return diagnose(context, question, terminal);
}

/** Checks everything that could stop an export, and writes nothing. @throws PaytallyError INTERRUPTED */
export async function diagnose(
  context: Context,
  question: DoctorQuestion,
  terminal: Terminal,
): Promise<Diagnosis> {
  const { loaded, employerKeys, out, storeFolder } = question;
  const nowMs = () => context.clock.nowMs();
  const employers = Object.keys(loaded.config.employers).join(', ');
  const configured = await checked('configuration', () => [
    ok('configuration', message('doctor.configuration', { path: loaded.path, employers })),
    ...checkConfiguredZones(loaded.config),
  ]);
  const address = await checked('address', () => checkAddress(loaded, context));
  const place = { loaded, storeFolder, nowMs };
  const store = await checked('store', () => checkStore(place));
  const orphans = await checked('store', async () =>
    !hasProblem(store) && (await isCurrent(place)) ? checkOrphans(place) : [],
  );
  const { findings: ofTemplates, templatesOf } = await checkConfiguredTemplates(question, context);
  const names = await checked('output', () => checkSharedNames(question, context));
  const here = [
    ...configured,
    ok('tzdata', message('doctor.tzdata', { version: tzdataVersion })),
    ...address,
    ...(await checked('output', () => checkOutput(out, loaded.folder))),
    ...names,
    ...store,
    ...orphans,
    ...ofTemplates,
  ];
  // Without a valid address or certificate authority, the service cannot be queried.
  if (hasProblem(address)) return { findings: here, fields: [] };
  const host = await openRunHost(context, loaded, terminal, question);
  try {
    const outgoing = await checkDeliveries(host, loaded, employerKeys);
    const { baseUrl } = loaded.config;
    const network = baseUrl === undefined ? [] : await checked('network', () => checkNetwork(host, baseUrl));
    const isReachable = !network.some(({ check, status }) => check === 'network' && status === 'problem');
    const findings = [...here, ...outgoing, ...network];
    const fields: EmployerField[] = [];
    const establishments: (readonly string[] | undefined)[] = [];
    const mayOpen = !hasProblem(store) && (await isCurrent({ loaded, storeFolder, nowMs }));
    for (const employerKey of employerKeys) {
      const memory = mayOpen ? await memoryOf(question, employerKey, nowMs) : NOTHING_KNOWN;
      const config = configOf(loaded, employerKey);
      const templates = templatesOf(employerKey);
      const about = { loaded, config, templates, out, mayShareNames: hasProblem(names), ...memory };
      const result = await checkEmployer(host, about, isReachable);
      findings.push(...result.findings);
      establishments.push(result.establishments);
      const shown = result.fields.map((field) => ({ ...field, evidence: englishText(field.evidence) }));
      fields.push(...shown.map((field) => ({ employer: employerKey, ...field })));
    }
    // An employer that was omitted or could not be read may be the one that lists the zone's establishment.
    const areAll = employerKeys.length === Object.keys(loaded.config.employers).length;
    if (areAll) findings.push(...checkZoneIds(loaded.config, establishments));
    return { findings, fields };
  } finally {
    await host.close();
  }
}

/** Opening an older store would change it, and opening a missing one would create it. */
async function isCurrent(place: Parameters<typeof findStore>[0]): Promise<boolean> {
  const { isThere, migrations } = await findStore(place);
  return isThere && migrations.length === 0;
}

/** @throws PaytallyError CONFIG_INVALID for two files with the same name */
async function checkSharedNames(question: DoctorQuestion, context: Context): Promise<DoctorFinding[]> {
  const { loaded, templates, out } = question;
  const request = { loaded, periodText: 'this-month', state: 'draft', templates, out } as const;
  await assertUniqueFileNames(new Map(question.employerKeys.map((key) => [key, request])), context);
  return [];
}

/** Data about an employer that earlier runs stored. */
type Memory = Pick<EmployerQuestion, 'knownFields' | 'rememberedEmployees'>;

const NOTHING_KNOWN: Memory = { knownFields: [], rememberedEmployees: [] };

/** Reads the data of earlier runs that an export would compare. */
async function memoryOf(
  { loaded, storeFolder }: DoctorQuestion,
  employerKey: string,
  nowMs: () => number,
): Promise<Memory> {
  const employerId = loaded.config.employers[employerKey]?.employerId ?? '';
  return withStore({ loaded, storeFolder, mode: 'read', nowMs }, async (store) => ({
    knownFields: parseStoredFields(store.known.fieldEvidence(employerId)),
    rememberedEmployees: rememberedEmployees(store, employerId, []),
  }));
}
