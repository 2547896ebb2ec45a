import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMacro } from './libreOfficeMacro.js';

const REOPEN = `Sub Reopen(source As String, target As String, password As String)
 Dim opening(1) As New com.sun.star.beans.PropertyValue
 opening(0).Name = "Hidden" : opening(0).Value = True
 opening(1).Name = "Password" : opening(1).Value = password
 document = StarDesktop.loadComponentFromURL(source, "_blank", 0, opening())
 Dim saving(0) As New com.sun.star.beans.PropertyValue
 saving(0).Name = "FilterName" : saving(0).Value = "Calc MS Excel 2007 XML"
 document.storeToURL(target, saving())
 document.close(True)
End Sub`;

/**
 * Opens a workbook with a password in LibreOffice, which accepts one from a macro only, and saves it without the
 * password.
 * @returns the path of the copy, or undefined if the workbook could not be opened
 */
export function openedByLibreOffice(
  soffice: string,
  folder: string,
  path: string,
  password: string,
): string | undefined {
  const target = join(folder, 'opened.xlsx');
  const words = [pathToFileURL(path).href, pathToFileURL(target).href, password].map((word) => `"${word}"`);
  runMacro(soffice, folder, REOPEN, `Reopen(${words.join(',')})`);
  return existsSync(target) ? target : undefined;
}
