import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * A receiver that looks into its inboxes: of each file it keeps a copy for each time that it came, by inbox.
 * `keeps` leaves the files there, `empties` removes them, `greedy` removes those that are not whole too.
 */
export function receive(mode, inboxes, fetched) {
  for (const inbox of inboxes) {
    for (const name of readdirSync(inbox)) {
      if (name.startsWith('.') && mode !== 'greedy') continue;
      const path = join(inbox, name);
      try {
        const { ino, mtimeMs } = statSync(path);
        copyFileSync(path, join(fetched, basename(inbox), `${ino}-${mtimeMs}-${name}`));
        if (mode !== 'keeps') rmSync(path);
      } catch {
        // Renamed, replaced or taken meanwhile.
      }
    }
  }
}
