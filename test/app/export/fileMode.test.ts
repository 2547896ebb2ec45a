import { describe, expect, test } from 'vitest';
import { fileMode, folderModeOf } from '../../../src/app/export/writeFiles.js';

describe('permissions of the files that a run writes', () => {
  test.each([
    ['draft', 'owner', 0o600, 0o700],
    ['draft', 'group', 0o640, 0o750],
    ['final', 'owner', 0o400, 0o700],
    ['final', 'group', 0o440, 0o750],
    ['correction', 'owner', 0o400, 0o700],
    ['correction', 'group', 0o440, 0o750],
  ] as const)('a %s with outputMode %s', (state, readers, mode, ofFolder) => {
    expect(fileMode(state, readers)).toBe(mode);
    expect(folderModeOf(mode)).toBe(ofFolder);
  });
});
