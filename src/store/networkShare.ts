import { statfsSync } from 'node:fs';

/** `f_type` of Linux (statfs(2) and linux/magic.h) for file systems that other machines can write to. */
const SHARE_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x786f4256, 'VirtualBox shared folder'],
  [0xbacbacbc, 'VMware shared folder'],
  [0x564c, 'NCP'],
  [0x00c36400, 'Ceph'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0x0bd00bd0, 'Lustre'],
  [0x19830326, 'BeeGFS'],
  [0x47504653, 'GPFS'],
]);

export type FileSystemType = (folder: string) => number;

const statfsType: FileSystemType = (folder) => statfsSync(folder).type;

/**
 * The kind of network share that `folder` is on; undefined for a local disk. A write-ahead log needs shared memory,
 * which a network share does not have (sqlite.org/wal.html).
 */
export function networkShareOf(folder: string, typeOf: FileSystemType = statfsType): string | undefined {
  // A Windows share is recognised by its path, because its volumes have no type number. A mapped drive letter is not
  // detected.
  if (/^(\\\\|\/\/)[^\\/?.]/.test(folder)) return 'Windows share';
  // Some systems return the number as a signed one.
  return SHARE_TYPES.get(typeOf(folder) >>> 0);
}
