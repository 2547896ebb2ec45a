import { basename, join } from 'node:path';
import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import { periodIfKnown } from '../../config/employerPeriod.js';
import type { Context } from '../../context.js';
import { type FileNameFacts, nameDeliveredFiles } from '../../delivery/deliveredNames.js';
import {
  type DeliveryChoice,
  matchesTemplate,
  type NamedDelivery,
  recipientPlace,
} from '../../delivery/deliveries.js';
import { kindOf } from '../../delivery/deliveryKinds.js';
import { periodInWords } from '../../documents/model/runFields.js';
import { predictFileNames } from '../../documents/template/fileNames.js';
import { loadNamed } from '../../documents/template/loadNamed.js';
import type { Template } from '../../documents/template/template.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { type Period, resolvePeriod } from '../../domain/period/period.js';
import { todayIn, tzdataVersion } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { withoutRegion } from '../../i18n/language.js';
import { message } from '../../i18n/message.js';
import { outputFolder } from '../ledger/runFolder.js';

/** The parts of a request that file names use. */
interface NamingRequest {
  readonly loaded: LoadedConfig;
  readonly periodText: string;
  readonly state: ExportState;
  readonly templates: readonly string[] | 'configured';
  /** Undefined if only the names at destinations count. */
  readonly out: string | undefined;
  readonly deliver?: DeliveryChoice | undefined;
}

/** A planned file, and its employer. */
interface PlannedFile {
  readonly path: string;
  readonly employer: string;
  /** As in the configuration. */
  readonly template: string;
  readonly templateName: string;
  /** The key of a file at its destination. */
  readonly delivery?: string;
}

/**
 * Two employers or templates must not have the same file name: the later file would replace the earlier one, in the
 * output folder or at a destination. Reported before anything is read, if the names are known then.
 * @param requests of the employers that run
 * @param others of every employer of the configuration: employers that run on another day must not conflict either
 * @throws PaytallyError CONFIG_INVALID with both
 */
export async function assertUniqueFileNames(
  requests: ReadonlyMap<string, NamingRequest>,
  context: Context,
  others: ReadonlyMap<string, NamingRequest> = requests,
): Promise<void> {
  const taken = new Map<string, PlannedFile>();
  const load = templateLoader(context);
  for (const [employer, request] of new Map([...requests, ...others])) {
    for (const file of await plannedFiles(employer, request, context, load)) {
      const key = file.path.toLowerCase();
      const other = taken.get(key);
      const isRun = requests.has(employer) || (other !== undefined && requests.has(other.employer));
      if (other !== undefined && isRun) throw sharedNameError(other, file);
      taken.set(key, other ?? file);
    }
  }
}

/**
 * The same for one employer's deliveries, compared with those of all employers that send to the same places: for a
 * command that runs employers one after the other.
 * @throws PaytallyError CONFIG_INVALID
 */
export async function assertUniqueDeliveredNames(
  employer: string,
  request: Omit<NamingRequest, 'out'>,
  context: Context,
): Promise<void> {
  const { loaded, deliver } = request;
  if (deliver === undefined) return;
  const placesOf = (key: string) => replacedPlaces(configOf(loaded, key), loaded.folder);
  const places = new Set(placesOf(employer));
  const others = Object.keys(loaded.config.employers).filter(
    (key) => key !== employer && placesOf(key).some((place) => places.has(place)),
  );
  const own: NamingRequest = { ...request, out: undefined };
  const all = others.map((key): [string, NamingRequest] => [
    key,
    { ...own, deliver: { kind: deliver.kind } },
  ]);
  await assertUniqueFileNames(new Map([[employer, own]]), context, new Map(all));
}

/** The places in which a file of an employer would replace another one. */
function replacedPlaces({ deliveries }: Config, folder: string): readonly string[] {
  return Object.values(deliveries).flatMap((settings) => {
    if (settings.to === 'mail' || !kindOf(settings).replaces) return [];
    return [recipientPlace(kindOf(settings).target(settings, folder))];
  });
}

type Load = (name: string, folder: string) => Promise<Template | undefined>;

/**
 * Employers of a bureau have the same templates. A template that cannot be loaded is reported by the run of its
 * employer.
 */
