// Writes a package.json with the packages of the image to a folder: the dependencies and, as dependencies, the optional
// packages for a shared store, SFTP and encryption. Copies the lock file too.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = ''] = process.argv.slice(2);
const { name, version, dependencies, devDependencies, peerDependenciesMeta, overrides } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
// Its Node.js has SQLite.
delete peerDependenciesMeta['@photostructure/sqlite'];
for (const peer of Object.keys(peerDependenciesMeta)) dependencies[peer] = devDependencies[peer];
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, dependencies, overrides }));
copyFileSync('package-lock.json', join(folder, 'package-lock.json'));
