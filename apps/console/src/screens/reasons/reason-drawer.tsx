import { Button, Drawer, Skeleton, Stack } from '@mantine/core'
import { NotFound, type ReasonTemplate } from '@purveyor/client'
import { IconMessageOff } from '@tabler/icons-react'
import { useSignedIn } from '../../session/session-context.tsx'
import { reasonsTexts } from '../../texts/reasons.ts'
import { draftKey, drafts } from '../../ui/drafts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { ReasonDetails } from './reason-details.tsx'
import { ReasonForm } from './reason-form.tsx'
import { useReason } from './use-reasons.ts'

type Props = { all: readonly ReasonTemplate[]; onDelete: (template: ReasonTemplate) => void }

/** The drawer of the reason in the address: `?edit=<id>`, or `?new` for a new one. */
export function ReasonDrawer({ all, onDelete }: Props) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const edited = params.get('edit')
  const isNew = !edited && params.has('new') && canWrite
  const close = () => change({ edit: null, new: null })
  const title = isNew ? reasonsTexts.createTitle : canWrite ? reasonsTexts.editTitle : reasonsTexts.viewTitle
  return (
    <Drawer
      opened={isNew || edited !== null}
      onClose={close}
      title={title}
      position="right"
      size="md"
      transitionProps={{ duration: 0 }}
    >
      {isNew && <ReasonForm key="new" id="new" template={undefined} all={all} onClose={close} />}
      {edited && <Existing key={edited} id={edited} all={all} onClose={close} onDelete={onDelete} />}
    </Drawer>
  )
}

function Existing({ id, all, onClose, onDelete }: Props & { id: string; onClose: () => void }) {
  const { canWrite, me } = useSignedIn()
  const { data, error, refetch } = useReason(id)
  const isGone = error instanceof NotFound
  if (isGone && (!canWrite || !drafts.read(draftKey(me, 'reason', id))))
    return (
      <Empty icon={IconMessageOff} title={reasonsTexts.gone} text={reasonsTexts.goneText} heading="h3">
        <Button variant="default" onClick={onClose}>
          {reasonsTexts.toList}
        </Button>
      </Empty>
    )
  if (error && !isGone) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data && !isGone) return <FormSkeleton />
  if (data && !canWrite) return <ReasonDetails template={data} />
  return <ReasonForm id={id} template={data} all={all} onClose={onClose} onDelete={onDelete} />
}

function FormSkeleton() {
  return (
    <Stack gap="md" aria-busy>
      <Skeleton h={190} />
      <Skeleton h={84} />
      <Skeleton h={84} />
    </Stack>
  )
}
