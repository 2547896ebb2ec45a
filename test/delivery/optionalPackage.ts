import { vi } from 'vitest';

/**
 * Whether a package that users install separately is available; if it is not, says so, because tests are then skipped.
 */
export async function isInstalled(name: string): Promise<boolean> {
  const isThere = await import(name).then(
    () => true,
    () => false,
  );
  if (!isThere) console.warn(`skipped: the package ${name} is not installed (npm ci brings it)`);
  return isThere;
}

/** Makes the package impossible to import, as if its user had not installed it. */
export function withoutPackage(name: string): void {
  vi.doMock(name, () => {
    throw new Error(`Cannot find package '${name}'`);
  });
}

/** Reverts {@link withoutPackage}. */
export function withPackage(name: string): void {
  vi.doUnmock(name);
}