function templateLoader(context: Context): Load {
  const loaded = new Map<string, Promise<Template | undefined>>();
  return (name, folder) => {
    const known = loaded.get(name) ?? loadTemplateIfValid(name, folder, context);
    loaded.set(name, known);
    return known;
  };
}

async function plannedFiles(
  employer: string,
  request: NamingRequest,
  context: Context,
  load: Load,
): Promise<PlannedFile[]> {
  const config = configOf(request.loaded, employer);
  const nowMs = context.clock.nowMs();
  const period = periodIfKnown({ periodText: request.periodText, config, nowMs }) ?? currentMonth(nowMs);
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
    'run.language': withoutRegion(config.language),
    'run.hours': config.hours,
    'run.periodText': periodInWords(config.language, period),
  };
  const names = request.templates === 'configured' ? config.templates : request.templates;
  const files: PlannedFile[] = [];
  for (const name of new Set(names)) {
    const template = await load(name, request.loaded.folder);
    if (template === undefined) continue;
    const facts = { run, variables: variablesOf(template.name, config) };
    for (const file of predictFileNames(template, config.fileNames[template.name], facts))
      files.push({
        path: request.out === undefined ? file : join(outputFolder(request.out, state), file),
        employer,
        template: name,
        templateName: template.name,
      });
  }
  const { deliver, loaded, out } = request;
  const written = out === undefined ? [] : files;
  return [
    ...written,
    ...plannedDeliveredFiles(config, files, { state, period, deliver, folder: loaded.folder }),
  ];
}

interface DeliveredAhead extends Pick<NamingRequest, 'state'> {
  readonly deliver: NamingRequest['deliver'] | undefined;
  readonly period: Period;
  /** The configuration's. */
  readonly folder: string;
}

/** The same files at their destinations. A pattern that cannot be read is reported by the run of its employer. */
function plannedDeliveredFiles(
  config: Config,
  files: readonly PlannedFile[],
  { state, deliver, period, folder }: DeliveredAhead,
): PlannedFile[] {
  if (deliver?.kind !== 'all') return [];
  return Object.entries(config.deliveries).flatMap(([name, settings]) => {
    const isMeant = settings.when === 'both' || settings.when === state;
    if (settings.to === 'mail' || !isMeant || !(deliver.names?.includes(name) ?? true)) return [];
    const kind = kindOf(settings);
    if (!kind.replaces) return [];
    const place = recipientPlace(kind.target(settings, folder));
    return files
      .filter(
        ({ templateName }) => settings.templates?.some((name) => matchesTemplate(templateName, name)) ?? true,
      )
      .flatMap((file) => {
        const called = deliveredFileName({ name, settings }, file, { config, period });
        return called === undefined ? [] : { ...file, path: join(place, called), delivery: name };
      });
  });
}

function deliveredFileName(
  delivery: NamedDelivery,
  { path, templateName: template }: PlannedFile,
  facts: FileNameFacts,
): string | undefined {
  const file = { name: basename(path), template, sha256: '', path };
  try {
    return nameDeliveredFiles(delivery, [file], facts)[0]?.name;
  } catch (failure) {
    if (failure instanceof PaytallyError) return undefined;
    throw failure;
  }
}

/** Only the service has the actual period; for comparing names, any period is enough. */
function currentMonth(nowMs: number): Period {
  return resolvePeriod('this-month', todayIn(undefined, nowMs));
}

async function loadTemplateIfValid(
  name: string,
  folder: string,
  { packageFolder, env }: Context,
): Promise<Template | undefined> {
  return loadNamed(name, packageFolder, folder, env).catch((failure: unknown) => {
    if (failure instanceof PaytallyError) return undefined;
    throw failure;
  });
}

function sharedNameError(first: PlannedFile, second: PlannedFile): PaytallyError {
  const { path, template, delivery } = second;
  const detail =
    delivery === undefined
      ? { record: `fileNames.${template}`, remedy: message('delivery.remedy.fileNames', { template }) }
      : {
          record: `deliveries.${delivery}.fileName`,
          remedy: message('delivery.remedy.deliveredNames', { delivery }),
        };
  const text = message('delivery.sharedFile', {
    first: first.template,
    firstEmployer: first.employer,
    second: template,
    secondEmployer: second.employer,
    path,
  });
  return new PaytallyError('CONFIG_INVALID', text, detail);
}
