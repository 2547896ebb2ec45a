import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import officeCrypto from 'officecrypto-tool';
import { workbookSettings } from '../../../src/documents/template/drawnWorkbook.js';
import { parseTemplateFile } from '../../../src/documents/template/loadTemplate.js';
import type { Language } from '../../../src/i18n/language.js';
import type { WorkbookSettings } from '../../../src/workbook/index.js';

/** Said in samples/workbooks/README.md. */
const PASSWORD = 'sample';

/** A drawn workbook of `samples/workbooks`, or a built-in one; without its password. */
export async function sampleWorkbook(name: string, folder = 'samples/workbooks'): Promise<Uint8Array> {
  const path = fileURLToPath(new URL(`../../../${folder}/${name}/${name}.xlsx`, import.meta.url));
  const bytes = readFileSync(existsSync(path) ? path : path.replace(/x$/, 'm'));
  return officeCrypto.isEncrypted(bytes) ? officeCrypto.decrypt(bytes, { password: PASSWORD }) : bytes;
}

/** The texts of a sample's template.yaml in a language, for `say("…")`. */
export function samplePhrases(name: string, language: Language = 'en'): Pick<WorkbookSettings, 'phrases'> {
  const path = fileURLToPath(new URL(`../../../samples/workbooks/${name}/template.yaml`, import.meta.url));
  const file = existsSync(path) ? parseTemplateFile(readFileSync(path), path) : undefined;
  const { phrases } = workbookSettings(language, file?.kind === 'workbook' ? file.words : undefined);
  return phrases ? { phrases } : {};
}
