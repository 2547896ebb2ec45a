/* What the server sends to Connect and Set up. This file imports nothing: both sides use it. */

export interface CountryChoice {
  readonly code: string;
  readonly name: string;
  readonly languages: readonly string[];
  /** The sample pay rules of the country. */
  readonly preset: string | null;
  readonly payroll: readonly { readonly name: string; readonly isWeak: boolean }[];
}

export interface ConnectChoices {
  readonly folder: string;
  /** Of the configuration; null if there is none yet. */
  readonly baseUrl: string | null;
  readonly employers: readonly string[];
  readonly language: string;
  readonly countries: readonly CountryChoice[];
  /** `offered` without a configuration; otherwise whether the configuration uses it, and whether it runs. */
  readonly sandbox: 'offered' | 'none' | 'running' | 'stopped';
}

export interface CheckAnswer {
  readonly check: string;
  readonly status: string;
  readonly text: string;
  readonly remedy: string | null;
}

export interface DifferenceAnswer {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export interface ConnectAnswer {
  readonly establishments: readonly { readonly name: string; readonly zone: string | null }[];
  readonly people: number | null;
  readonly findings: readonly CheckAnswer[];
  readonly warnings: readonly string[];
  readonly files: readonly string[];
  readonly difference: readonly DifferenceAnswer[];
  readonly digest: string;
}

export interface SavedAnswer {
  readonly employer: string;
  readonly files: readonly string[];
  readonly people: string | null;
}

export interface SandboxAnswer {
  readonly baseUrl: string;
  readonly employerId: string;
  readonly clientId: string;
  readonly name: string;
}

export interface PayrollIdLine {
  readonly employeeId: string;
  readonly name: string;
  readonly number: string;
  readonly status: string;
}

export interface PayCodeLine {
  readonly code: string;
  readonly label: string;
  /** Where the rules give it; empty for a code that no rule gives. */
  readonly rules: readonly string[];
  readonly external: string;
  readonly secondary: string;
}

export interface RulesAnswer {
  readonly tables: readonly {
    readonly persona: string;
    readonly examples: readonly {
      readonly name: string;
      readonly lines: readonly {
        readonly payCode: string;
        readonly label: string;
        readonly kind: string;
        readonly minutes: number;
        readonly quantity: number | null;
      }[];
    }[];
  }[];
  readonly findings: readonly { readonly rule: string; readonly text: string }[];
}

/** A time at which a schedule is due. */
export interface TimeAnswer {
  readonly at: string;
  readonly period: { readonly from: string; readonly to: string };
}

export interface ScheduleLine {
  readonly name: string;
  readonly cron: string | null;
  readonly workday: number | null;
  readonly at: string | null;
  readonly period: string;
  readonly isFinal: boolean;
  readonly deliver: readonly string[];
  readonly times: readonly TimeAnswer[];
}

export interface SchedulesAnswer {
  readonly schedules: readonly ScheduleLine[];
  /** Names of the deliveries that a schedule can send. */
  readonly deliveries: readonly string[];
}

export interface MailServerAnswer {
  readonly from: string;
  readonly owner: readonly string[];
  readonly host: string;
  readonly port: number | null;
  readonly tls: string;
  readonly user: string;
}

/** A delivery; what its kind does not have is empty. */
export interface DeliveryLine {
  readonly name: string;
  readonly to: string;
  readonly when: string;
  readonly templates: readonly string[] | null;
  /** Addresses, or the column of the mapping file; null for another kind of list. */
  readonly recipients: readonly string[] | { readonly column: string } | null;
  readonly attach: boolean;
  readonly path: string;
  readonly host: string;
  readonly user: string;
  readonly key: string;
  /** Of a payroll's API: consultant and client number, the registered application, payroll system, address for notices. */
  readonly client: string;
  readonly tenant: string;
  readonly clientId: string;
  readonly system: string;
  readonly mail: string;
}

export interface DeliveriesAnswer {
  readonly mail: MailServerAnswer | null;
  readonly deliveries: readonly DeliveryLine[];
  /** Of the configuration. */
  readonly templates: readonly string[];
}

export interface TemplatesAnswer {
  readonly configured: readonly string[];
  readonly templates: readonly {
    readonly name: string;
    readonly kind: string;
    readonly description: string;
  }[];
}

/** A change of a file before it is written. */
export interface FilePreviewAnswer {
  readonly file: string;
  readonly difference: readonly DifferenceAnswer[];
  readonly warnings: readonly string[];
  readonly digest: string;
  /** The next times of a schedule that is changed. */
  readonly times: readonly TimeAnswer[];
}
