import type { MailSettings, MailSettingsInput } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import type { Side } from '../../session/side.ts'
import { useMutation } from '../../ui/use-mutation.ts'

/** A subject for which people choose how often they are told. */
export type MailSubject = keyof MailSettings['frequencies']

const queryKey = ['mail-settings']

/** The mail settings of the person who is signed in. */
export function useMailSettings() {
  const { purveyor } = useSignedIn()
  return useQuery({ queryKey, queryFn: ({ signal }) => purveyor.auth.mailSettings({ signal }) })
}

/** Replaces the mail settings. */
export function useReplaceMailSettings(onSuccess: () => void) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (settings: MailSettingsInput) => purveyor.auth.replaceMailSettings(settings),
    onSuccess(stored) {
      queries.setQueryData(queryKey, stored)
      onSuccess()
    }
  })
}

/** The subjects of mails to members of vendors, with the roles that may see them. */
const vendorSubjects: MailSubject[] = [
  'NEW_ORDERS',
  'LATE_ORDER',
  'PRODUCT_DECISIONS',
  'FAILED_IMPORTS',
  'LOW_STOCK',
  'STATEMENTS'
]

/** Returns the subjects that a person with these rights can get mails about (contract 6.4). */
export function subjectsFor({
  side,
  canWrite,
  canManage
}: {
  side: Side
  canWrite: boolean
  canManage: boolean
}): MailSubject[] {
  if (side === 'platform') return canWrite ? ['APPROVAL_QUEUE'] : []
  return vendorSubjects.filter((subject) =>
    subject === 'LATE_ORDER' ? canWrite : subject === 'STATEMENTS' ? canManage : true
  )
}
