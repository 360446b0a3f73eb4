import { notifications } from '@mantine/notifications'
import type { PlatformCategoryNode } from '@purveyor/client'
import { useLocation } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useReadAgain } from '../use-category-tree.ts'
import { newPositions } from './tree-rows.ts'

const texts = taxonomyTexts

/** Creates, renames and reorders categories in the tree. Errors are shown as notifications. */
export function useTreeActions() {
  const { purveyor } = useSignedIn()
  const { categories } = purveyor.platform
  const [, navigate] = useLocation()
  const readAgain = useReadAgain()
  const create = useMutation({
    mutationFn: (input: { name: string; parentId: string | null }) => categories.create(input),
    async onSuccess(created) {
      notifications.show({ message: texts.created(created.name), color: 'green' })
      await readAgain()
      navigate(`/categories/${created.id}`)
    },
    onError: notifyError
  })
  const rename = useMutation({
    async mutationFn({ id, from, name }: { id: string; from: string; name: string }) {
      const current = await categories.get(id)
      if (current.name !== from) throw new Error(texts.changedMeanwhile(current.name))
      return await categories.update(id, { name }, { ifMatch: current })
    },
    async onSuccess(renamed) {
      notifications.show({ message: texts.renamed(renamed.name), color: 'green' })
      await readAgain(renamed)
    },
    async onError(error) {
      notifyError(error)
      await readAgain()
    }
  })
  const reorder = useMutation({
    async mutationFn({
      siblings,
      from,
      to
    }: {
      siblings: readonly PlatformCategoryNode[]
      from: number
      to: number
    }) {
      for (const { id, position } of newPositions(siblings, from, to))
        await categories.update(id, { position })
    },
    onError: notifyError,
    onSettled: () => readAgain()
  })
  return { create, rename, reorder }
}

export type TreeActions = ReturnType<typeof useTreeActions>
