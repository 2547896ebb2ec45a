import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spool } from '../../src/store/externalSorter.js';

async function readThroughSpool(spool: Spool): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of spool) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('a spool returns its content in order, as often as requested', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 })), async (pieces) => {
      const spool = new Spool();
      for (const piece of pieces) spool.add(piece);
      const whole = Buffer.concat(pieces);
      expect(await readThroughSpool(spool)).toEqual(whole);
      expect(await readThroughSpool(spool)).toEqual(whole);
      spool.close();
    }),
    { numRuns: 30 },
  );
});
