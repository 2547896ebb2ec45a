import { z } from 'zod';
import { MAX_SECRET_LENGTH, Secret } from './secrets/secret.js';

/** A token that an OAuth server has granted. */
export interface GrantedToken {
  readonly accessToken: Secret;
  readonly refreshToken: Secret | undefined;
  /** undefined if the server does not say it. */
  readonly expiresInSeconds: number | undefined;
  /** The granted scopes, if the server names them. */
  readonly scope: string | undefined;
}

/** What a token endpoint says (RFC 6749, 5.1 and 5.2). */
export type TokenAnswer =
  | { readonly kind: 'granted'; readonly token: GrantedToken }
  /** As the server wrote it: not for display. */
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }
  /** The fields of a success that cannot be read, empty for the body; undefined for a failure without an error code. */
  | { readonly kind: 'unreadable'; readonly fields: readonly string[] | undefined };

// RFC 6750, 2.1: visible ASCII without blanks.
const token = z
  .string()
  .max(MAX_SECRET_LENGTH)
  .regex(/^[\x21-\x7e]+$/)
  .transform((text) => new Secret(text));

const success = z.looseObject({
  access_token: token,
  refresh_token: token.optional(),
  // Required by RFC 6749, and left out by some servers.
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
  // Some servers write a text.
  expires_in: z
    .union([
      z.int().positive(),
      z
        .string()
        .regex(/^[1-9]\d{0,9}$/)
        .transform(Number),
    ])
    .optional(),
  scope: z.string().optional(),
});

const refusal = z.looseObject({ error: z.string(), error_description: z.string().optional() });

/** @param body the parsed JSON; undefined if it is none */
export function parseTokenAnswer(status: number, body: unknown): TokenAnswer {
  if (status < 200 || status > 299) {
    const { success: isRefusal, data } = refusal.safeParse(body);
    if (!isRefusal) return { kind: 'unreadable', fields: undefined };
    return { kind: 'refused', error: data.error, description: data.error_description ?? '' };
  }
  const { success: isToken, data, error } = success.safeParse(body);
  if (!isToken) return { kind: 'unreadable', fields: error.issues.map(({ path }) => path.join('.')) };
  return {
    kind: 'granted',
    token: {
      accessToken: data.access_token,
      refreshToken: data.refresh_token,
      expiresInSeconds: data.expires_in,
      scope: data.scope,
    },
  };
}

/** An error code that can be shown, such as `invalid_client`; descriptions may hold more than a log should. */
export function shownErrorCode(answer: TokenAnswer): string | undefined {
  return answer.kind === 'refused' && /^[\w.-]{1,60}$/.test(answer.error) ? answer.error : undefined;
}
