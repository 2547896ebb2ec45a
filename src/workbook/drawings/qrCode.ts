import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** The capacity of the largest code at this error correction level. */
export const MOST_CODE_BYTES = 2_000;

const CODE = /^qr:([\s\S]*)\.png$/;

/** The path that identifies the picture of a code. */
export function codePath(text: string): string {
  return `qr:${text}.png`;
}

/** The picture of such a path; undefined for other paths. */
export function codePicture(path: string): Uint8Array | undefined {
  const text = CODE.exec(path)?.[1];
  return text === undefined ? undefined : qrCode(text);
}

/** A QR code as PNG in black and white, one bit per pixel; a module is eight pixels (a byte) wide. */
function qrCode(text: string): Uint8Array {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const lines = data.flatMap((modules) => {
    const line = Buffer.from([0, ...modules.map((isBlack) => (isBlack ? 0 : 0xff))]);
    return Array<Buffer>(8).fill(line);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * 8, 0);
  header.writeUInt32BE(size * 8, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[
      ['IHDR', header] as const,
      ['IDAT', deflateSync(Buffer.concat(lines))] as const,
      ['IEND', Buffer.alloc(0)] as const,
    ].map(([name, content]) => chunk(name, content)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.byteLength);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
