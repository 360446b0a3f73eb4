import { Button, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { catalogTexts } from '../../texts/catalog.ts'
import { notifyError } from '../../ui/notify-error.ts'
import type { RowStore } from '../../ui/products/row-store.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import type { useNewer } from './rows/use-newer.ts'

type Props = { newer: ReturnType<typeof useNewer>; store: RowStore; onRestart(): void }

/** Says that others have added or changed products. They are shown on request, so that no row moves by itself. */
export function NewerHint({ newer, store, onRestart }: Props) {
  const show = useMutation({
    mutationFn: newer.isAdded,
    onSuccess(isAdded) {
      if (isAdded) return onRestart()
      store.refresh()
      return newer.forget()
    },
    onError: notifyError
  })
  if (!newer.isNewer) return null
  return (
    <Tooltip label={catalogTexts.newer}>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={show.isPending}
        onClick={() => show.mutate()}
      >
        {catalogTexts.showNewer}
      </Button>
    </Tooltip>
  )
}
