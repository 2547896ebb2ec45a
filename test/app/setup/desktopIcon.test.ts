import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shortcutFile, writeShortcut } from '../../../src/app/setup/desktopIcon.js';

const target = (folder: string) => ({
  program: ['/opt/node 20/bin/node', "/opt/it's/main.js"] as const,
  options: ['--config', '/srv/100% "pay"/$x.yaml'],
  folder,
});

describe('an icon that opens the window', () => {
  test('is a .command file on macOS that a shell interprets correctly', () => {
    const folder = mkdtempSync(join(tmpdir(), "it's "));
    const { name, text } = shortcutFile('darwin', target(folder));
    expect(name).toMatch(/^paytally it's .*\.command$/);
    const shown = text.replace("exec '", "printf '%s|' '");
    expect(execFileSync('sh', ['-c', shown], { encoding: 'utf8' })).toBe(
      `/opt/node 20/bin/node|/opt/it's/main.js|ui|--config|/srv/100% "pay"/$x.yaml|`,
    );
  });

  test('is a .cmd file on Windows with literal percent signs', () => {
    const { name, text } = shortcutFile('win32', target('C:\\Users\\Zoë\\100%'));
    expect(name).toMatch(/\.cmd$/);
    expect(text).toContain('pushd "C:\\Users\\Zoë\\100%%" && "');
    expect(text).toMatch(/ "ui" "--config" .* \|\| pause\r\npopd\r\n$/);
  });

  test('is a .desktop file on Linux, in the system’s desktop folder', async () => {
    const home = mkdtempSync(join(tmpdir(), 'paytally-home-'));
    mkdirSync(join(home, 'Bureau'));
    mkdirSync(join(home, '.config'));
    writeFileSync(join(home, '.config/user-dirs.dirs'), 'XDG_DESKTOP_DIR="$HOME/Bureau"\n');
    const folder = mkdtempSync(join(tmpdir(), 'client-'));
    const path = await writeShortcut('linux', target(folder), { env: { HOME: home } });
    expect(path.startsWith(join(home, 'Bureau'))).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(
      String.raw`Exec="/opt/node 20/bin/node" "/opt/it's/main.js" "ui" "--config" "/srv/100%% \\"pay\\"/\\$x.yaml"`,
    );
    if (existsSync('/usr/bin/desktop-file-validate')) execFileSync('desktop-file-validate', [path]);
  });

  test('is refused if there is no desktop', async () => {
    const home = mkdtempSync(join(tmpdir(), 'paytally-home-'));
    await expect(writeShortcut('linux', target(home), { env: { HOME: home } })).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITTEN',
    });
  });
});
