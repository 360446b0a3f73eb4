import { type Static, Type } from 'typebox'
import { roles } from '../../http/access.ts'
import { input, line, named, nullable, oneOf, optional, ref, Timestamp, Uuid } from '../../http/schema.ts'

const fields = {
  id: Uuid,
  name: Type.String({ examples: ['Stock sync'] }),
  role: oneOf(roles),
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable({ ...Timestamp, description: 'To the minute' }),
  createdAt: Timestamp
}

export const ApiToken = named('ApiToken', Type.Object(fields))
export type ApiToken = Static<typeof ApiToken>

export const ApiTokenList = named('ApiTokenList', Type.Object({ apiTokens: Type.Array(ref(ApiToken)) }))
export type ApiTokenList = Static<typeof ApiTokenList>

/** The token itself is in no other answer. */
export const CreatedApiToken = named(
  'CreatedApiToken',
  Type.Object({
    ...fields,
    token: Type.String({
      description: 'Sent as "Authorization: Bearer <token>"; shown this once. Begins with pvt_'
    })
  })
)
export type CreatedApiToken = Static<typeof CreatedApiToken>

export const NewApiToken = named(
  'NewApiToken',
  input(
    {
      name: line({ min: 1, max: 255, examples: ['Stock sync'] }),
      role: oneOf(roles, { description: 'Not above your own' }),
      expiresAt: optional({
        ...Timestamp,
        description: 'In the future; without it the token does not expire'
      })
    },
    { output: CreatedApiToken }
  )
)
export type NewApiToken = Static<typeof NewApiToken>
