import { drawnTemplate } from './drawnTemplate.js';

// In a process of its own: what draws the template is not what fills it, and takes memory of its own.
process.stdout.write(await drawnTemplate());
