import fs, { type PathLike } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The source of the embedded files. */
export interface EmbeddedSource {
  /** With slashes, relative to the folder of the package. */
  readonly paths: readonly string[];
  /** A copy, which the caller may change. */
  readonly read: (path: string) => Uint8Array;
}

/** The package files inside an executable. For the program they are in a folder that does not exist on disk. */
export class EmbeddedFiles {
  readonly root: string;
  readonly #source: EmbeddedSource;
  readonly #files: ReadonlySet<string>;
  /** Folder -> names of its files and folders. The root is the empty path. */
  readonly #folders = new Map<string, Set<string>>([['', new Set()]]);

  /** @param root a path that can't exist, such as one below a file */
  constructor(root: string, source: EmbeddedSource) {
    this.root = resolve(root);
    this.#source = source;
    this.#files = new Set(source.paths);
    for (const path of source.paths) this.#addParents(path);
  }

  #addParents(path: string): void {
    const at = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(0, at));
    const known = this.#folders.get(folder);
    this.#folders.set(folder, (known ?? new Set()).add(path.slice(at + 1)));
    if (known === undefined) this.#addParents(folder);
  }

  /** The path inside the package; undefined for a path on disk. */
  inside(path: unknown): string | undefined {
    const named = path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : path;
    if (typeof named !== 'string') return undefined;
    const found = relative(this.root, resolve(named));
    if (isAbsolute(found) || found === '..' || found.startsWith(`..${sep}`)) return undefined;
    return found.split(sep).join('/');
  }

  /** @throws ENOENT */
  bytes(path: string): Buffer {
    if (!this.#files.has(path)) throw this.#missing(path);
    const bytes = this.#source.read(path);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** @throws ENOENT */
  names(path: string): string[] {
    const names = this.#folders.get(path);
    if (names === undefined) throw this.#missing(path);
    return [...names].sort();
  }

  /** The result of `stat`. @throws ENOENT */
  stat(path: string): fs.Stats {
    const isFile = this.#files.has(path);
    if (!isFile && !this.#folders.has(path)) throw this.#missing(path);
    const kind = isFile ? fs.constants.S_IFREG | 0o444 : fs.constants.S_IFDIR | 0o555;
    const size = isFile ? this.bytes(path).length : 0;
    return Object.assign(Object.create(fs.Stats.prototype), { mode: kind, size, mtimeMs: 0, nlink: 1 });
  }

  has(path: string): boolean {
    return this.#files.has(path) || this.#folders.has(path);
  }

  #missing(path: string): Error {
    const full = resolve(this.root, path);
    const text = `ENOENT: no such file or directory, open '${full}'`;
    return Object.assign(new Error(text), { code: 'ENOENT', errno: -2, syscall: 'open', path: full });
  }
}

/** Functions of `node:fs` that read: synchronous and promise versions differ in name only by `Sync`. */
type Reading = (inside: string, options?: unknown) => unknown;

/** From now on, functions of Node.js that read files also read embedded ones. All others access only the disk. */
export function serveEmbedded(files: EmbeddedFiles): void {
  const text = (inside: string, options: unknown): string | Buffer => {
    const encoding =
      typeof options === 'string' ? options : (options as { encoding?: string } | null)?.encoding;
    const bytes = files.bytes(inside);
    return typeof encoding === 'string' ? bytes.toString(encoding as BufferEncoding) : bytes;
  };
  const readings: Readonly<Record<string, Reading>> = {
    readFile: text,
    readdir: (inside) => files.names(inside),
    stat: (inside) => files.stat(inside),
    lstat: (inside) => files.stat(inside),
    access: (inside) => void files.stat(inside),
    realpath: (inside) => resolve(files.root, inside),
  };
  for (const [name, reading] of Object.entries(readings)) {
    extend(fs, `${name}Sync`, files, reading);
    extend(fs.promises, name, files, async (inside, options) => reading(inside, options));
  }
  extend(fs, 'existsSync', files, (inside) => files.has(inside));
  extend(fs, 'createReadStream', files, (inside, options) => {
    const content = text(inside, options);
    return Readable.from([content], { objectMode: typeof content === 'string' });
  });
  syncBuiltinESMExports();
}

/** Replaces a function of Node.js with one that checks the embedded files first. */
function extend(owner: object, name: string, files: EmbeddedFiles, reading: Reading): void {
  const onDisk: (...given: unknown[]) => unknown = Reflect.get(owner, name);
  Reflect.set(owner, name, (...given: readonly [path: PathLike, options?: unknown]) => {
    const inside = files.inside(given[0]);
    return inside === undefined ? Reflect.apply(onDisk, owner, given) : reading(inside, given[1]);
  });
}
