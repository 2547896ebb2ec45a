// Writes a package.json to a folder that has what the image needs: the dependencies and, as such, the optional packages
// for a shared store, SFTP and encryption. The lock file goes with it.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = ''] = process.argv.slice(2);
const { name, version, dependencies, devDependencies, peerDependenciesMeta, overrides } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
for (const peer of Object.keys(peerDependenciesMeta)) dependencies[peer] = devDependencies[peer];
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, dependencies, overrides }));
copyFileSync('package-lock.json', join(folder, 'package-lock.json'));
