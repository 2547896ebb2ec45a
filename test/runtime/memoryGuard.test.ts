// @module-tag slow
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isBuilt } from '../support/programs/childExport.js';
import { PROJECT } from '../support/programs/runPaytally.js';

const GUARD = pathToFileURL(join(PROJECT, 'dist', 'src', 'runtime', 'memoryGuard.js')).href;
const WRITER = pathToFileURL(join(PROJECT, 'dist', 'src', 'app', 'export', 'writeFiles.js')).href;
const HEAP_MIB = 80;

/** Creates ten times as much data as fits, a little at a time; `each` decides what to do with it. */
function filling(each: string) {
  const script = `
    const { refuseFullMemory } = await import(${JSON.stringify(GUARD)});
    const kept = [];
    try {
      for (let made = 0; made < ${HEAP_MIB * 40}; made += 1) {
        refuseFullMemory();
        const piece = Array.from({ length: 4000 }, (_, at) => ({ at, text: 'x' + at }));
        ${each}
      }
      console.log('done', kept.length);
    } catch ({ code, message, exitStatus, remedy }) {
      console.log(code, exitStatus, message, remedy);
    }`;
  const node = [`--max-old-space-size=${HEAP_MIB}`, '--input-type=module', '--eval', script];
  return spawnSync(process.execPath, node, { encoding: 'utf8' });
}

describe.skipIf(!isBuilt)('memory that is full', () => {
  it('ends with a remedy, and not with an engine dump', () => {
    const { status, stdout, stderr } = filling('kept.push(piece);');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`OUT_OF_MEMORY 6 Node.js has reached its memory limit of ${HEAP_MIB} MiB.`);
    expect(stdout).toContain('NODE_OPTIONS=--max-old-space-size=2048');
    expect(stdout).toContain('--jobs 1');
  });

  it('is not caused by data that can be released', { tags: 'slow' }, () => {
    const { status, stdout } = filling('kept[made % 50] = piece;');
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'done 50\n' });
  });

  it('stops a file that keeps its content in memory while it is written, and removes all of it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paytally-memory-'));
    const script = `
      const { writeFiles } = await import(${JSON.stringify(WRITER)});
      const kept = [];
      async function* content() {
        for (let made = 0; made < ${HEAP_MIB * 40}; made += 1) {
          kept.push(Array.from({ length: 4000 }, (_, at) => ({ at, text: 'x' + at })));
          yield Buffer.from('piece');
        }
      }
      const files = [{ name: 'thousands.pdf', rows: 1, content: content() }];
      const temporaries = { track() {}, untrack() {} };
      const order = { folder: ${JSON.stringify(folder)}, files, temporaries, signal: new AbortController().signal };
      await writeFiles(order).catch(({ code }) => console.log(code));`;
    const node = [`--max-old-space-size=${HEAP_MIB}`, '--input-type=module', '--eval', script];
    const { status, stdout, stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'OUT_OF_MEMORY\n', stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
