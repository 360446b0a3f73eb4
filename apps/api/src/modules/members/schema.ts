import { type Static, Type } from 'typebox'
import { input, line, named, nullable, oneOf, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { roles } from '../../http/server/access.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { Email, Invitation } from '../auth/schema.ts'

const memberStatuses = enumeration(
  'MemberStatus',
  ['ACTIVE', 'DISABLED', 'INVITED'],
  'The status of a member or invitation'
)

const fields = {
  id: Uuid,
  email: Type.String({ examples: ['ana@example.com'] }),
  name: Type.String({ examples: ['Ana Lima'] }),
  role: oneOf(roles),
  status: oneOf(memberStatuses, {
    description: 'INVITED until the invitation is accepted. After that, the member has a different id.'
  }),
  createdAt: Timestamp,
  lastSignInAt: nullable({
    ...Timestamp,
    description: 'Null if the user has not signed in or refreshed a session in the last 30 days'
  }),
  invitationExpiresAt: nullable({ ...Timestamp, description: 'Null unless the status is INVITED' })
}

/** A member of a team, or an open invitation. */
export const Member = named(
  'Member',
  Type.Object(fields, { description: 'A member of the team, or an open invitation' })
)
export type Member = Static<typeof Member>

export const MemberList = named(
  'MemberList',
  Type.Object({ members: Type.Array(ref(Member)) }),
  'The members of the team and its open invitations'
)
export type MemberList = Static<typeof MemberList>

/** A new invitation with its token, which no other response contains. */
export const InvitedMember = named(
  'InvitedMember',
  Type.Object({
    ...fields,
    invitation: Invitation
  }),
  'The invited member, with the invitation token'
)
export type InvitedMember = Static<typeof InvitedMember>

const name = line({ min: 1, max: 255, examples: ['Ana Lima'] })
const role = oneOf(roles, { description: 'The role, which must not be above your own' })

/** The body that invites someone to a team. */
export const NewMember = named(
  'NewMember',
  input({ email: Email, name, role }, { output: Member }),
  'A person to invite to your team'
)
export type NewMember = Static<typeof NewMember>

/** The body that changes a member or an open invitation. All fields are optional. */
export const MemberPatch = named(
  'MemberPatch',
  input({ name: Type.Optional(name), role: Type.Optional(role) }, { output: Member }),
  'The fields of a member or invitation to change. Omitted fields stay unchanged.'
)
export type MemberPatch = Static<typeof MemberPatch>

/** A password reset with its token, which no other response contains. */
export const MemberReset = named(
  'MemberReset',
  Type.Object({
    reset: Type.Object({
      token: Type.String({
        description: 'The token for POST /api/v1/auth/password/reset. It is shown only once.'
      }),
      expiresAt: Timestamp
    })
  }),
  'The reset token'
)
export type MemberReset = Static<typeof MemberReset>
