import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import classes from './save-bar.module.css'
import { SaveError } from './save-error.tsx'

type Props = {
  isSaving: boolean
  submitText?: string | undefined
  /** True if the form can't be saved as it is. */
  isBlocked?: boolean
  /** Without it, there is nothing to discard. */
  onDiscard?: (() => void) | undefined
  discardText?: string
  /** Says what saving does, or what has to be corrected. */
  status?: ReactNode
  /** True if `status` is about errors of fields. */
  hasFaults?: boolean
  /** The error that belongs to no field. */
  error?: unknown
}

/** The buttons of a form. They stay in view at the bottom of the window. */
export function SaveBar({
  isSaving,
  submitText = t.actions.save,
  isBlocked = false,
  onDiscard,
  discardText = t.drafts.discardShort,
  status = t.drafts.unsaved,
  hasFaults = false,
  error
}: Props) {
  return (
    <Stack className={classes.bar} gap="sm">
      {error !== undefined && <SaveError error={error} />}
      <Group gap="xs" justify="flex-end">
        <Text
          component="div"
          c={hasFaults ? 'var(--mantine-color-error)' : 'dimmed'}
          fz="sm"
          mr="auto"
          role="status"
        >
          {status}
        </Text>
        {onDiscard && (
          <Button variant="default" onClick={onDiscard} disabled={isSaving}>
            {discardText}
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={isBlocked}>
          {submitText}
        </Button>
      </Group>
    </Stack>
  )
}
