import type { LoadedConfig } from '../../config/config.js';
import { loadConfig } from '../../config/load.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';

/** A test import that a payroll system accepted, and for whom the configuration says so. */
export interface TestImport {
  readonly date: string;
  readonly version: string;
  /** Keys of employers; empty where it stands for all of them, or in the template itself. */
  readonly employers: readonly string[];
}

/** What the configuration says of each template's test import. */
export type TestImports = (template: string) => readonly TestImport[];

/**
 * From the configuration, if there is one.
 * @throws PaytallyError CONFIG_INVALID, and CONFIG_NOT_FOUND for one that was named
 */
export async function testImports(
  { config }: { readonly config: string | undefined },
  { cwd, env }: Context,
): Promise<TestImports> {
  try {
    const loaded = await loadConfig({ path: config, cwd, env });
    return (template) => importsOf(template, loaded);
  } catch (failure) {
    const isNone = failure instanceof PaytallyError && failure.code === 'CONFIG_NOT_FOUND';
    if (isNone && config === undefined) return () => [];
    throw failure;
  }
}

function importsOf(template: string, { config }: LoadedConfig): TestImport[] {
  const employers = Object.entries(config.employers);
  const found = new Map<string, TestImport>();
  for (const [employer, { testImports: given }] of employers) {
    const mine = Object.hasOwn(given, template) ? given[template] : undefined;
    if (mine === undefined) continue;
    const key = JSON.stringify([mine.date, mine.version]);
    const before = found.get(key)?.employers ?? [];
    found.set(key, { ...mine, employers: [...before, employer] });
  }
  return [...found.values()].map((each) =>
    each.employers.length === employers.length ? { ...each, employers: [] } : each,
  );
}

const EMPLOYERS_NAMED = 5;

/** `test import passed on 2026-03-02 with LODAS 12.4 (bakery, cafe)`. */
export function testImportText({ date, version, employers }: TestImport): string {
  const more = employers.length - EMPLOYERS_NAMED;
  const named = [...employers.slice(0, EMPLOYERS_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return `test import passed on ${date} with ${version}${named.length === 0 ? '' : ` (${named.join(', ')})`}`;
}
