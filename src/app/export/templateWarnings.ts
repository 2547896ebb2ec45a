import { basename, dirname, join, resolve } from 'node:path';
import type { Config, LoadedConfig, WholeConfig } from '../../config/config.js';
import { nearestName, suggestion } from '../../config/input/nearestName.js';
import { builtInNames, TEMPLATE_FILE } from '../../documents/template/loadTemplate.js';
import { diskTemplateFiles, type Template } from '../../documents/template/template.js';
import { type Message, message } from '../../i18n/message.js';

/** Keys of the configuration with settings by template name. */
const BY_TEMPLATE = ['variables', 'fileNames', 'testImports'] as const;

/** A setting for a missing template, which has no effect. */
interface StrayName {
  /** The problem, and the template that may be meant. */
  readonly text: Message;
  /** False if it may also be a template stored elsewhere that is not requested now. */
  readonly looksLikeSlip: boolean;
}

export const STRAY_REMEDY = message('run.strayName.remedy');

/** @param asked names and paths of the templates of this run; those of the configuration are known without */
export async function unusedKeys(
  { config, folder, sourceOf }: LoadedConfig,
  asked: readonly string[],
  packageFolder: string,
): Promise<StrayName[]> {
  const given = placesOfNames(config.employers, sourceOf);
  if (given.length === 0) return [];
  const namesOf = (paths: readonly string[]) => paths.map((path) => nameOf(resolve(folder, path)));
  const templatesRoot = join(packageFolder, 'templates');
  const builtIn = await builtInNames({ templatesRoot, files: diskTemplateFiles });
  const templates = [...new Set([...builtIn, ...namesOf([...asked, ...templatesOf(config.employers)])])];
  const known = new Set([...templates, ...namesOf(await listed(folder))]);
  return given
    .filter(({ name }) => !known.has(name))
    .map(({ path, name }) => ({
      text: message('run.strayName', { path, name, ...suggestion(name, templates) }),
      looksLikeSlip: nearestName(name, templates) !== undefined,
    }));
}

/** A folder that cannot be listed adds no templates: a run does not need to list it. */
async function listed(folder: string): Promise<readonly string[]> {
  return diskTemplateFiles.list(folder).catch(() => []);
}

/** Each name with its place; names of all employers once. */
function placesOfNames(
  employers: WholeConfig['employers'],
  sourceOf: LoadedConfig['sourceOf'],
): { path: string; name: string }[] {
  const places = Object.entries(employers).flatMap(([employer, settings]) =>
    BY_TEMPLATE.flatMap((key) =>
      Object.keys(settings[key]).map((name) => {
        const own = ['employers', employer, key, name];
        const path = sourceOf(own) === undefined ? [key, name] : own;
        return { path: path.join('.'), name };
      }),
    ),
  );
  return [...new Map(places.map((place) => [place.path, place])).values()];
}

function templatesOf(employers: WholeConfig['employers']): string[] {
  return Object.values(employers).flatMap(({ templates, deliveries }) => [
    ...templates,
    ...Object.values(deliveries).flatMap((delivery) => delivery.templates ?? []),
  ]);
}

/** The name of a template that is loaded from there. */
function nameOf(path: string): string {
  const own = basename(path) === TEMPLATE_FILE ? dirname(path) : path;
  return basename(own).replace(/\.(?:ya?ml|xls[xm])$/i, '');
}

export const WEAK_REMEDY = message('run.weakLayout.remedy');

/** A line for each template with only one source for its layout and no recorded test import. */
export function weakLayouts(
  templates: readonly Template[],
  { testImports }: Pick<Config, 'testImports'>,
): Message[] {
  return templates.flatMap((template) => {
    if (template.kind !== 'text' || template.spec.confidence !== 'WEAK') return [];
    const isTried = Object.hasOwn(testImports, template.name);
    return isTried ? [] : [message('run.weakLayout', { template: template.name })];
  });
}
