import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { teamTexts } from '../../../texts/team.ts'
import { t } from '../../../texts/texts.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { InviteDialog } from '../../../ui/team/invite-dialog.tsx'
import { LinkDialog, type ShownLink } from '../../../ui/team/link-dialog.tsx'
import { LastSignIn, Person, Status } from '../../../ui/team/member-cells.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { useMembersOf } from '../use-vendor-parts.ts'
import type { TabProps } from './vendor-page.tsx'

const texts = vendorTexts.team

/** The people of the vendor. Only managers see this tab. */
export function TeamTab({ vendor: { id }, page }: TabProps) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useMembersOf(id)
  const [params, change] = useAddressState()
  const [link, setLink] = useState<ShownLink>()
  const button = (
    <Button
      leftSection={<IconUserPlus size={16} />}
      onClick={() => change({ invite: 'true' }, { push: true })}
    >
      {texts.invite}
    </Button>
  )
  return page(
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!error && (
        <DataTable
          label={teamTexts.title}
          columns={[
            { key: 'name', label: teamTexts.name, cell: (member) => <Person member={member} /> },
            { key: 'role', label: teamTexts.role, cell: ({ role }) => t.roles[role] },
            { key: 'status', label: teamTexts.status, cell: (member) => <Status member={member} /> },
            {
              key: 'lastSignIn',
              label: teamTexts.lastSignIn,
              cell: (member) => <LastSignIn member={member} />
            }
          ]}
          rows={data ?? []}
          keyOf={(member) => member.id}
          isLoading={isPending}
          empty={<Empty icon={IconUsers} title={texts.empty} text={texts.emptyText} />}
        />
      )}
      {params.has('invite') && (
        <InviteDialog
          draftId={id}
          side="vendor"
          role={data?.length === 0 ? 'OWNER' : 'EDITOR'}
          mostRole="OWNER"
          invite={(member) =>
            purveyor.platform.vendors
              .inviteMember(id, member)
              .finally(() => queries.invalidateQueries({ queryKey: ['vendors', 'of', id] }))
          }
          onClose={() => change({ invite: null })}
          onInvited={(shown) => {
            change({ invite: null })
            setLink(shown)
          }}
        />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>,
    button
  )
}
