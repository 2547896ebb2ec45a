import type { LoadedConfig } from '../../config/config.js';
import type { Language } from '../../language/language.js';

/** The language in which an employer is told of an earlier run: that of today, whatever the run was made in. */
export function languageToday({ config, language }: LoadedConfig, employerKey: string): Language {
  return config.employers[employerKey]?.language ?? language;
}
