import type { OutputFile } from '../outputFile.js';

/** A rendered file with all its bytes. */
export interface SampleFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/** Reads a rendered file to its end: some are made while they are read. */
export async function sampleFile({ name, rows, content }: OutputFile): Promise<SampleFile> {
  if (content instanceof Uint8Array) return { name, rows, bytes: content };
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return { name, rows, bytes: Buffer.concat(chunks) };
}
