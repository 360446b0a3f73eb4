import { notifications } from '@mantine/notifications'
import { type CategoryAttributes, PreconditionFailed } from '@purveyor/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { attributeKeys } from '../../../ui/attributes/use-attribute-definitions.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import type { Draft } from '../../../ui/use-draft.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import { usePreview } from '../preview/use-preview.ts'
import { bodyOf, type CategoryValues, valuesOf } from './category-values.ts'

type Options = { id: string; name: string; stored: CategoryAttributes; draft: Draft<CategoryValues> }

/** Saves the attributes of a category, and previews them. */
export function useSaveCategory({ id, name, stored, draft }: Options) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const isShown = useIsShown()
  const { categoryAttributes } = purveyor.platform
  const preview = usePreview((values: CategoryValues, options) =>
    categoryAttributes.preview(id, bodyOf(values), options)
  )
  const save = useMutation({
    mutationFn: (values: CategoryValues) => categoryAttributes.set(id, bodyOf(values), { ifMatch: stored }),
    async onSuccess(saved, sent) {
      notifications.show({ message: t.attributeEditor.categorySaved(name), color: 'green' })
      draft.saved(sent, valuesOf(saved))
      await queries.invalidateQueries({ queryKey: attributeKeys.all })
    },
    async onError(error) {
      if (!isShown.current) notifyError(error)
      // The form then takes over what someone else has changed.
      if (error instanceof PreconditionFailed)
        await queries.invalidateQueries({ queryKey: attributeKeys.category(id) })
    }
  })
  return { save, preview }
}
