import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMacro } from '../programs/libreOfficeMacro.js';

/** Cells D to F of some rows of a sheet, copied to other rows; or a row that is deleted. Rows count from 1. */
export type CopyStep =
  | { readonly sheet: string; readonly from: number; readonly to: number; readonly target: number }
  | { readonly sheet: string; readonly deleted: number };

const COPY = `
Sub CopyDown(source As String, steps As String, copied As String, target As String)
 Dim saving(0) As New com.sun.star.beans.PropertyValue
 saving(0).Name = "FilterName" : saving(0).Value = "Calc MS Excel 2007 XML"
 Dim opening(0) As New com.sun.star.beans.PropertyValue
 opening(0).Name = "Hidden" : opening(0).Value = True
 document = StarDesktop.loadComponentFromURL(source, "_blank", 0, opening())
 channel = FreeFile
 Open steps For Input As #channel
 Do While Not Eof(channel)
  Line Input #channel, told
  parts = Split(told, " ")
  If UBound(parts) = 0 And told = "stored" Then document.storeToURL(copied, saving())
  If UBound(parts) >= 1 Then
   sheet = document.Sheets.getByName(parts(0))
   If UBound(parts) = 1 Then
    sheet.Rows.removeByIndex(CLng(parts(1)) - 1, 1)
   Else
    cells = sheet.getCellRangeByPosition(3, CLng(parts(1)) - 1, 5, CLng(parts(2)) - 1)
    place = sheet.getCellByPosition(3, CLng(parts(3)) - 1)
    sheet.copyRange(place.CellAddress, cells.RangeAddress)
   End If
  End If
 Loop
 Close #channel
 document.calculateAll()
 document.storeToURL(target, saving())
 document.close(True)
End Sub`;

/** Lets LibreOffice copy and then delete cells with its own code, and calculate. @returns the paths of both results */
export function copiedInLibreOffice(
  soffice: string,
  folder: string,
  source: string,
  steps: readonly CopyStep[],
): { readonly copied: string; readonly afterDeleting: string } {
  const list = join(folder, 'steps.txt');
  const copied = join(folder, 'copied-there.xlsx');
  const afterDeleting = join(folder, 'deleted-there.xlsx');
  const copies = steps.flatMap((step) =>
    'deleted' in step ? [] : [`${step.sheet} ${step.from} ${step.to} ${step.target}`],
  );
  const deleted = steps.flatMap((step) => ('deleted' in step ? [`${step.sheet} ${step.deleted}`] : []));
  writeFileSync(list, `${[...copies, 'stored', ...deleted].join('\n')}\n`);
  const words = [source, list, copied, afterDeleting].map((path) => `"${pathToFileURL(path).href}"`);
  runMacro(soffice, folder, COPY, `CopyDown(${words.join(',')})`);
  return { copied, afterDeleting };
}
