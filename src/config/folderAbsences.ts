import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The absence file in the folder of an employer's source, by the key of the employer; null if there is none. */
export type FolderAbsences = ReadonlyMap<string, string | null>;

const ABSENCES = 'absences.csv';

/** The settings of an employer that matter here. */
interface Absent {
  readonly source: unknown;
  readonly absences?: string | undefined;
}

type Employers<Settings extends Absent> = { readonly employers: Readonly<Record<string, Settings>> };

function folderOf(source: unknown): string | undefined {
  if (typeof source !== 'object' || source === null || !('csv' in source)) return undefined;
  return String(source.csv);
}

/** Looks into the folders of CSV sources. The setting `absences` takes precedence. */
export function findFolderAbsences({ employers }: Employers<Absent>, folder: string): FolderAbsences {
  const found = new Map<string, string | null>();
  for (const [key, { source }] of Object.entries(employers)) {
    const csv = folderOf(source);
    if (csv === undefined) continue;
    const path = join(csv, ABSENCES);
    found.set(key, existsSync(resolve(folder, path)) ? path : null);
  }
  return found;
}

/** The configuration with these absence files where it names none. */
export function withFolderAbsences<Settings extends Absent, Whole extends Employers<Settings>>(
  config: Whole,
  found: FolderAbsences,
): Whole {
  if ([...found.values()].every((path) => path === null)) return config;
  const employers = Object.entries(config.employers).map(([key, settings]) => {
    const absences = settings.absences ?? found.get(key) ?? undefined;
    return [key, absences === undefined ? settings : { ...settings, absences }] as const;
  });
  return { ...config, employers: Object.fromEntries(employers) };
}

/** Whether the folders still have the same absence files. */
export function isSameFiles(one: FolderAbsences, other: FolderAbsences): boolean {
  return one.size === other.size && [...one].every(([key, path]) => other.get(key) === path);
}
