import { drawnTemplate } from './drawnTemplate.js';

// Runs in a separate process, because the memory for drawing the template must not count as that for filling it.
process.stdout.write(await drawnTemplate());
