import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { NotFound, PreconditionFailed } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { taxonomyTexts } from '../../texts/taxonomy.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { StoredTerm, Term, TermKind } from './term-kinds.ts'

const texts = taxonomyTexts

type Props = { kind: TermKind; term: Term | undefined; onClose: () => void }

/** Reads a term as it is now, because a change compares its version. */
export function useStored(kind: TermKind, term: Term | undefined) {
  return useQuery({
    queryKey: [...kind.key, 'one', term?.id],
    queryFn: ({ signal }) => kind.get(term?.id ?? '', { signal }),
    enabled: term !== undefined,
    gcTime: 0
  })
}

/** Asks before a term is deleted, and says from how many products it is removed. */
export function DeleteTerm({ kind, term, onClose }: Props) {
  const queries = useQueryClient()
  const { data } = useStored(kind, term)
  const remove = useMutation({
    mutationFn: (stored: StoredTerm) =>
      kind.delete(stored).catch((error: unknown) => {
        // Someone else has deleted it.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess(_, { name }) {
      notifications.show({ message: texts.deleted(name), color: 'green' })
      onClose()
      await queries.invalidateQueries({ queryKey: kind.key })
    },
    onError: () => queries.invalidateQueries({ queryKey: kind.key })
  })
  function close() {
    remove.reset()
    onClose()
  }
  const isChanged = remove.error instanceof PreconditionFailed
  return (
    <ConfirmDialog
      opened={term !== undefined}
      onClose={close}
      title={term && texts.deleteTitle(term.name)}
      isDangerous
      submitText={texts.deleteSubmit}
      onSubmit={() => data && remove.mutate(data)}
      isSending={remove.isPending}
      isDisabled={!data}
      error={isChanged ? undefined : remove.error}
    >
      {term && (
        <Text>
          {term.values && term.values.length > 0
            ? texts.deleteFacet(term.values.length, term.count)
            : texts.deleteTerm(term.count)}
        </Text>
      )}
      {isChanged && <Text role="alert">{texts.deleteChanged}</Text>}
    </ConfirmDialog>
  )
}
