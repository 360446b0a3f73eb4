import { Select } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { targetChoices } from './target-choices.ts'
import type { Review } from './use-review.tsx'

/** What the next reason is about. It isn't asked for if there is nothing to choose. */
export function ReasonTarget({ review: { entry, state } }: { review: Review }) {
  const { options, targets, choiceOf } = targetChoices(entry)
  // The first option is everything; with a single field, that is the other one.
  if (options.length <= 2) return null
  return (
    <Select
      size="xs"
      label={t.decision.about}
      data={options}
      value={choiceOf(state.draft.target)}
      onChange={(value) =>
        state.change((latest) => ({ ...latest, target: targets.get(value ?? '') ?? { field: null } }))
      }
      allowDeselect={false}
      searchable
      limit={100}
    />
  )
}
