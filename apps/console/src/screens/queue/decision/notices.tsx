import { Alert, Button, Text } from '@mantine/core'
import { IconInfoCircle, IconLock, IconPencil } from '@tabler/icons-react'
import { t } from '../../../texts/texts.ts'
import { detailOf, ErrorAlert } from '../../../ui/error-alert.tsx'
import { AttributeObstacle } from './attribute-obstacle.tsx'
import { fieldNames } from './labels.ts'
import { hasAttributeIssues, isClaimed, isStale } from './outbox-errors.ts'
import type { Review } from './use-review.tsx'

/** Says why the person can't decide, and what has to be looked at before. */
export function Notices({ review }: { review: Review }) {
  const { edited } = review.state
  return (
    <>
      <Hint review={review} />
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

function Hint({ review: { hint } }: { review: Review }) {
  if (!hint) return null
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />}>
      {hint}
    </Alert>
  )
}

function Failed({ review }: { review: Review }) {
  const { item, error } = review.failure ?? {}
  // The vendor has edited the entry since: what was refused is no longer shown.
  if (!item || item.body.version !== review.entry.version) return null
  if (isStale(error)) {
    return (
      <Alert
        color="amber"
        icon={<IconPencil size={18} aria-hidden />}
        title={t.decision.editedTitle}
        role="alert"
      >
        {t.decision.nothingDecided} {t.decision.showNewer}
      </Alert>
    )
  }
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
  if (hasAttributeIssues(error)) {
    return (
      <Alert
        color="amber"
        icon={<IconInfoCircle size={18} aria-hidden />}
        title={t.decision.nothingDecided}
        role="alert"
      >
        <AttributeObstacle entry={review.entry} />
      </Alert>
    )
  }
  return <ErrorAlert error={error} />
}
