import { fullFormats } from 'ajv-formats/dist/formats.js'
import { type Static, Type } from 'typebox'
import { input, named, nullable, nullableRef, oneOf, Timestamp, Uuid } from '../../http/schema.ts'
import { roles } from '../../http/server/access.ts'
import { sides } from './sessions/session-cookie.ts'
import { passwordLength } from './sign-in/passwords.ts'
import { accessTokenSeconds, refreshTokenSeconds } from './tokens/tokens.ts'

/** The maximum length of an email address in characters. */
export const maxEmailLength = 254

/** An email address. It is trimmed but otherwise stored as sent, and it is compared case-insensitively. */
export const Email = Type.String({
  trim: true,
  format: 'email',
  maxLength: maxEmailLength,
  description: 'An email address. Upper and lower case are equal.',
  examples: ['ana@example.com']
})

/** True if the text is an email address by the same rules as in request validation. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && (fullFormats.email as RegExp).test(text)
}

const NewPassword = Type.String({
  minLength: passwordLength.min,
  maxLength: passwordLength.max,
  description: 'A password of any characters, used exactly as sent',
  examples: ['correct horse battery staple']
})

/**
 * An existing password. Only its length is validated, so a password that breaks another rule for new
 * passwords gets the same response as a wrong password.
 */
const ExistingPassword = Type.String({ minLength: 1, maxLength: passwordLength.max })

const OpaqueToken = Type.String({ minLength: 1, maxLength: 512 })

export const LoginRequest = named(
  'LoginRequest',
  input({ email: Email, password: ExistingPassword }),
  'The email address and password of a user'
)

export const RefreshRequest = named(
  'RefreshRequest',
  input({ refresh_token: OpaqueToken }),
  'A refresh token to exchange for new tokens'
)

const accessToken = {
  access_token: Type.String({ description: 'Send it as "Authorization: Bearer <access_token>"' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({
    description: 'The lifetime of the access token in seconds',
    examples: [accessTokenSeconds]
  })
}
const refreshLifetime = {
  refresh_expires_in: Type.Integer({
    description: 'The lifetime of the refresh token in seconds',
    examples: [refreshTokenSeconds]
  })
}

/** The response to a sign-in or a refresh, with the field names of OAuth 2.0 (contract 5.1). */
export const TokenAnswer = named(
  'TokenAnswer',
  Type.Object({
    ...accessToken,
    refresh_token: Type.String({ description: 'A token for one refresh. Store it securely.' }),
    ...refreshLifetime
  }),
  'An access token and a refresh token'
)
export type TokenAnswer = Static<typeof TokenAnswer>

/** The response to a sign-in or a refresh whose refresh token is in a cookie (contract 5.5). */
export const CookieSession = named(
  'CookieSession',
  Type.Object({
    side: oneOf(sides, { description: "The side of the user's team, whose cookie was set" }),
    ...accessToken,
    ...refreshLifetime
  }),
  'An access token. The refresh token is in a cookie.'
)

export const SessionEnded = named(
  'SessionEnded',
  Type.Object({ ended: Type.Literal(true) }),
  'The session was ended'
)

const MyVendor = named(
  'MyVendor',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Acme Tools'] }),
    slug: Type.String({ examples: ['acme-tools'] })
  }),
  'The vendor whose data the request can read'
)

const MyAccount = named(
  'MyAccount',
  Type.Object({
    id: Uuid,
    email: Type.String({ examples: ['ana@example.com'] }),
    name: Type.String({ examples: ['Ana Lima'] })
  }),
  'The user who signed in'
)

const MyToken = named(
  'MyToken',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Stock sync'] }),
    expiresAt: nullable(Timestamp)
  }),
  'The API token that authenticates the request'
)

/** The user or API token that a request is authenticated as. */
export const Me = named(
  'Me',
  Type.Object({
    user: nullableRef(MyAccount),
    token: nullableRef(MyToken),
    realm: oneOf(['vendor', 'platform', 'none'], {
      description: 'The part of the API that the account can use'
    }),
    role: nullable(oneOf(roles)),
    vendor: nullableRef(MyVendor)
  }),
  'The user or API token, its role and its vendor'
)
export type Me = Static<typeof Me>

export const PasswordChange = named(
  'PasswordChange',
  input({ currentPassword: ExistingPassword, newPassword: NewPassword }),
  'Your current password and a new one'
)

export const PasswordChanged = named(
  'PasswordChanged',
  Type.Object({ changed: Type.Literal(true) }),
  'The password was changed'
)

export const PasswordReset = named(
  'PasswordReset',
  input({ token: OpaqueToken, password: NewPassword }),
  'A reset token and the new password'
)

export const InvitationAcceptance = named(
  'InvitationAcceptance',
  input({ token: OpaqueToken, password: NewPassword }),
  'An invitation token and the password of the new account'
)

/** The token that the invited person needs to join a team. */
export const Invitation = Type.Object({
  token: Type.String({
    description: 'The token for POST /api/v1/auth/invitations/accept. It is shown only once.'
  }),
  expiresAt: Timestamp,
  replacesEarlier: Type.Boolean({
    description: 'True if this address had an open invitation to the team. Its token is no longer valid.'
  })
})
