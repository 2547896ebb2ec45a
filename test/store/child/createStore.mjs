// Opens stores that do not exist yet at given moments, and says what went wrong.
// Arguments: compiled openStore module, base path, number of stores, the moment of the first, milliseconds between.
const [openStoreModule, base, count, firstMs, everyMs] = process.argv.slice(2);
const { openStore } = await import(openStoreModule);
for (let n = 0; n < Number(count); n += 1) {
  while (Date.now() < Number(firstMs) + n * Number(everyMs));
  try {
    const store = openStore(`${base}-${n}/store.sqlite`, {
      mode: n % 3 === 2 ? 'read' : 'write',
      now: () => new Date(),
    });
    store.runs();
    store.close();
  } catch (error) {
    console.log(`${n}: ${error.code ?? error.name}: ${error.message}`);
  }
}
