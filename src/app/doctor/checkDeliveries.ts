import { resolve } from 'node:path';
import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import type { MappingFile } from '../../config/inputFiles.js';
import {
  type DeliverySettings,
  encryptionOf,
  type MailDelivery,
  type MailSettings,
} from '../../config/schema/deliverySchema.js';
import { nameDeliveredFiles } from '../../delivery/deliveredNames.js';
import {
  type AddressedRecord,
  type AddressProblem,
  groupByAddress,
  matchesTemplate,
  type NamedDelivery,
} from '../../delivery/deliveries.js';
import { DeliveryFailure } from '../../delivery/deliveryFailure.js';
import type { DeliveryEffects, DeliveryFolders } from '../../delivery/deliveryKind.js';
import { kindOf } from '../../delivery/deliveryKinds.js';
import { renderMailWording } from '../../delivery/mail/mailText.js';
import { SmtpSession } from '../../delivery/mail/smtpSession.js';
import { encryptFile } from '../../delivery/outgoingFile.js';
import { resolveEncryption, resolveSmtpSettings } from '../../delivery/resolveSettings.js';
import type { TemplateOutput } from '../../documents/outputFile.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { createNameDirectory, createPeopleDirectory } from '../../domain/people/peopleDirectory.js';
import type { Period } from '../../domain/period/period.js';
import type { Employee } from '../../domain/records/records.js';
import { PaytallyError } from '../../errors.js';
import { type JoinedMessage, joined, message } from '../../i18n/message.js';
import { storeFolderOf } from '../../sources/staging/withStore.js';
import { RUN_STATES, templatesOfAllRuns, templatesOfRun } from '../export/prepareRun.js';
import {
  addressedPlaces,
  addressesIn,
  labelled,
  RECIPIENT,
  refuseLackingColumn,
} from '../export/runRecipients.js';
import { checkSchedule } from '../schedule/employerSchedules.js';
import { type Check, checked, type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';
import type { RecentRead } from './readRecent.js';

/**
 * Logs in to the destinations of mails and files, and reads the keys and passwords that this needs. Sends nothing, and
 * checks each shared destination once.
 */
export async function checkDeliveries(
  effects: DeliveryEffects,
  loaded: LoadedConfig,
  employerKeys: readonly string[],
): Promise<readonly DoctorFinding[]> {
  const configs = employerKeys.map((key) => configOf(loaded, key));
  const servers = onceEach(configs, ({ mail }) => (mail === undefined ? [] : [mail]));
  const targets = onceEach(configs, ({ deliveries }) =>
    Object.entries(deliveries).map(([name, settings]) => ({ name, settings })),
  );
  const findings: DoctorFinding[] = [];
  if (servers.length === 0) findings.push(noMail(configs));
  for (const { item, config } of servers)
    findings.push(...(await tried('mail', () => mailFinding(effects, item, config, loaded.folder))));
  for (const { item } of targets)
    findings.push(
      ...(await tried('deliveries', () =>
        checkTarget(effects, item, { folder: loaded.folder, storeFolder: storeFolderOf(loaded) }),
      )),
    );
  return findings;
}

interface Shared<Item> {
  readonly item: Item;
  readonly config: Config;
}

function onceEach<Item>(configs: readonly Config[], of: (config: Config) => readonly Item[]): Shared<Item>[] {
  const all = configs.flatMap((config) =>
    of(config).map((item) => [JSON.stringify(item), { item, config }] as const),
  );
  return [...new Map(all.reverse()).values()].reverse();
}

function noMail(configs: readonly Config[]): DoctorFinding {
  const waiting = configs.flatMap(({ deliveries }) =>
    Object.entries(deliveries).flatMap(([name, { to }]) => (to === 'mail' ? [name] : [])),
  );
  const [name] = waiting;
  return name === undefined
    ? ok('mail', message('doctor.mail.none'))
    : warning('mail', message('doctor.mail.missing', { name }));
}

/** A server that does not answer would make "export --deliver" fail. */
async function tried(check: Check, run: () => Promise<DoctorFinding>): Promise<readonly DoctorFinding[]> {
  return checked(check, async () => {
    try {
      return [await run()];
    } catch (failure) {
      if (!(failure instanceof DeliveryFailure)) throw failure;
      const { text, remedyText: remedy, cause } = failure;
      return [problemFinding(check, new PaytallyError('DELIVERY_FAILED', text, { remedy, cause }))];
    }
  });
}

async function mailFinding(
  effects: DeliveryEffects,
  mail: MailSettings,
  config: Config,
  folder: string,
): Promise<DoctorFinding> {
  const session = new SmtpSession(await resolveSmtpSettings(effects, mail, config, folder));
  await session.check();
  const { smtp, from, dkim } = mail;
  const values = {
    host: smtp.host,
    logins: smtp.user === undefined ? 0 : 1,
    user: smtp.user ?? '',
    from,
    signatures: dkim === undefined ? 0 : 1,
    domain: dkim?.domain ?? '',
  };
  return ok('mail', message('doctor.mail.ready', values));
}

/** Logs in to a delivery's destination and reads its keys; sends nothing. @throws DeliveryFailure, PaytallyError */
export async function checkTarget(
  effects: DeliveryEffects,
  { name, settings }: { readonly name: string; readonly settings: DeliverySettings },
  folders: DeliveryFolders,
): Promise<DoctorFinding> {
  const { folder } = folders;
  const { publicKey } = await resolveEncryption(effects, encryptionOf(settings), folder);
  if (publicKey !== undefined)
    await encryptFile(
      { name: 'probe', content: Buffer.of() },
      { password: undefined, others: 'refuse', publicKey },
    );
  const text =
    settings.to === 'mail'
      ? message('doctor.deliveries.mail', { name })
      : await kindOf(settings).check(effects, { name, settings }, folders);
  return ok('deliveries', text);
}

/** The people and the planned files of an employer's deliveries. */
interface DeliveriesQuestion {
  readonly config: Config;
  /** The folder of the configuration. */
  readonly folder: string;
  readonly mapping: MappingFile;
  /** null if the list of the service cannot be read. */
  readonly employees: readonly Employee[] | null;
  readonly rememberedEmployees: readonly Employee[];
  /** IDs of the employees that an export would name: active ones and those with recent work. */
  readonly people: readonly string[];
  /** IDs of the people with work in the days that the doctor reads. */
  readonly recent: ReadonlySet<string>;
  /** Undefined if the service was not queried. */
  readonly read: RecentRead | undefined;
  /** The planned files, and their month. */
  readonly outputs: readonly TemplateOutput[];
  readonly period: Period;
}

/**
 * Whether the deliveries of an employer can be prepared: file names, mail texts and an address for every recipient.
 * Also checks whether its schedules can run. Sends nothing.
 */
export async function checkEmployerDeliveries(
  question: DeliveriesQuestion,
): Promise<readonly DoctorFinding[]> {
  const { config } = question;
  const findings: DoctorFinding[] = [];
  const { employerKey } = config;
  for (const [name, settings] of Object.entries(config.deliveries)) {
    const delivery = { name, settings };
    findings.push(
      ...(await checked('deliveries', () => checkWords(delivery, question), employerKey)),
      ...(await checked('deliveries', () => checkRecipients(delivery, question), employerKey)),
    );
  }
  for (const [name, settings] of Object.entries(config.schedule)) {
    const scheduled = () => {
      checkSchedule(name, settings, config);
      return deliveredNothing(name, settings, config);
    };
    findings.push(...(await checked('deliveries', scheduled, employerKey)));
  }
  return findings;
}

/** The planned files that a run of this state has. */
export function outputsOfState(
  outputs: readonly TemplateOutput[],
  config: Config,
  state: ExportState,
): readonly TemplateOutput[] {
  const ofRun = new Set(templatesOfRun(config, state));
  const others = templatesOfAllRuns(config).filter((name) => !ofRun.has(name));
  return outputs.filter(({ template }) => !others.some((name) => matchesTemplate(template, name)));
}

/** Renders the names of the files and the texts of the mails. @throws PaytallyError CONFIG_INVALID */
function checkWords(
  { name, settings }: NamedDelivery,
  { config, period, outputs }: DeliveriesQuestion,
): DoctorFinding[] {
  for (const state of RUN_STATES) {
    if (settings.when !== 'both' && settings.when !== state) continue;
    if (settings.to === 'mail') {
      renderMailWording(config, { name, settings }, { period, state }, []);
      continue;
    }
    const files = outputsOfState(outputs, config, state)
      .filter(
        ({ template }) => settings.templates?.some((called) => matchesTemplate(template, called)) ?? true,
      )
      .map(({ template, file }) => ({ name: file.name, template, sha256: '', path: '' }));
    nameDeliveredFiles({ name, settings }, files, { config, period });
  }
  return [];
}

/** People or establishments with separate files. */
interface Group {
  readonly source: string;
  readonly column: string;
  readonly all: readonly AddressedRecord[];
  /** IDs of the people or establishments with work in the days that the doctor reads. */
  readonly recent: ReadonlySet<string>;
}

/** @throws PaytallyError MAPPING_INVALID if the column or the file is missing */
async function checkRecipients(
  { name, settings }: NamedDelivery,
  question: DeliveriesQuestion,
): Promise<DoctorFinding[]> {
  if (settings.to !== 'mail' || Array.isArray(settings.recipients)) return [];
  const group = await groupOf(name, settings.recipients, question);
  const { problems } = groupByAddress({ kind: 'people', all: group.all });
  const now = problems.filter(({ id }) => group.recent.has(id));
  const later = problems.filter(({ id }) => !group.recent.has(id));
  const { employerKey } = question.config;
  const { column, source } = group;
  const remedy = message('doctor.recipients.addAddress', { column, source });
  const findings: DoctorFinding[] = [];
  if (now.length > 0) {
    const text = message('doctor.recipients.now', { name, lines: linesOf(now) });
    const error = new PaytallyError('RECIPIENT_INVALID', text, { remedy });
    findings.push(problemFinding('deliveries', error, employerKey));
  }
  if (later.length > 0) {
    const text = message('doctor.recipients.later', { name, lines: linesOf(later) });
    findings.push(warning('deliveries', text, employerKey, remedy));
  }
  return findings;
}

async function groupOf(
  delivery: string,
  recipients: Exclude<MailDelivery['recipients'], string[]>,
  { mapping, people, recent, employees, rememberedEmployees, folder, read }: DeliveriesQuestion,
): Promise<Group> {
  if ('column' in recipients) {
    const { column } = recipients;
    refuseLackingColumn(mapping, delivery, column);
    const named = { employees, rememberedEmployees };
    const person = createPeopleDirectory(named, mapping.employees, read?.window);
    const nameOf = createNameDirectory(named, mapping.employees, read?.window);
    const all = people.map((id) => {
      return { id, label: labelled(id, nameOf(id)), addresses: person(id).extra[column]?.trim() ?? '' };
    });
    return { source: mapping.path ?? '', column, all, recent };
  }
  const [kind, file] =
    'establishments' in recipients
      ? (['establishment', recipients.establishments] as const)
      : (['team', recipients.teams] as const);
  const source = resolve(folder, file);
  const addresses = await addressesIn(source, kind);
  const listed = kind === 'establishment' ? read?.establishments : read?.teams;
  const labels = new Map((listed ?? []).map(({ id, label }) => [id, label]));
  const worked = (kind === 'establishment' ? read?.workedAt : read?.workedFor) ?? new Set<string>();
  const ids = [...new Set([...worked, ...labels.keys()])].sort();
  return { source, column: RECIPIENT, all: addressedPlaces(ids, labels, addresses), recent: worked };
}

/** Deliveries of a schedule that never apply to its runs: they would be omitted silently. */
function deliveredNothing(
  name: string,
  { deliver, final }: Config['schedule'][string],
  { deliveries, employerKey }: Config,
): DoctorFinding[] {
  const other = final ? 'draft' : 'final';
  return deliver
    .filter((delivery) => deliveries[delivery]?.when === other)
    .map((delivery) => {
      const state = final ? 'final' : 'draft';
      const text = message('doctor.schedule.neverSends', { schedule: name, state, delivery });
      return warning('deliveries', text, employerKey);
    });
}

const MOST_LINES = 20;

/** Each on a new line. */
function linesOf(problems: readonly AddressProblem[]): JoinedMessage {
  const lines = problems.slice(0, MOST_LINES).map(({ text }) => text);
  const more = problems.length - lines.length;
  return joined(['', ...lines, ...(more > 0 ? [message('run.more', { count: more })] : [])]);
}
