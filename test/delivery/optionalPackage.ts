import { vi } from 'vitest';

/** Whether a package that users install beside paytally is here; says so where it is not, for tests are left out then. */
export async function isInstalled(name: string): Promise<boolean> {
  const isThere = await import(name).then(
    () => true,
    () => false,
  );
  if (!isThere) console.warn(`skipped: the package ${name} is not installed (npm ci brings it)`);
  return isThere;
}

/** From now on the package cannot be imported, as where its user did not install it. */
export function withoutPackage(name: string): void {
  vi.doMock(name, () => {
    throw new Error(`Cannot find package '${name}'`);
  });
}

/** Ends what {@link withoutPackage} began. */
export function withPackage(name: string): void {
  vi.doUnmock(name);
}
