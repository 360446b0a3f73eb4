import { Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { catalogTexts } from '../../../texts/catalog.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { changedByPercent, checkStock, plainNumber, typedNumber } from '../../../ui/products/numbers.ts'
import type { CatalogRow } from '../../../ui/products/product-row.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { type CellInput, type ChangeSet, storedValue } from '../changes/change-set.ts'
import { editableRows } from './selected-variants.ts'
import type { Selected } from './use-selected.ts'

type Kind = 'percent' | 'stock'
type Props = {
  kind: Kind
  selected: Selected
  changes: ChangeSet
  since: string | undefined
  onClose(): void
}

/** Asks by how much the costs of the selected products change, or for their stock. The changes aren't sent yet. */
export function EditDialog({ kind, selected, changes, since, onClose }: Props) {
  const { purveyor } = useSignedIn()
  const [typed, setTyped] = useState('')
  const collect = useMutation({
    mutationFn: async () => {
      const rows = await editableRows(await selected.read(), purveyor)
      if (changes.rows.size === 0) changes.since = since
      changes.edit(rows.flatMap((row) => editOf(row, kind, typed)))
    },
    onSuccess: onClose
  })
  const fault = typed === '' ? undefined : faultOf(kind, typed)
  const submit = () => {
    if (typed !== '' && fault === undefined) collect.mutate()
  }
  return (
    <ConfirmDialog
      opened
      title={catalogTexts.action[kind]}
      submitText={catalogTexts.collect(selected.count, selected.isExact)}
      onSubmit={submit}
      onClose={onClose}
      isSending={collect.isPending}
      isDisabled={typed === '' || fault !== undefined}
      error={collect.error}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextInput
          data-autofocus
          label={catalogTexts.amount[kind]}
          description={catalogTexts.amountHint[kind]}
          rightSection={kind === 'percent' ? '%' : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={fault}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      <Text c="dimmed" fz="sm">
        {catalogTexts.collectHint}
      </Text>
    </ConfirmDialog>
  )
}

function faultOf(kind: Kind, typed: string): string | undefined {
  if (kind === 'percent')
    return changedByPercent('1.00', plainNumber(typed)) === undefined ? catalogTexts.noPercent : undefined
  const { fault } = checkStock(typed)
  return fault && catalogTexts.faults[fault]
}

function editOf(row: CatalogRow, kind: Kind, typed: string): CellInput[] {
  if (kind === 'stock') return [{ row, field: 'stockOnHand', text: typed }]
  const price = changedByPercent(storedValue(row, 'vendorPrice'), plainNumber(typed))
  return price === undefined ? [] : [{ row, field: 'vendorPrice', text: typedNumber(price) }]
}
