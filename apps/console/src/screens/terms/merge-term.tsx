import { Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { taxonomyTexts } from '../../texts/taxonomy.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { useStored } from './delete-term.tsx'
import type { StoredTerm, Term, TermKind } from './term-kinds.ts'

const texts = taxonomyTexts
const maxOffered = 50

type Props = { kind: TermKind; all: readonly Term[]; term: Term | undefined; onClose: () => void }

/** Asks into which other term one is merged, and says how many products get it. */
export function MergeTerm({ kind, all, term, onClose }: Props) {
  const queries = useQueryClient()
  const { data } = useStored(kind, term)
  const [intoId, setIntoId] = useState<string | null>(null)
  const merge = useMutation({
    mutationFn: ({ stored, chosen }: { stored: StoredTerm; chosen: string }) =>
      kind.merge?.(stored.id, chosen, { ifMatch: stored }) ?? Promise.reject(new Error('not supported')),
    async onSuccess({ name }, { stored }) {
      notifications.show({ message: texts.merged(stored.name, name), color: 'green' })
      close()
      await queries.invalidateQueries({ queryKey: kind.key })
    },
    onError: () => queries.invalidateQueries({ queryKey: kind.key })
  })
  function close() {
    merge.reset()
    setIntoId(null)
    onClose()
  }
  const others = all.filter(({ id }) => id !== term?.id)
  return (
    <ConfirmDialog
      opened={term !== undefined}
      onClose={close}
      title={term && texts.mergeTitle(term.name)}
      submitText={texts.mergeSubmit}
      onSubmit={() => data && intoId && merge.mutate({ stored: data, chosen: intoId })}
      isSending={merge.isPending}
      isDisabled={!data || !intoId}
      error={merge.error}
    >
      <Select
        label={texts.into}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={intoId}
        onChange={setIntoId}
        searchable
        limit={maxOffered}
        openOnFocus={false}
        data-autofocus
      />
      {term && <Text>{texts.mergeTermText(term.name, term.count)}</Text>}
    </ConfirmDialog>
  )
}
