import type { Handle } from '../../../db/connect.ts'
import type { ClaimedMail } from './mail-queries.ts'

/**
 * Stores the hash of a token that is mailed. It is accepted instead of the token of the invitation or password reset, and as
 * long as that one. Returns false if there is no invitation or reset any more.
 */
export async function insertMailLink(
  sql: Handle,
  { userId, invitationId }: Pick<ClaimedMail, 'userId' | 'invitationId'>,
  tokenHash: Buffer
): Promise<boolean> {
  const parents = invitationId
    ? sql`invitations where id = ${invitationId} and accepted_at is null`
    : sql`password_resets where user_id = ${userId}`
  const { count } = await sql`
    insert into mail_links (token_hash, parent_hash, expires_at)
    select ${tokenHash}, p.token_hash, p.expires_at from (select * from ${parents}) p where p.expires_at > now()`
  return count === 1
}

/** Deletes at most `limit` tokens that have expired. Returns their count. */
export async function deleteExpiredLinks(sql: Handle, limit: number): Promise<number> {
  const { count } = await sql`
    delete from mail_links where token_hash in (
      select token_hash from mail_links where expires_at < now() order by expires_at limit ${limit})`
  return count
}
