import { type Static, Type } from 'typebox'
import { input, line, named, nullable, oneOf, optional, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { roles } from '../../http/server/access.ts'

const fields = {
  id: Uuid,
  name: Type.String({ examples: ['Stock sync'] }),
  role: oneOf(roles),
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable({ ...Timestamp, description: 'The time of the last use, accurate to the minute' }),
  createdAt: Timestamp
}

/** An API token as lists show it, without the secret token text. */
export const ApiToken = named(
  'ApiToken',
  Type.Object(fields, { description: 'An API token, without the token itself' })
)
export type ApiToken = Static<typeof ApiToken>

export const ApiTokenList = named(
  'ApiTokenList',
  Type.Object({ apiTokens: Type.Array(ref(ApiToken)) }),
  'All API tokens'
)
export type ApiTokenList = Static<typeof ApiTokenList>

/** The response to the creation of an API token. No other response contains the text of the token. */
export const CreatedApiToken = named(
  'CreatedApiToken',
  Type.Object({
    ...fields,
    token: Type.String({
      description: 'Send it as "Authorization: Bearer <token>". It begins with pvt_ and is shown only once.'
    })
  }),
  'The new API token, with the token itself'
)
export type CreatedApiToken = Static<typeof CreatedApiToken>

/** The body that creates an API token. */
export const NewApiToken = named(
  'NewApiToken',
  input(
    {
      name: line({ min: 1, max: 255, examples: ['Stock sync'] }),
      role: oneOf(roles, { description: 'The role, which must not be above your own' }),
      expiresAt: optional({
        ...Timestamp,
        description: "A time in the future. By default, the token doesn't expire."
      })
    },
    { output: CreatedApiToken }
  ),
  'An API token to create'
)
export type NewApiToken = Static<typeof NewApiToken>
