import { Button, Group, Stack, Text } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import classes from './editor.module.css'
import type { useRuleDraft } from './use-rule-draft.ts'
import type { SaveRule } from './use-save-rule.ts'

type Props = { isNew: boolean; draft: ReturnType<typeof useRuleDraft>; save: SaveRule }

/** Saves or discards what was typed. It stays in view while the form scrolls. */
export function SaveBar({ isNew, draft, save }: Props) {
  const { isDirty, isRestored, hasConflict, discard } = draft
  const status = save.faults.length > 0 ? t.rules.form.invalid : isRestored ? t.rules.form.restored : ''
  return (
    <Stack className={classes.saveBar} gap="sm">
      {save.error !== undefined && !save.isAsking && <ErrorAlert error={save.error} />}
      <Group gap="xs">
        <Button type="submit" loading={save.isPending} disabled={hasConflict || (!isNew && !isDirty)}>
          {isNew ? t.rules.form.create : t.rules.form.save}
        </Button>
        {isDirty && (
          <Button variant="default" onClick={discard} disabled={save.isPending}>
            {isNew ? t.rules.form.discardNew : t.rules.form.discard}
          </Button>
        )}
        <Text role="status" c={save.faults.length > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
          {status}
        </Text>
      </Group>
    </Stack>
  )
}
