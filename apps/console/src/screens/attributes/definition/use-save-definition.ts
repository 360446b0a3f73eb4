import { notifications } from '@mantine/notifications'
import { type Attribute, PreconditionFailed } from '@purveyor/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { attributeKeys } from '../../../ui/attributes/use-attribute-definitions.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import type { Draft } from '../../../ui/use-draft.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import { usePreview } from '../preview/use-preview.ts'
import { type DefinitionValues, newAttributeOf, patchOf, valuesOf } from './definition-values.ts'

const texts = t.attributeEditor

/** Saves an attribute, and previews its changes. A new one then has its own page. */
export function useSaveDefinition(attribute: Attribute | undefined, draft: Draft<DefinitionValues>) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const isShown = useIsShown()
  const { attributes } = purveyor.platform
  const preview = usePreview((values: DefinitionValues, options) =>
    attributes.preview(attribute?.id ?? '', attribute ? patchOf(values, valuesOf(attribute)) : {}, options)
  )
  const save = useMutation({
    mutationFn: (values: DefinitionValues) =>
      attribute
        ? attributes.update(attribute, patchOf(values, valuesOf(attribute)))
        : attributes.create(newAttributeOf(values)),
    async onSuccess(saved, sent) {
      notifications.show({
        message: attribute ? texts.saved(saved.name) : texts.created(saved.name),
        color: 'green'
      })
      if (attribute) {
        draft.saved(sent, valuesOf(saved))
      } else {
        draft.reset()
        if (isShown.current) navigate(`/attributes/${saved.id}`, { replace: true })
      }
      await queries.invalidateQueries({ queryKey: attributeKeys.all })
    },
    async onError(error) {
      if (!isShown.current) notifyError(error)
      // The form then takes over what someone else has changed.
      if (attribute && error instanceof PreconditionFailed)
        await queries.invalidateQueries({ queryKey: attributeKeys.one(attribute.id) })
    }
  })
  return { save, preview }
}
