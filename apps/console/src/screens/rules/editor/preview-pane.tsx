import { ActionIcon, Group, Paper, Skeleton, Stack, Text, Title, Tooltip } from '@mantine/core'
import { BadRequest } from '@purveyor/client'
import { IconRefresh } from '@tabler/icons-react'
import { rulesTexts } from '../../../texts/rules.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { outcomeOf } from '../outcome.ts'
import { RuleOutcomeSummary } from '../rule-outcome.tsx'
import { Differences } from './differences.tsx'
import classes from './editor.module.css'
import type { FormPreview } from './use-form-preview.ts'

/** What the rule of the form would have decided on the last 30 days, beside the form. */
export function PreviewPane({ preview }: { preview: FormPreview }) {
  return (
    <Paper
      withBorder
      p="lg"
      component="section"
      aria-label={rulesTexts.preview.title}
      className={classes.preview}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} fz="md">
            {rulesTexts.preview.title}
          </Title>
          <Text c="dimmed">
            {preview.isUpdating ? rulesTexts.preview.updating : rulesTexts.preview.intro}
          </Text>
        </div>
        <Tooltip label={rulesTexts.preview.refresh}>
          <ActionIcon
            size={32}
            onClick={() => void preview.refetch()}
            disabled={!preview.isComplete}
            aria-label={rulesTexts.preview.refresh}
          >
            <IconRefresh size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Stack mt="md" aria-live="polite" aria-busy={preview.isUpdating}>
        <Content preview={preview} />
      </Stack>
    </Paper>
  )
}

function Content({ preview: { data, error, isComplete, index, faults, refetch } }: { preview: FormPreview }) {
  if (!isComplete) return <Text c="dimmed">{rulesTexts.preview.incomplete}</Text>
  if (error instanceof BadRequest && faults.length === error.faults.length) {
    return <Text c="dimmed">{rulesTexts.form.invalid}</Text>
  }
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={96} aria-hidden />
  const differences = data.differences.items.filter(({ ruleIndex }) => ruleIndex === index)
  return (
    <>
      <RuleOutcomeSummary outcome={outcomeOf(data, index)} />
      {data.deletedCount > 0 && <Text c="dimmed">{rulesTexts.preview.skipped}</Text>}
      {differences.length > 0 && <Differences differences={differences} />}
    </>
  )
}
