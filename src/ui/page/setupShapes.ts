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
  /** Of the configuration; null where there is none yet. */
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
