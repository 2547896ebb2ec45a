// Writes runs into a store until it is told to stop or is killed, and says each run that was committed.
// Arguments: compiled openStore module, store, name of the writer, number of runs, records per day.
const [openStoreModule, path, writer, runs, recordsPerDay] = process.argv.slice(2);
const { openStore } = await import(openStoreModule);

// A file size limit is delivered as a signal that ends the process unless somebody listens.
process.on('SIGXFSZ', () => {});

const DAYS = ['2026-10-01', '2026-10-02', '2026-10-03'];
const LISTS = ['shifts', 'time-entries'];

function writeRun(store, runId) {
  const period = { from: '2026-10-01', to: '2026-10-31', label: '2026-10' };
  const header = {
    runId,
    employerKey: 'bakery',
    employerId: 'e1',
    period,
    state: 'draft',
    startedAt: new Date(0),
  };
  const days = { from: period.from, to: period.to };
  const readId = store.beginRead({ employerId: 'e1', ...days, startedAt: new Date(0) });
  for (const list of LISTS) {
    for (const [at, day] of DAYS.entries()) {
      const page = Array.from({ length: Number(recordsPerDay) }, (_, n) => {
        const id = `${list}-${day}-${n}`;
        const json = JSON.stringify({ runId, list, day, n, noise: Math.random() });
        const version = { pass: 1, isChanged: false, digest: '0' };
        return { place: at * 1_000_000 + n, id, person: `p${n % 7}`, shiftId: null, day, json, ...version };
      });
      store.staging(readId).stage(list, page);
    }
  }
  store.completeRead(readId, {});
  const records = LISTS.length * DAYS.length * Number(recordsPerDay);
  // Finals: the reads of drafts do not stay.
  store.recordRun({ ...header, state: 'final', readId, manifest: { records } });
}

try {
  const store = openStore(path, { mode: 'write', now: () => new Date(0) });
  console.log('opened');
  for (let n = 0; n < Number(runs); n += 1) {
    const runId = `${writer}-${process.pid}-${n}`;
    writeRun(store, runId);
    console.log(`committed ${runId}`);
  }
  store.close();
} catch (error) {
  console.log(`failed ${error.code ?? error.name}: ${error.message} | ${error.remedy ?? ''}`);
  process.exitCode = error.exitStatus ?? 1;
}
