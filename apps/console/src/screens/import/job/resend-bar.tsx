import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { ImportJob } from '@purveyor/client'
import { useState } from 'react'
import { importsTexts } from '../../../texts/import.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatNumber } from '../../../ui/format.ts'
import classes from '../bar.module.css'
import { ExpiredAlert } from '../expired-alert.tsx'
import { OnExistingSelect } from '../on-existing-select.tsx'
import { useCategoryIndex } from '../use-category-index.ts'
import { useMarket } from '../use-market.ts'
import { correctedItem, hasProblem } from './corrected-items.ts'
import type { useCorrections } from './use-corrections.ts'
import type { FailedItem } from './use-failed-items.ts'

type Props = {
  job: ImportJob
  items: readonly FailedItem[]
  corrections: ReturnType<typeof useCorrections>
}

/** Sends corrected items again, or all items that failed. */
export function ResendBar({ job, items, corrections }: Props) {
  const { state, error, isSending, isExpired, send, retry, forget } = corrections
  const [scope, setScope] = useState<'edited' | 'all'>()
  const [onExisting, setOnExisting] = useState(job.on_existing)
  const categories = useCategoryIndex()
  const { data: market } = useMarket()
  const edits = state?.edits ?? {}
  const sendable = items.filter(({ line }) => line === undefined)
  const edited = sendable.filter(({ index }) => edits[index] !== undefined)
  const chosen = (scope ?? (edited.length > 0 ? 'edited' : 'all')) === 'edited' ? edited : sendable
  // What the service said about a cell was about its earlier text, so only texts that were typed are checked here.
  const hasFault = chosen.some((item) => hasProblem(item, categories, edits[item.index], market))
  const texts = importsTexts.job
  const submit = () =>
    void send(
      chosen.map((item) => correctedItem(item, categories, edits[item.index], market)),
      chosen.map(({ index }) => index),
      onExisting
    )
  return (
    <Stack gap="xs" className={classes.bar} data-tall>
      {error !== undefined && <ErrorAlert error={error} onRetry={retry} />}
      {isExpired && <ExpiredAlert onForget={forget} />}
      {hasFault && (
        <Text c="red" role="status">
          {texts.fixFirst}
        </Text>
      )}
      <Group justify="space-between" align="flex-end" gap="sm">
        <OnExistingSelect value={onExisting} onChange={setOnExisting} />
        <Group gap="sm">
          <SegmentedControl
            aria-label={texts.which}
            value={chosen === edited ? 'edited' : 'all'}
            onChange={(value) => setScope(value === 'edited' ? 'edited' : 'all')}
            data={[
              {
                value: 'edited',
                label: texts.scopeEdited(formatNumber(edited.length)),
                disabled: edited.length === 0
              },
              { value: 'all', label: texts.scopeAll(formatNumber(sendable.length)) }
            ]}
          />
          <Button
            onClick={submit}
            loading={isSending}
            disabled={chosen.length === 0 || hasFault || isExpired || !market}
          >
            {texts.sendAgain(chosen.length)}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
