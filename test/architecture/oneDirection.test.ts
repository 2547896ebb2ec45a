import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circles, FILES, graphOf, IMPORTS } from './importGraph.js';

/**
 * The subfolders of each folder from the bottom up: each may import from those before it. Files in the folder itself are
 * below all of them, and a nested subfolder belongs to its parent.
 */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  'sources/workforce': ['wire', 'discovery', 'auth', 'reading'],
  domain: [
    'time',
    'csv',
    'records',
    'period',
    'mapping',
    'schedule',
    'timesheet',
    'workingTime',
    'holidays',
    'pay',
    'rulesCheck',
    'exceptions',
    'month',
    'people',
    'absences',
    'account',
    'changes',
    'computed',
    'explain',
    'corrections',
  ],
};

const OWN = IMPORTS.flatMap(({ file, to }) => (to === undefined ? [] : [[file, to] as const]));

describe('one direction', () => {
  test('between files, types included', () => {
    expect(OWN.length).toBeGreaterThan(FILES.length);
    expect(circles(graphOf(OWN))).toEqual([]);
  });

  test('between folders', () => {
    const folders = OWN.map(([file, to]) => [dirname(file), dirname(to)] as const)
      // A folder and its subfolder count as one.
      .filter(([from, to]) => !isInside(from, to) && !isInside(to, from));
    expect(folders.length).toBeGreaterThan(100);
    expect(circles(graphOf(folders))).toEqual([]);
  });

  test.each(Object.keys(ORDER))('in %s, in the documented order', (room) => {
    const order = ORDER[room] ?? [];
    const inside = OWN.filter(([file, to]) => file.startsWith(`${room}/`) && to.startsWith(`${room}/`));
    const wrong = inside.filter(
      ([file, to]) => levelOf(order, folderIn(room, file)) < levelOf(order, folderIn(room, to)),
    );
    expect(inside.length).toBeGreaterThan(10);
    expect(wrong.map(([file, to]) => `${file} -> ${to}`)).toEqual([]);
  });

  test.each(Object.keys(ORDER))('every folder of %s has a position in the order', (room) => {
    const folders = FILES.filter(
      (file) => file.startsWith(`${room}/`) && file.slice(room.length + 1).includes('/'),
    );
    const missing = folders.filter((file) => !ORDER[room]?.includes(folderIn(room, file)));
    expect(missing).toEqual([]);
  });
});

/** 0 for files of the room itself. */
function levelOf(order: readonly string[], folder: string): number {
  return order.indexOf(folder) + 1;
}

/** The folder of a file below a room; empty for a file of the room itself. */
function folderIn(room: string, file: string): string {
  const [folder = '', ...rest] = file.slice(room.length + 1).split('/');
  return rest.length === 0 ? '' : folder;
}

function isInside(folder: string, other: string): boolean {
  return other === '.' || `${folder}/`.startsWith(`${other}/`);
}
