import { mkdirSync, writeFileSync } from 'node:fs';
import { fieldsPage } from './fieldsPage.js';

/** Part of the build. */
const folder = new URL('../../../../docs/reference/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('fields.md', folder), fieldsPage());
