import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LIBRARIES = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
 <library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/>
</library:libraries>`;
const LIBRARY = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
 <library:element library:name="Module1"/>
</library:library>`;
const MODULE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Reopen(source As String, target As String, password As String)
 Dim opening(1) As New com.sun.star.beans.PropertyValue
 opening(0).Name = "Hidden" : opening(0).Value = True
 opening(1).Name = "Password" : opening(1).Value = password
 document = StarDesktop.loadComponentFromURL(source, "_blank", 0, opening())
 Dim saving(0) As New com.sun.star.beans.PropertyValue
 saving(0).Name = "FilterName" : saving(0).Value = "Calc MS Excel 2007 XML"
 document.storeToURL(target, saving())
 document.close(True)
End Sub
</script:module>`;

/**
 * Opens a workbook with a password in LibreOffice, which takes one from a macro alone, and saves it open.
 * @returns the path of the copy, or undefined where it could not be opened
 */
export function openedByLibreOffice(
  soffice: string,
  folder: string,
  path: string,
  password: string,
): string | undefined {
  const profile = join(folder, 'profile');
  const run = (...args: string[]) =>
    spawnSync(
      soffice,
      [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless', '--norestore', ...args],
      {
        timeout: 120_000,
      },
    );
  // Its first start makes the profile, and would throw our macro away.
  if (!existsSync(profile)) run('--terminate_after_init');
  const basic = join(profile, 'user', 'basic');
  mkdirSync(join(basic, 'Standard'), { recursive: true });
  writeFileSync(join(basic, 'script.xlc'), LIBRARIES);
  writeFileSync(join(basic, 'Standard', 'script.xlb'), LIBRARY);
  writeFileSync(join(basic, 'Standard', 'Module1.xba'), MODULE);
  const target = join(folder, 'opened.xlsx');
  const words = [pathToFileURL(path).href, pathToFileURL(target).href, password].map((word) => `"${word}"`);
  run(`macro:///Standard.Module1.Reopen(${words.join(',')})`);
  return existsSync(target) ? target : undefined;
}
