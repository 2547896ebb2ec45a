import { stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { message, type Text } from '../../i18n/message.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { OPEN_MODE, replaceFile } from '../../store/replaceFile.js';

/** The command of a unit, and its folder. */
export interface UnitFacts {
  /** Absolute path of the configuration. */
  readonly config: string;
  /** Folder in which the command runs; files are written to its subfolder `out`. */
  readonly folder: string;
  /** Number of the account that owns the configuration; undefined if it is the system's own, or has no number. */
  readonly userId: number | undefined;
  /** Version of this program, which is the tag of its image. */
  readonly version: string;
}

export const UNIT_KINDS = ['systemd', 'cron', 'windows', 'kubernetes'] as const;

export type UnitKind = (typeof UNIT_KINDS)[number];

/** The text of a file, and instructions for using it. */
export interface Unit {
  readonly name: string;
  readonly text: string;
  readonly use: Text;
}

/** Units of some programs that start the schedules of a configuration. */
export async function buildUnits(
  { path, folder }: Pick<LoadedConfig, 'path' | 'folder'>,
  kinds: readonly UnitKind[],
  version: string,
): Promise<readonly Unit[]> {
  const facts = { config: path, folder, userId: await ownerId(path), version };
  return kinds.flatMap((kind) => unitsFor(kind, facts));
}

/** The account that a service runs as; Windows identifies accounts in a different way. */
async function ownerId(path: string): Promise<number | undefined> {
  const { uid } = await stat(path);
  return uid === 0 || platform() === 'win32' ? undefined : uid;
}

/** Writes each under its name, replacing existing files. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function writeUnits(units: readonly Unit[], folder: string, home: string): Promise<void> {
  for (const { name, text } of units) {
    const path = join(folder, name);
    await withClaims(home, (claims) => replaceFile(path, Buffer.from(text), claims, OPEN_MODE));
  }
}

/** Units that start `schedule run --due` every quarter of an hour: these programs do not support working days. */
export function unitsFor(kind: UnitKind, facts: UnitFacts): readonly Unit[] {
  switch (kind) {
    case 'systemd':
      return systemd(facts);
    case 'cron':
      return [cron(facts)];
    case 'windows':
      return [windows(facts)];
    case 'kubernetes':
      return [kubernetes(facts)];
  }
}

function systemd({ config, folder, userId }: UnitFacts): Unit[] {
  const user = userId === undefined ? '' : `# The owner of the configuration:\nUser=${userId}\n`;
  const service = `[Unit]
Description=paytally: runs that are due
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
${user}WorkingDirectory=${systemdText(folder)}
ExecStart=/usr/bin/env paytally schedule run --due --log json --config "${systemdText(config).replaceAll('"', '\\"')}"
# Secrets that the configuration reads from the environment, one NAME=VALUE a line, mode 0600:
EnvironmentFile=-/etc/paytally/environment
UMask=0077
# A run in progress stops within seconds after this signal, even while it computes.
KillSignal=SIGINT
TimeoutStopSec=60
`;
  const timer = `[Unit]
Description=paytally: every quarter of an hour

[Timer]
OnCalendar=*:0/15
# After a shutdown systemd starts it once; paytally then runs what it missed.
Persistent=true
RandomizedDelaySec=30

[Install]
WantedBy=timers.target
`;
  return [
    { name: 'paytally.service', text: service, use: '/etc/systemd/system/paytally.service' },
    {
      name: 'paytally.timer',
      text: timer,
      use: message('schedule.use.timer', {
        path: '/etc/systemd/system/paytally.timer',
        command: 'systemctl enable --now paytally.timer',
      }),
    },
  ];
}

/** `%` begins a specifier. */
function systemdText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('%', '%%');
}

function cron({ config, folder }: UnitFacts): Unit {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''").replaceAll('%', '\\%')}'`;
  return {
    name: 'paytally.cron',
    text: `# m h dom mon dow command
*/15 * * * * cd ${quoted(folder)} && paytally schedule run --due --log json --config ${quoted(config)}
`,
    use: message('schedule.use.cron', { command: 'crontab -e' }),
  };
}

function windows({ config, folder }: UnitFacts): Unit {
  const xml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return {
    name: 'paytally.xml',
    text: `<?xml version="1.0"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>paytally: runs that are due</Description></RegistrationInfo>
  <Triggers>
    <TimeTrigger>
      <Repetition><Interval>PT15M</Interval></Repetition>
      <StartBoundary>2026-01-01T00:00:00</StartBoundary>
      <Enabled>true</Enabled>
    </TimeTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>
    <ExecutionTimeLimit>PT12H</ExecutionTimeLimit>
    <Enabled>true</Enabled>
  </Settings>
  <Actions>
    <Exec>
      <Command>cmd.exe</Command>
      <Arguments>/c paytally.cmd schedule run --due --log json --config &#34;${xml(config)}&#34;</Arguments>
      <WorkingDirectory>${xml(folder)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`,
    use: 'schtasks /Create /TN paytally /XML paytally.xml /RU SERVICE-USER /RP *',
  };
}

/** The image is that of deploy/Dockerfile, which runs the program as user 10001 in /data. */
function kubernetes({ version }: UnitFacts): Unit {
  return {
    name: 'paytally.cronjob.yaml',
    text: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: paytally
spec:
  schedule: "*/15 * * * *"
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 600
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          automountServiceAccountToken: false
          securityContext: { runAsNonRoot: true, runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001 }
          containers:
            - name: paytally
              # Built with deploy/Dockerfile; put your registry before it.
              image: paytally:${version}
              args: [schedule, run, --due, --log, json, --config, /data/paytally.yaml]
              envFrom:
                - secretRef: { name: paytally }
              securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false }
              volumeMounts:
                - { name: data, mountPath: /data }
                - { name: tmp, mountPath: /tmp }
          volumes:
            # Configuration, store and files: a disk of one node, no network share.
            - name: data
              persistentVolumeClaim: { claimName: paytally }
            - name: tmp
              emptyDir: {}
`,
    use: 'kubectl apply -f paytally.cronjob.yaml',
  };
}
