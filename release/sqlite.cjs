// SQLite for the program, as dist/vendor/sqlite/index.cjs: that of Node.js from 22.16. For older versions, the binary
// beside this file, which runs on Linux (x64, glibc), or @photostructure/sqlite where it is installed.

/** The first version whose driver can make backups, wait for a lock, and return rows as lists. */
const COMPLETE = { major: 22, minor: 16 };

function isComplete(version) {
  const [major, minor] = version.split('.').map(Number);
  return major === COMPLETE.major ? minor >= COMPLETE.minor : major > 23;
}

/** undefined where Node.js was built without it. Node.js 22 prints a warning when it is loaded. */
function ofNode() {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

function ofPackage() {
  try {
    return require('./dist/driver.cjs');
  } catch {
    return require('@photostructure/sqlite');
  }
}

/** Every use reports what is missing. */
function missing(cause) {
  function refuse() {
    throw Object.assign(new Error('no SQLite'), { code: 'ENOSQLITE', cause });
  }
  return { DatabaseSync: refuse, backup: refuse };
}

function load() {
  try {
    return (isComplete(process.versions.node) ? ofNode() : undefined) ?? ofPackage();
  } catch (cause) {
    return missing(cause);
  }
}

const { DatabaseSync, backup } = load();
exports.DatabaseSync = DatabaseSync;
exports.backup = backup;
