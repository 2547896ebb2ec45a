import { basename, join } from 'node:path';
import { type Config, configOf } from '../../config/config.js';
import { periodIfKnown } from '../../config/employerPeriod.js';
import type { Context } from '../../context.js';
import { type Period, resolvePeriod } from '../../domain/period/period.js';
import { tzdataVersion, zoneNamed } from '../../domain/time/tzdata.js';
import { dayOf } from '../../domain/time/zone.js';
import { PaytallyError } from '../../errors.js';
import { predictFileNames } from '../../render/template/fileNames.js';
import { loadNamed } from '../../render/template/loadNamed.js';
import type { Template } from '../../render/template/template.js';
import { variablesOf } from '../../render/template/variablesOf.js';
import { outputFolder, type RunRequest } from '../../run.js';
import type { NamedDelivery } from './chosenDeliveries.js';
import { type DeliveryNamingFacts, deliveredNames } from './deliveredNames.js';

/** What of a request names of files are made of. */
export type NamingRequest = Pick<
  RunRequest,
  'loaded' | 'periodText' | 'state' | 'templates' | 'out' | 'deliver'
>;

/** A file to come, and whose it is. */
interface NamedFile {
  readonly path: string;
  readonly employer: string;
  readonly template: string;
  /** Of a file in the place that it is delivered to. */
  readonly delivery?: string;
}

/**
 * Two employers or two templates must not have one file name: the later would replace the earlier, in the folder of the
 * output or in one that files are delivered to. Told before anything is read, as far as names are known then.
 * @param requests of the employers that run
 * @param others of every employer of the configuration: whoever runs another day must not be in the way
 * @throws PaytallyError CONFIG_INVALID with both
 */
export async function refuseSharedNames(
  requests: ReadonlyMap<string, NamingRequest>,
  context: Context,
  others: ReadonlyMap<string, NamingRequest> = requests,
): Promise<void> {
  const taken = new Map<string, NamedFile>();
  const load = loader(context.packageFolder);
  for (const [employer, request] of new Map([...requests, ...others])) {
    for (const file of await filesAhead(employer, request, context, load)) {
      const key = file.path.toLowerCase();
      const other = taken.get(key);
      const isRun = requests.has(employer) || (other !== undefined && requests.has(other.employer));
      if (other !== undefined && isRun) throw sharedName(other, file);
      taken.set(key, other ?? file);
    }
  }
}

type Load = (name: string, folder: string) => Promise<Template | undefined>;

/** Employers of a bureau have the same templates. What cannot be loaded is told by the run of its employer. */
function loader(packageFolder: string): Load {
  const loaded = new Map<string, Promise<Template | undefined>>();
  return (name, folder) => {
    const known = loaded.get(name) ?? loadable(name, packageFolder, folder);
    loaded.set(name, known);
    return known;
  };
}

async function filesAhead(
  employer: string,
  request: NamingRequest,
  context: Context,
  load: Load,
): Promise<NamedFile[]> {
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
    const template = await load(name, request.loaded.folder);
    if (template === undefined) continue;
    const facts = { run, variables: variablesOf(template.name, config) };
    for (const file of predictFileNames(template, config.fileNames[template.name], facts))
      files.push({ path: join(outputFolder(request.out, state), file), employer, template: name });
  }
  return [...files, ...deliveredAhead(config, files, { state, period, deliver: request.deliver })];
}

interface DeliveredAhead extends Pick<NamingRequest, 'state'> {
  readonly deliver: NamingRequest['deliver'] | undefined;
  readonly period: Period;
}

/** The same files where folders and servers get them. A pattern that cannot be read is told by the run of its employer. */
function deliveredAhead(
  config: Config,
  files: readonly NamedFile[],
  { state, deliver, period }: DeliveredAhead,
): NamedFile[] {
  if (deliver?.kind !== 'all') return [];
  return Object.entries(config.deliveries).flatMap(([name, settings]) => {
    const isMeant = settings.when === 'both' || settings.when === state;
    if (settings.to === 'mail' || !isMeant || !(deliver.names?.includes(name) ?? true)) return [];
    const place =
      settings.to === 'folder' ? settings.path : `${settings.host}:${settings.port}${settings.path}`;
    return files
      .filter(({ template }) => settings.templates?.includes(template) ?? true)
      .flatMap((file) => {
        const called = nameThere({ name, settings }, basename(file.path), { config, period });
        return called === undefined ? [] : { ...file, path: join(place, called), delivery: name };
      });
  });
}

function nameThere(delivery: NamedDelivery, name: string, facts: DeliveryNamingFacts): string | undefined {
  try {
    return deliveredNames(delivery, [{ name, template: '', sha256: '', path: '' }], facts)[0]?.name;
  } catch (failure) {
    if (failure instanceof PaytallyError) return undefined;
    throw failure;
  }
}

/** Only the service can tell which; for comparing names any one does. */
function someMonth(nowMs: number): Period {
  return resolvePeriod('this-month', dayOf(Math.floor(nowMs / 1000), zoneNamed('Etc/UTC')));
}

async function loadable(name: string, packageFolder: string, folder: string): Promise<Template | undefined> {
  return loadNamed(name, packageFolder, folder).catch((failure: unknown) => {
    if (failure instanceof PaytallyError) return undefined;
    throw failure;
  });
}

function sharedName(first: NamedFile, second: NamedFile): PaytallyError {
  const of = ({ template, employer }: NamedFile) => `${template} of ${employer}`;
  const { path, template, delivery } = second;
  const { record, remedy } =
    delivery === undefined
      ? {
          record: `fileNames.${template}`,
          remedy: `Give one of them a name of its own in the configuration: fileNames: { ${template}: "{{ run.employer }}_{{ run.periodLabel }}" }, or another folder with "out".`,
        }
      : {
          record: `deliveries.${delivery}.fileName`,
          remedy: `Give one of them a name of its own in the configuration: deliveries: { ${delivery}: { fileName: "{{ key }}_{{ period }}_{{ template }}" } }, or another folder.`,
        };
  return new PaytallyError(
    'CONFIG_INVALID',
    `${of(first)} and ${of(second)} would be one file: ${path}. Nothing was read.`,
    { record, remedy },
  );
}
