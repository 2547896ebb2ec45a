import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import officeCrypto from 'officecrypto-tool';

/** Said in samples/workbooks/README.md. */
const PASSWORD = 'sample';

/** A drawn workbook of `samples/workbooks`, or a built-in one; without its password. */
export async function sampleWorkbook(name: string, folder = 'samples/workbooks'): Promise<Uint8Array> {
  const path = fileURLToPath(new URL(`../../../${folder}/${name}/${name}.xlsx`, import.meta.url));
  const bytes = readFileSync(existsSync(path) ? path : path.replace(/x$/, 'm'));
  return officeCrypto.isEncrypted(bytes) ? officeCrypto.decrypt(bytes, { password: PASSWORD }) : bytes;
}
