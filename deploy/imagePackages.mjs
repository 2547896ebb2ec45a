// Leaves in the package of this folder what the image needs: its dependencies and, as such, the optional ones for a
// shared store, SFTP and encryption, in the versions of the lock file.
import { readFileSync, writeFileSync } from 'node:fs';

const { devDependencies, peerDependencies, peerDependenciesMeta, ...manifest } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
for (const name of Object.keys(peerDependencies)) {
  if (peerDependenciesMeta[name]?.optional !== true || devDependencies[name] === undefined)
    throw new Error(`${name} is not an optional package that the lock file has.`);
  manifest.dependencies[name] = devDependencies[name];
}
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
