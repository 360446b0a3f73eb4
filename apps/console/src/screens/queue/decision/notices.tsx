import { Alert, Button, Group, Text } from '@mantine/core'
import { IconInfoCircle, IconLock, IconPencil } from '@tabler/icons-react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { detailOf, ErrorAlert } from '../../../ui/error-alert.tsx'
import { fieldNames } from './labels.ts'
import { obstacleOf } from './obstacle.ts'
import { isClaimed, isStale } from './outbox.ts'
import type { Review } from './use-review.tsx'

/** Says why the person can't decide, and what has to be looked at before. */
export function Notices({ review }: { review: Review }) {
  const { edited } = review.state
  return (
    <>
      <Obstacle review={review} />
      {edited.length > 0 && (
        <Alert
          color="amber"
          icon={<IconPencil size={18} aria-hidden />}
          title={t.decision.editedTitle}
          role="alert"
        >
          <Text>
            {isStale(review.failure?.error) && `${t.decision.nothingDecided} `}
            {t.decision.edited(fieldNames(edited))}
          </Text>
          <Button mt="xs" size="xs" variant="default" onClick={() => review.state.see()}>
            {t.decision.editedSeen}
          </Button>
        </Alert>
      )}
      {review.confirmation && (
        <Alert color="amber" icon={<IconInfoCircle size={18} aria-hidden />} role="alert">
          {review.confirmation === 'edited' ? t.decision.confirmEdited : t.decision.confirmDiscards}
        </Alert>
      )}
      <Failed review={review} />
    </>
  )
}

function Obstacle({ review }: { review: Review }) {
  const signedIn = useSignedIn()
  const { takeOver } = review.state.draft
  const obstacle = obstacleOf(review.entry, { ...signedIn, takeOver })
  if (obstacle?.type === 'claimed') {
    return (
      <Alert color="amber" icon={<IconLock size={18} aria-hidden />} title={t.decision.claimedTitle}>
        <Group justify="space-between" gap="xs">
          <Text>{obstacle.text}</Text>
          <Button size="xs" variant="default" onClick={review.takeOver}>
            {t.decision.takeOver}
          </Button>
        </Group>
      </Alert>
    )
  }
  if (!review.hint) return null
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />}>
      {review.hint}
    </Alert>
  )
}

function Failed({ review }: { review: Review }) {
  const { error } = review.failure ?? {}
  if (error === undefined || (isStale(error) && review.state.edited.length > 0)) return null
  if (isClaimed(error)) {
    return (
      <Alert
        color="amber"
        icon={<IconLock size={18} aria-hidden />}
        title={t.decision.claimedTitle}
        role="alert"
      >
        <Text>{detailOf(error)}</Text>
        <Button mt="xs" size="xs" onClick={review.takeOver}>
          {t.decision.takeOverAndSend}
        </Button>
      </Alert>
    )
  }
  return <ErrorAlert error={error} />
}
