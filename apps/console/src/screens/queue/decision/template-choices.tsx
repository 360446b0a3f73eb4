import { Kbd, Select, Skeleton, Text } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { entryKey } from '../entry.ts'
import classes from './decision.module.css'
import { isSameReason } from './draft.ts'
import { reasonOf } from './templates.ts'
import type { Review } from './use-review.tsx'
import { numbered, useTemplates } from './use-templates.ts'

type Props = { review: Review; isNumbered: boolean; onChoose: (index: number) => void }

/** The templates of reasons, those that fit best first. The first nine are chosen by a digit. */
export function TemplateChoices({ review, isNumbered, onChoose }: Props) {
  const { sorted, isLoading, error, retry } = useTemplates(review)
  if (error) return <ErrorAlert error={error} onRetry={retry} />
  if (isLoading) return <Skeleton h={180} />
  if (sorted.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        {t.decision.noTemplates}
      </Text>
    )
  }
  const { draft } = review.state
  const more = sorted.slice(numbered).map(({ id, text }) => ({ value: id, label: text }))
  return (
    <div>
      <ol className={classes.templates} aria-label={t.decision.templates}>
        {sorted.slice(0, numbered).map((template, index) => {
          const reason = reasonOf(template, review.entry, draft)
          const isChosen = draft.reasons.some((one) => isSameReason(one, reason))
          return (
            <li key={template.id}>
              <button
                type="button"
                className={classes.template}
                aria-pressed={isChosen}
                aria-keyshortcuts={isNumbered ? String(index + 1) : undefined}
                onClick={() => onChoose(index)}
              >
                {isNumbered ? (
                  <Kbd size="xs" aria-hidden>
                    {index + 1}
                  </Kbd>
                ) : (
                  <IconPlus size={14} className={classes.plus} aria-hidden />
                )}
                <bdi>{template.text}</bdi>
                {isChosen && <IconCheck size={15} className={classes.chosen} aria-hidden />}
              </button>
            </li>
          )
        })}
      </ol>
      {more.length > 0 && (
        <Select
          key={entryKey(review.entry)}
          mt={4}
          size="xs"
          searchable
          data={more}
          value={null}
          placeholder={t.decision.moreTemplates}
          aria-label={t.decision.moreTemplates}
          onChange={(id) => onChoose(sorted.findIndex((template) => template.id === id))}
        />
      )}
    </div>
  )
}
