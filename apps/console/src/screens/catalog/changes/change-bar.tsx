import { Badge, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { catalogTexts } from '../../../texts/catalog.ts'
import classes from '../catalog.module.css'
import { type ChangeSet, countChanges } from './change-set.ts'
import { type Applied, useIsApplying } from './use-apply.ts'

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }))

type Props = { changes: ChangeSet; version: number; onApplied(applied: Applied): void }

/** Says how many changes are unsent, and leads to their preview. */
export function ChangeBar({ changes, version, onApplied }: Props) {
  const [isOpen, preview] = useDisclosure()
  const isApplying = useIsApplying()
  const { cells, faults, products } = countChanges(changes.rows)
  if (cells === 0 && !changes.canUndo) return null
  return (
    <section className={classes.bar} aria-label={catalogTexts.unsaved}>
      <Text fw={600} role="status" ml="auto">
        {catalogTexts.changes(cells, products)}
      </Text>
      {faults > 0 && (
        <Badge color="red" leftSection={<IconAlertTriangle size={12} aria-hidden />}>
          {catalogTexts.faulty(faults)}
        </Badge>
      )}
      <Button variant="subtle" color="gray" disabled={!changes.canUndo} onClick={() => changes.undo()}>
        {catalogTexts.undo}
      </Button>
      <Button variant="default" disabled={cells === 0} onClick={() => changes.clear()}>
        {catalogTexts.discard}
      </Button>
      <Button disabled={cells === 0} loading={isApplying} onClick={preview.open}>
        {catalogTexts.preview}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <PreviewDialog
            {...{ changes, version }}
            onClose={preview.close}
            onApplied={(applied) => {
              // Without any changes, the dialog is gone by now.
              preview.close()
              onApplied(applied)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
