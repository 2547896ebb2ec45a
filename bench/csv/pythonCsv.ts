import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Outcome } from '../benchResult.js';

/** Creates the same rows, then runs csv.writer and the encoding for each line on stdin. */
const PROGRAM = `
import csv, io, json, resource, sys, time
n = int(sys.argv[1])
rows = []
for i in range(n):
    p = i // 31
    w = 400 + (i * 37) % 160
    rows.append(["0e6f1c5e-0000-4000-8000-%012d" % p, "%05d" % (p % 100000), "Müller%d" % (p % 3001), "Zoë%d" % (p % 97),
                 "2026-10-%02d" % (i % 31 + 1), str((i + 3) % 7 + 1), "", "North, the old one; South" if i % 50 == 0 else "North; South",
                 "480", str(w), str(w - 480), "1"])
head = sys.argv[2].split(",")
print("ready", flush=True)
for _ in sys.stdin:
    cpu = time.process_time()
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\\n")
    writer.writerow(head)
    writer.writerows(rows)
    data = out.getvalue().encode("utf-8")
    print(json.dumps({"cpuMs": (time.process_time() - cpu) * 1000,
                      "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "bytes": len(data)}), flush=True)
`;

export interface PythonRun {
  readonly bytes: number;
  readonly outside: NonNullable<Outcome['outside']>;
}

/** Starts Python, which creates its rows; undefined if there is no python3. */
export async function startPythonCsv(
  rows: number,
  headings: readonly string[],
): Promise<(() => Promise<PythonRun>) | undefined> {
  const child = spawn('python3', ['-c', PROGRAM, String(rows), headings.join(',')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.on('error', () => undefined);
  const pipe = child.stdout as Socket;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  if ((await lines.next()).value !== 'ready') return undefined;
  // The child must not keep this process running.
  child.unref();
  (child.stdin as Socket).unref();
  pipe.unref();
  return async () => {
    pipe.ref();
    child.stdin.write('go\n');
    const { bytes, ...outside } = JSON.parse((await lines.next()).value);
    pipe.unref();
    return { bytes, outside };
  };
}
