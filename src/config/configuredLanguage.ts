import { dirname, resolve } from 'node:path';
import { isBuiltIn, type Language } from '../language/language.js';
import { speak } from '../language/sections.js';
import { readYaml } from './input/readYaml.js';
import { readLanguageFile } from './languageFile.js';
import { findConfigFile } from './load.js';
import { isMap, settingAt } from './source.js';

/**
 * The language of a configuration that may be wrong elsewhere, so that what is wrong with it is said in that language.
 * Never throws: English where nothing can be read.
 * @param otherwise where there is no configuration
 */
export async function configuredLanguage(
  path: string | undefined,
  cwd: string,
  otherwise: Language = 'en',
): Promise<Language> {
  const file = await findConfigFile({ path, cwd }).catch(() => undefined);
  if (file === undefined) return otherwise;
  try {
    const content = readYaml(file.text, file.path);
    if (content.kind === 'problem') return 'en';
    const named = namedIn(content.value);
    if (named === undefined || isBuiltIn(named)) return named ?? 'en';
    const pack = await readLanguageFile(resolve(dirname(file.path), named));
    speak(pack);
    return pack.code;
  } catch {
    return 'en';
  }
}

/** For all, else what all employers have. */
function namedIn(settings: unknown): string | undefined {
  const forAll = settingAt(settings, ['language']);
  if (typeof forAll === 'string') return forAll;
  const employers = settingAt(settings, ['employers']);
  const [first, ...others] = new Set(
    Object.values(isMap(employers) ? employers : {}).map((employer) => settingAt(employer, ['language'])),
  );
  return typeof first === 'string' && others.length === 0 ? first : undefined;
}
