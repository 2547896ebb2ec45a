import { configOf, type LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { assertUniqueFileNames } from '../delivery/deliveredNames.js';
import { tzdataVersion } from '../domain/time/tzdata.js';
import { openRunHost } from '../export/runHost.js';
import { englishText } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import type { FoundField } from '../read/discovery/foundFields.js';
import { rememberedEmployees } from '../read/staging/fetchPeriod.js';
import { parseStoredFields } from '../read/staging/storedFacts.js';
import { withStore } from '../read/staging/withStore.js';
import type { Terminal } from '../runtime/terminal.js';
import { checkConfiguredTemplates } from './checkConfiguredTemplates.js';
import { checkDeliveries } from './checkDeliveries.js';
import { checkEmployer, type EmployerQuestion } from './checkEmployer.js';
import { checkOutput, checkStore, findStore } from './checkFolders.js';
import { checkConfiguredZones, checkZoneIds } from './checkLists.js';
import { checkAddress, checkNetwork } from './checkService.js';
import { checked, type DoctorFinding, hasProblem, ok } from './doctorFinding.js';

/** A field that was found, and whose. */
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
  /** Names or paths to try, or those of the configuration. */
  readonly templates: readonly string[] | 'configured';
  /** Folder for the files of exports, absolute. */
  readonly out: string;
  /** Folder of the store, absolute. */
  readonly storeFolder: string;
  readonly verbose: boolean;
}

/** Looks at everything that could stop an export, and writes nothing. @throws PaytallyError INTERRUPTED */
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
  const store = await checked('store', () => checkStore({ loaded, storeFolder, nowMs }));
  const { findings: ofTemplates, templatesOf } = await checkConfiguredTemplates(question, context);
  const names = await checked('output', () => checkSharedNames(question, context));
  const here = [
    ...configured,
    ok('tzdata', message('doctor.tzdata', { version: tzdataVersion })),
    ...address,
    ...(await checked('output', () => checkOutput(out, loaded.folder))),
    ...names,
    ...store,
    ...ofTemplates,
  ];
  // Without an address or a certificate authority there is no wire to ask with.
  if (hasProblem(address)) return { findings: here, fields: [] };
  const host = await openRunHost(context, loaded, terminal, question);
  try {
    const outgoing = await checkDeliveries(host, loaded, employerKeys);
    const network = await checked('network', () => checkNetwork(host, loaded.config.baseUrl));
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
    // An employer that is left out, or cannot be read, may be the one that lists it.
    const areAll = employerKeys.length === Object.keys(loaded.config.employers).length;
    if (areAll) findings.push(...checkZoneIds(loaded.config, establishments));
    return { findings, fields };
  } finally {
    await host.close();
  }
}

/** Opening an older store, or one that is not there yet, would change it. */
async function isCurrent(place: Parameters<typeof findStore>[0]): Promise<boolean> {
  const { isThere, migrations } = await findStore(place);
  return isThere && migrations.length === 0;
}

/** @throws PaytallyError CONFIG_INVALID for two files of one name */
async function checkSharedNames(question: DoctorQuestion, context: Context): Promise<DoctorFinding[]> {
  const { loaded, templates, out } = question;
  const request = { loaded, periodText: 'this-month', state: 'draft', templates, out } as const;
  await assertUniqueFileNames(new Map(question.employerKeys.map((key) => [key, request])), context);
  return [];
}

/** What earlier runs have left in the store about an employer. */
type Memory = Pick<EmployerQuestion, 'knownFields' | 'rememberedEmployees'>;

const NOTHING_KNOWN: Memory = { knownFields: [], rememberedEmployees: [] };

/** What an export would expect to find again. */
async function memoryOf(
  { loaded, storeFolder }: DoctorQuestion,
  employerKey: string,
  nowMs: () => number,
): Promise<Memory> {
  const employerId = loaded.config.employers[employerKey]?.employerId ?? '';
  return withStore({ loaded, storeFolder, mode: 'read', nowMs }, async (store) => ({
    knownFields: parseStoredFields(store.fieldEvidence(employerId)),
    rememberedEmployees: rememberedEmployees(store, employerId, []),
  }));
}
