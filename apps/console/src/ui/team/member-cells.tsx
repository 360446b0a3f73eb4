import { Avatar, Badge, Group, Text } from '@mantine/core'
import type { Member } from '@purveyor/client'
import { teamTexts } from '../../texts/team.ts'
import { Ago } from '../ago.tsx'
import { formatDateTime } from '../format.ts'
import classes from './member-cells.module.css'

/** A member with its address. */
export function Person({ member: { name, email }, isOwn = false }: { member: Member; isOwn?: boolean }) {
  return (
    <div className={classes.person}>
      <Avatar name={name} color="brand" size={30} aria-hidden />
      <div className={classes.text}>
        <Group gap={6}>
          <Text fw={600}>{name}</Text>
          {isOwn && (
            <Badge miw="max-content" color="gray">
              {teamTexts.you}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" fz="sm">
          {email}
        </Text>
      </div>
    </div>
  )
}

/** The status of a member. An invitation has the time until which it can be accepted. */
export function Status({ member: { status, invitationExpiresAt } }: { member: Member }) {
  if (status === 'ACTIVE') return teamTexts.active
  if (status === 'DISABLED')
    return (
      <Badge miw="max-content" color="gray">
        {teamTexts.disabled}
      </Badge>
    )
  const isExpired = invitationExpiresAt !== null && Date.parse(invitationExpiresAt) <= Date.now()
  return (
    <>
      <Badge miw="max-content" color={isExpired ? 'red' : 'amber'}>
        {teamTexts.invited}
      </Badge>
      {invitationExpiresAt && (
        <Text c="dimmed" fz="xs" mt={2}>
          {isExpired ? teamTexts.inviteExpired : teamTexts.inviteExpires(formatDateTime(invitationExpiresAt))}
        </Text>
      )}
    </>
  )
}

/** When a member was signed in last. */
export function LastSignIn({ member: { status, lastSignInAt } }: { member: Member }) {
  if (lastSignInAt) return <Ago time={lastSignInAt} />
  return (
    <Text c="dimmed" inherit>
      {status === 'INVITED' ? teamTexts.never : teamTexts.longAgo}
    </Text>
  )
}
