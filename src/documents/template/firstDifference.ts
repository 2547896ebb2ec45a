/** Where two files first differ, in words; undefined where they are the same bytes. */
export function firstDifference(expected: Uint8Array, actual: Uint8Array): string | undefined {
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index++) {
    if (expected[index] === actual[index]) continue;
    const line = countLines(expected, index);
    return `line ${line} differs: expected ${lineAt(expected, line)}, got ${lineAt(actual, line)}`;
  }
  return undefined;
}

function countLines(bytes: Uint8Array, end: number): number {
  let line = 1;
  for (let index = 0; index < end && index < bytes.length; index++) if (bytes[index] === 10) line++;
  return line;
}

/** As latin1 and quoted, so that line ends and bytes of any encoding show. */
function lineAt(bytes: Uint8Array, line: number): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/)[line - 1];
  return text === undefined ? 'nothing' : JSON.stringify(text);
}
