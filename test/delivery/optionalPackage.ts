/** Whether a package that users install beside paytally is here; says so where it is not, for tests are left out then. */
export async function isInstalled(name: string): Promise<boolean> {
  const isThere = await import(name).then(
    () => true,
    () => false,
  );
  if (!isThere) console.warn(`skipped: the package ${name} is not installed (npm install --no-save ${name})`);
  return isThere;
}
