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
const MODULE_HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">`;

/**
 * Runs a macro in LibreOffice, without a window; its output shows the outcome.
 * @param folder for its profile @param basic the text of a module @param call of one of its subs: `Copy("a", "b")`
 */
export function runMacro(soffice: string, folder: string, basic: string, call: string): void {
  const profile = join(folder, 'profile');
  const run = (...args: string[]) =>
    spawnSync(
      soffice,
      [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless', '--norestore', ...args],
      { timeout: 120_000 },
    );
  // Its first start creates the profile, and would delete our macro.
  if (!existsSync(profile)) run('--terminate_after_init');
  const library = join(profile, 'user', 'basic');
  mkdirSync(join(library, 'Standard'), { recursive: true });
  writeFileSync(join(library, 'script.xlc'), LIBRARIES);
  writeFileSync(join(library, 'Standard', 'script.xlb'), LIBRARY);
  const text = basic.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  writeFileSync(join(library, 'Standard', 'Module1.xba'), `${MODULE_HEAD}\n${text}\n</script:module>`);
  run(`macro:///Standard.Module1.${call}`);
}
